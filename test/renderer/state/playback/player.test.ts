import { beforeEach, describe, expect, test } from 'vitest';
import { refitFrames } from '#core/job/refit-run';
import { buildOptions } from '#core/options/build-options';
import { defaultValues } from '#core/options/option';
import { poseAt } from '#core/mesh/animation/pose-at';
import { checkTree } from '#core/tree/check-tree';
import { raycastBruteForce } from '#core/query/ray/brute-force';
import { refitTree } from '#core/tree/refit/refit-tree';
import type { PlayerParts } from '../../../../renderer/state/playback/player-machine.ts';
import { createPlayer, type Player } from '../../../../renderer/state/playback/player.ts';
import type { WritableStore } from '../../../../renderer/state/store/store.ts';
import type { FromPoseWorker, ToPoseWorker } from '../../../../renderer/state/playback/deform-messages.ts';
import { servePoses } from '../../../../renderer/workers/serve-poses.ts';
import { importText } from '../../../core/import/import-bytes.ts';
import { shuffledBoxes } from '../../../fixtures/animated.ts';
import { ball } from '../../../fixtures/shapes.ts';
import { loadedTree, openDocument, storeWith } from '../../scene/scene-fixture.ts';

const imported = await importText(shuffledBoxes(), 'shuffled.gltf');
const { mesh } = imported;
const animation = imported.animation!;

let store: WritableStore;
let player: Player;
let sent: ToPoseWorker[];
/** Answers what has been asked of the pose worker last, by the real one. */
let reply: () => void;
let losePoses: (reason: string) => void;
let poseWorkersEnded: number;
let refit: {
  readonly question: Parameters<PlayerParts['spawnRefit']>[0];
  readonly say: Parameters<PlayerParts['spawnRefit']>[1];
  ended: boolean;
}[];
let time: number;
let frames: (() => void)[];

beforeEach(() => {
  [sent, refit, frames, time, poseWorkersEnded] = [[], [], [], 0, 0];
  store = storeWith([mesh, ball()]);
  store.documents.value = store.documents.value.map((document) =>
    document.summary.id === 1 ? { ...document, mesh: { ...document.mesh!, animation } } : document,
  );
  player = createPlayer(store, {
    spawnPoses(message, lost) {
      const said: FromPoseWorker[] = [];
      const receive = servePoses((reported) => said.push(reported));
      losePoses = lost;
      reply = () => message(said.pop()!);
      return { post: (to) => (sent.push(to), receive(to)), terminate: () => void poseWorkersEnded++ };
    },
    spawnRefit(question, say) {
      const run = { question, say, ended: false };
      refit.push(run);
      return () => void (run.ended = true);
    },
    now: () => time,
    nextFrame: (run) => frames.push(run),
  });
});

function posedAt(seconds: number): Float64Array {
  const positions = mesh.positions.slice();
  poseAt(animation, animation.clips[0]!, seconds, positions);
  return positions;
}

describe('an animation', () => {
  test('is that of the active mesh; one without has none', () => {
    expect(store.player.value).toMatchObject({
      document: 1,
      clips: [{ name: 'Shuffle', seconds: 2 }],
      clip: 0,
      seconds: 0,
      isPlaying: false,
      figures: null,
      frames: 60,
      rebuildPercent: 150,
    });
    store.history.change('Show', (scene) => ({ ...scene, activeDocument: 2 }));
    expect(store.player.value).toBeNull();
    player.play();
    expect(sent).toEqual([]);
  });

  test('shows mesh and refitted tree of a time instead of the rest pose, and in no undo step', () => {
    const rest = store.activeTree.value!;
    player.seek(1.5);
    expect([store.activeTree.value, store.player.value!.isBehind]).toEqual([rest, true]);
    player.seek(0.5);
    player.seek(1.5);
    reply();
    expect(store.player.value!.isBehind).toBe(true);
    reply();
    expect(store.player.value!.isBehind).toBe(false);
    const shown = store.activeDocument.value!.mesh!;
    expect([...shown.mesh.positions]).toEqual([...posedAt(1.5)]);
    expect(shown.bounds).not.toEqual(store.documents.value[0]!.mesh!.bounds);
    const { tree } = store.activeTree.value!;
    expect(checkTree(tree, shown.mesh)).toEqual([]);
    expect(Buffer.compare(Buffer.from(tree.bytes), Buffer.from(refitTree(rest.tree, shown.mesh)))).toBe(0);
    expect(store.player.value!.figures).toMatchObject({
      decay: expect.closeTo(store.player.value!.figures!.cost! / rest.summary.statistics.sahCost!, 12),
    });
    expect(store.history.current.value.trees.get(1)).toBe(rest);
    expect(store.history.marks.value).toHaveLength(1);
    player.rest();
    expect([store.activeTree.value, store.activeDocument.value, poseWorkersEnded]).toEqual([rest, store.documents.value[0], 1]);
  });

  test('is the target of rays while it is shown', () => {
    const options = { mode: 'all', cull: false } as const;
    store.history.change('Ray', (scene) => ({
      ...scene,
      ray: { document: 1, origin: [1.83, 1.71, 9], direction: [0, 0, -1], far: Infinity, options },
    }));
    const hits = (): readonly number[] => store.ray.value!.result.hits.map(({ triangle }) => triangle);
    const atRest = hits();
    player.seek(1);
    reply();
    const posed = { ...mesh, positions: posedAt(1) };
    expect(hits()).toEqual(raycastBruteForce(posed, store.scene.value.ray!, options).hits.map(({ triangle }) => triangle));
    expect(hits()).not.toEqual(atRest);
    player.rest();
    expect(hits()).toEqual(atRest);
  });

  test('plays by the clock, one pose on its way at a time, around its end', () => {
    player.play();
    expect(sent.map(({ kind }) => kind)).toEqual(['hold', 'pose']);
    reply();
    for (const [at, seconds] of [
      [500, 0.5],
      [1500, 1.5],
      [2250, 0.25],
    ] as const) {
      time = at;
      expect(frames).toHaveLength(1);
      frames.pop()!();
      expect(store.player.value!.seconds).toBeCloseTo(seconds, 12);
      reply();
    }
    player.pause();
    frames.pop()!();
    expect(sent).toHaveLength(5);
  });

  test('scrubbed faster than poses arrive, requests only the newest', () => {
    player.seek(0.1);
    for (const seconds of [0.2, 0.3, 0.4]) player.seek(seconds);
    expect(sent).toHaveLength(2);
    reply();
    expect(sent.slice(2)).toEqual([{ kind: 'pose', serial: expect.any(Number), clip: 0, seconds: 0.4 }]);
    reply();
    expect(sent).toHaveLength(3);
  });

  test('is posed again for another tree, and no pose of the previous one is shown with it', () => {
    player.seek(1);
    reply();
    const next = loadedTree(mesh);
    store.history.change('Build', (scene) => ({ ...scene, trees: new Map(scene.trees).set(1, next) }));
    expect(store.activeTree.value).toBe(next);
    expect(store.activeDocument.value).toBe(store.documents.value[0]);
    reply();
    expect([...store.activeDocument.value!.mesh!.mesh.positions]).toEqual([...posedAt(1)]);
    expect(sent.map(({ kind }) => kind)).toEqual(['hold', 'pose', 'hold', 'pose']);
  });

  test('ends with its document, and reports a lost worker', () => {
    player.seek(1);
    reply();
    losePoses('out of memory');
    expect(store.log.value.at(-1)?.text).toMatch(/out of memory/);
    player.seek(0.5);
    reply();
    store.documents.value = [openDocument(1, ball())];
    expect([store.pose.value, store.player.value]).toEqual([null, null]);
  });
});

describe('refit against rebuild', () => {
  const build = defaultValues(buildOptions);
  const all = [...refitFrames(mesh, animation, animation.clips[0]!, build, { frames: 3, rebuildPercent: 120 })];

  test('runs in a worker with the options of the tree, and reports each frame', () => {
    player.setOptions({ frames: 3, rebuildPercent: 120 });
    player.measure();
    expect(refit[0]!.question).toMatchObject({ clip: 0, build, frames: 3, rebuildPercent: 120 });
    refit[0]!.say({ kind: 'frame', frame: all[0]! });
    expect(store.player.value!.run).toMatchObject({ kind: 'running', wanted: 3, frames: [all[0]] });
    refit[0]!.say({ kind: 'frame', frame: all[1]! });
    refit[0]!.say({ kind: 'done' });
    expect(store.player.value!.run).toMatchObject({ kind: 'done', frames: [all[0], all[1]] });
    expect(refit[0]!.ended).toBe(true);
  });

  test('can be cancelled, fails in words, and is void for another tree', () => {
    player.measure();
    player.stopMeasuring();
    expect(store.player.value!.run).toMatchObject({ kind: 'failed', problem: { code: 'cancelled' } });
    expect(refit[0]!.ended).toBe(true);
    player.measure();
    refit[1]!.say({ kind: 'failed', problem: { code: 'too-large', message: 'No memory', fix: 'Less', location: {} } });
    expect(store.player.value!.run).toMatchObject({ kind: 'failed', problem: { code: 'too-large' } });
    player.measure();
    store.history.change('Build', (scene) => ({ ...scene, trees: new Map(scene.trees).set(1, loadedTree(mesh)) }));
    expect(store.player.value!.run).toEqual({ kind: 'none' });
    expect(refit[2]!.ended).toBe(true);
  });
});
