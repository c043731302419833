import { signal } from '@preact/signals-core';
import { expect, it } from 'vitest';
import { meshBounds } from '#core/mesh';
import { packScene } from '#core/scene/document/packed-scene';
import { everyLayer } from '#core/scene/document/scene-document';
import {
  backToScene,
  choosePair,
  closeScene,
  endScrub,
  leftScene,
  pickInstances,
  playScene,
  runSceneAgain,
  scrubScene,
  setSceneLook,
  setSceneOptions,
  showSceneStep,
} from '../../../../renderer/commands/scene-actions.ts';
import { frameWhenDrawn } from '../../../../renderer/state/instances/open-scene.ts';
import { followScene } from '../../../../renderer/state/instances/follow-scene.ts';
import { startedRun } from '../../../../renderer/state/instances/scene-run-state.ts';
import type { FromSceneWorker, SceneFrame, ToSceneWorker } from '../../../../renderer/state/instances/scene-messages.ts';
import type { WritableStore } from '../../../../renderer/state/store/store.ts';
import { box } from '../../../fixtures/shapes.ts';
import { loadedTree, storeWith } from '../../scene/scene-fixture.ts';

const matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const instance = { mesh: 0, matrix, set: 'moving', layer: 1, mask: everyLayer, motion: null } as const;
const packed = packScene({ meshes: ['box.obj'], instances: [instance, instance] });

interface Page {
  readonly store: WritableStore;
  /** What the worker got; `terminate` when it was ended. */
  readonly sent: (ToSceneWorker['kind'] | `step ${number}` | 'terminate')[];
  readonly reply: (step: number) => void;
  readonly tell: (message: FromSceneWorker) => void;
  readonly lose: () => void;
  /** Runs what waits. */
  readonly wait: () => void;
  readonly stop: () => void;
}

function page(): Page {
  const store = storeWith([box()], { instances: { name: 'a.boxwood-scene.json', packed, documents: [1] } });
  const sent: Page['sent'] = [];
  let tell: Page['tell'] = () => {};
  let lose: Page['lose'] = () => {};
  let waiting: (() => void)[] = [];
  const stop = followScene(store, {
    spawn: (message, lost) => {
      tell = message;
      lose = () => lost('gone');
      return {
        post: (message) => void sent.push(message.kind === 'step' ? `step ${message.step}` : message.kind),
        terminate: () => void sent.push('terminate'),
      };
    },
    after: (_, run) => {
      waiting.push(run);
      return () => (waiting = waiting.filter((other) => other !== run));
    },
  });
  return {
    store,
    sent,
    tell: (message) => tell(message),
    reply: (step) => tell({ kind: 'stepped', frame: frameOf(step) }),
    lose: () => lose(),
    wait: () => {
      const now = waiting;
      waiting = [];
      for (const run of now) run();
    },
    stop,
  };
}

function frameOf(step: number): SceneFrame {
  const facts = { pairs: 1, swaps: 0, tests: 1, milliseconds: 0, sweep: null, tree: null, narrow: null };
  const boxes = Float64Array.from([0, 0, 0, 1, 1, 1, step, 0, 0, step + 1, 1, 1]);
  return { step, facts, matrices: new Float64Array(32), boxes, pairs: Uint32Array.of(0, 1), stages: Uint8Array.of(0) };
}

it('opens a scene at step 0, and requests one step at a time', () => {
  const { store, sent, reply, stop } = page();
  expect(sent).toEqual(['open', 'step 0']);
  showSceneStep(store, 3);
  showSceneStep(store, 5);
  expect(sent).toEqual(['open', 'step 0']);
  reply(0);
  expect(sent).toEqual(['open', 'step 0', 'step 5']);
  expect(store.sceneRun.value).toMatchObject({ startBounds: { max: [1, 1, 1] }, status: { kind: 'running' } });
  reply(5);
  expect(store.sceneRun.value).toMatchObject({ status: { kind: 'ready' }, bounds: { max: [6, 1, 1] }, startBounds: { max: [1, 1, 1] } });
  stop();
  expect(sent.at(-1)).toBe('terminate');
});

it('plays to the last step and begins again, until it is paused', () => {
  const { store, sent, reply, wait, stop } = page();
  setSceneOptions(store, { steps: 2 });
  reply(0);
  wait();
  expect(sent).toEqual(['open', 'step 0']);
  playScene(store, true);
  for (const step of [1, 0, 1]) {
    wait();
    expect(sent.at(-1)).toBe(`step ${step}`);
    reply(step);
  }
  playScene(store, false);
  wait();
  expect(store.sceneRun.value.step).toBe(1);
  expect(sent).toHaveLength(5);
  stop();
});

it('other options begin at the same step with a new worker, also during a step', () => {
  const { store, sent, reply, stop } = page();
  reply(0);
  showSceneStep(store, 4);
  setSceneOptions(store, { method: 'brute' });
  expect(sent).toEqual(['open', 'step 0', 'step 4', 'terminate', 'open', 'step 4']);
  // The number of steps changes nothing.
  setSceneOptions(store, { steps: 7 });
  expect(sent).toHaveLength(6);
  reply(4);
  setSceneOptions(store, { steps: 2 });
  expect(store.sceneRun.value.step).toBe(1);
  stop();
});

it('shows what failed, stays, and runs again with other options', () => {
  const { store, sent, tell, reply, stop } = page();
  reply(0);
  playScene(store, true);
  const problem = { code: 'too-large', message: 'Too many', fix: 'Spread them', location: {} } as const;
  tell({ kind: 'failed', problem });
  expect(store.sceneRun.value).toMatchObject({ status: { kind: 'failed', problem }, isPlaying: false, frame: { step: 0 } });
  playScene(store, true);
  expect(store.sceneRun.value.isPlaying).toBe(false);
  setSceneOptions(store, { method: 'tree' });
  expect(sent.slice(-2)).toEqual(['open', 'step 0']);
  tell({ kind: 'failed', problem });
  showSceneStep(store, 7);
  expect(sent.slice(-2)).toEqual(['open', 'step 7']);
  tell({ kind: 'failed', problem });
  const posts = sent.length;
  // The last step again, as by the command of the next step.
  showSceneStep(store, 7);
  for (const step of [6, 5, 4]) scrubScene(store, step);
  expect(sent).toHaveLength(posts);
  expect(store.sceneRun.value).toMatchObject({ step: 4, status: { kind: 'failed' } });
  endScrub(store);
  expect(sent.slice(posts)).toEqual(['open', 'step 4']);
  endScrub(store);
  expect(sent).toHaveLength(posts + 2);
  stop();
});

it('a worker that ends is replaced at the same step and plays on; one that ends again and again is a message', () => {
  const { store, sent, reply, lose, wait, stop } = page();
  reply(0);
  playScene(store, true);
  wait();
  expect(sent.at(-1)).toBe('step 1');
  lose();
  expect(sent.slice(-3)).toEqual(['terminate', 'open', 'step 1']);
  expect(store.sceneRun.value).toMatchObject({ isPlaying: true, replaced: 1, step: 1, frame: { step: 0 } });
  // A step that was found begins the count again.
  reply(1);
  for (let times = 0; times < 3; times++) lose();
  expect(store.sceneRun.value).toMatchObject({ replaced: 4, status: { kind: 'running' } });
  lose();
  expect(store.sceneRun.value).toMatchObject({
    status: { kind: 'failed', problem: { code: 'worker-lost', detail: 'gone' } },
    isPlaying: false,
    step: 1,
    frame: { step: 1 },
  });
  const posts = sent.length;
  lose();
  expect(sent).toHaveLength(posts);
  runSceneAgain(store);
  expect(sent.slice(posts)).toEqual(['open', 'step 1']);
  reply(1);
  expect(store.sceneRun.value.status.kind).toBe('ready');
  stop();
});

it('a scene whose tree will not come has the bounds of its placed instances, and runs once there is a tree', () => {
  const { store, stop } = page();
  stop();
  const far = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 7, 0, 0, 1];
  const placed = packScene({ meshes: ['box.obj'], instances: [instance, { ...instance, matrix: far }] });
  store.sceneRun.value = startedRun(2);
  store.history.rewrite((scene) => ({ ...scene, trees: new Map(), instances: { name: 'b', packed: placed, documents: [1] } }));
  const sent: string[] = [];
  const end = followScene(store, {
    spawn: () => ({ post: ({ kind }) => void sent.push(kind), terminate: () => {} }),
    after: () => () => {},
  });
  expect(store.sceneRun.value).toMatchObject({ startBounds: null, status: { kind: 'none' } });
  const [document] = store.documents.value;
  store.documents.value = [{ ...document!, summary: { ...document!.summary, phase: 'cancelled' } }];
  const { min, max } = meshBounds(document!.mesh!.mesh)!;
  const bounds = { min, max: [max[0] + 7, max[1], max[2]] };
  expect(store.sceneRun.value).toMatchObject({ bounds, startBounds: bounds, frame: null });
  expect(sent).toEqual([]);
  store.history.rewrite((scene) => ({ ...scene, trees: new Map([[1, loadedTree(document!.mesh!.mesh)]]) }));
  expect(sent).toEqual(['open', 'step']);
  end();
});

it('the narrow phase waits for the trees, and a closed scene ends its worker', () => {
  const { store, sent, reply, stop } = page();
  reply(0);
  setSceneOptions(store, { narrow: !store.sceneRun.value.options.narrow });
  store.history.change('Close', (scene) => ({ ...scene, instances: null }));
  expect(sent.at(-1)).toBe('terminate');
  expect(store.sceneRun.value).toMatchObject({ frame: null, bounds: null, step: 0, status: { kind: 'none' } });
  stop();
});

it('a scene with a mesh that is read again stays at its step', () => {
  const { store, reply, stop } = page();
  reply(0);
  showSceneStep(store, 4);
  reply(4);
  store.history.rewrite((scene) => ({ ...scene, instances: { ...scene.instances!, documents: [2] } }));
  expect(store.sceneRun.value.step).toBe(4);
  stop();
});

it.each(['closed', 'cancelled', 'drawn'] as const)('a scene is framed when it is drawn, and not waited for when it is %s', async (how) => {
  const { store, reply, stop } = page();
  const input = store.scene.value.instances!;
  const before = store.frameRequest.value.serial;
  const isCancelled = signal(false);
  const framed = frameWhenDrawn(store, input, () => isCancelled.value);
  if (how === 'closed') closeScene(store);
  else if (how === 'cancelled') isCancelled.value = true;
  else reply(0);
  await framed;
  expect(store.frameRequest.value.serial - before).toBe(how === 'drawn' ? 1 : 0);
  stop();
});

it('a closed scene returns by undo and by its command with its step, options, look and choice; a reopened one begins again', () => {
  const { store, sent, reply, stop } = page();
  reply(0);
  setSceneOptions(store, { steps: 9, segments: 3 });
  setSceneLook(store, { colourBy: 'layer' });
  reply(0);
  showSceneStep(store, 4);
  reply(4);
  choosePair(store, { i: 0, j: 1 });
  pickInstances(store, [1]);
  const kept = { step: 4, options: { steps: 9, segments: 3 }, look: { colourBy: 'layer' }, pair: { i: 0, j: 1 }, picked: new Set([1]) };
  const input = store.scene.value.instances!;
  closeScene(store);
  expect(store.sceneRun.value).toMatchObject({ step: 0, pair: null, frame: null });
  expect(leftScene(store)).toBe(input);
  store.history.undo();
  expect(store.sceneRun.value).toMatchObject(kept);
  expect(sent.slice(-2)).toEqual(['open', 'step 4']);
  reply(4);
  closeScene(store);
  backToScene(store);
  expect(store.sceneRun.value).toMatchObject(kept);
  expect(leftScene(store)).toBeNull();
  closeScene(store);
  // The same file, read once more.
  store.history.change('Open', (scene) => ({ ...scene, instances: { ...input, packed: { ...packed } } }));
  expect(store.sceneRun.value).toMatchObject({ step: 0, options: { segments: 0 }, pair: null, picked: new Set() });
  closeScene(store);
  store.documents.value = [];
  expect(leftScene(store)).toBeNull();
  stop();
});
