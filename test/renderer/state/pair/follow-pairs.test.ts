import { describe, expect, it } from 'vitest';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { loadPair } from '#core/pair/loaded/load-pair';
import { pairs } from '#core/pair/pairs/pairs';
import { noProgress } from '#core/progress';
import { followPairs, lateAfter, type PairFollower } from '../../../../renderer/state/pair/follow-pairs.ts';
import { movingTransform, shownOutcome } from '../../../../renderer/state/pair/pair-query.ts';
import { withMovingMesh, withMovingPose, withoutMovingMesh } from '../../../../renderer/state/store/scene-edits.ts';
import type { WritableStore } from '../../../../renderer/state/store/store.ts';
import type { FromPairWorker } from '../../../../renderer/state/pair/pair-messages.ts';
import { servePairs } from '../../../../renderer/workers/serve-pairs.ts';
import { ball, knot, meshOf } from '../../../fixtures/shapes.ts';
import { treed } from '../../../fixtures/treed.ts';
import { settled } from '../../fake-host.ts';
import { openDocument, storeWith } from '../../scene/scene-fixture.ts';
import { createFakeClock } from '../fake-clock.ts';

const fixed = knot();
const moved = ball(48, 24, 1.2);

describe('intersections of the moving mesh and the fixed mesh', () => {
  it('is none without a moving mesh, and no worker is there', () => {
    const { store, workers } = begin();
    expect(store.pair.value).toEqual({ status: { kind: 'none' }, outcome: null });
    expect(workers).toHaveLength(0);
  });

  it('is what core finds, for every pose that the scene takes, undo too', async () => {
    const { store } = begin();
    useMovingMesh(store);
    for (const translate of [
      [2, 0.1, 0.2],
      [2.3, 0, 0],
      [50, 0, 0],
    ] as const) {
      store.history.change('Move', (scene) => withMovingPose(scene, { translate }));
      await settled();
      expectAnswer(store);
    }
    expect(store.pair.value.outcome?.overlap).toBe(false);
    store.history.undo();
    await settled();
    expectAnswer(store);
    expect(store.pair.value.outcome?.overlap).toBe(true);
  });

  it('ends its worker with the moving mesh', async () => {
    const { store, workers } = begin();
    useMovingMesh(store);
    await settled();
    store.history.change('Remove', withoutMovingMesh);
    expect(store.pair.value).toEqual({ status: { kind: 'none' }, outcome: null });
    expect(workers.map(({ terminated }) => terminated)).toEqual([true]);
  });

  it('keeps showing the previous intersections until the result is late', () => {
    const { store, workers, clock } = begin({ answers: false });
    useMovingMesh(store);
    result(workers[0]!.say, 1);
    const before = store.pair.value.outcome;
    expect(store.pair.value.status).toEqual({ kind: 'done' });
    store.history.preview((scene) => withMovingPose(scene, { translate: [2, 0, 0] }));
    expect(store.pair.value).toEqual({ status: { kind: 'running', late: false, fraction: 0 }, outcome: before });
    expect(shownOutcome(store.pair.value, store.scene.value.movingMesh)).toBe(before);
    clock.pass(lateAfter);
    expect(store.pair.value.status).toMatchObject({ late: true });
    expect(shownOutcome(store.pair.value, store.scene.value.movingMesh)).toBeNull();
  });

  it('shows steps by themselves only if the whole result is late', () => {
    const { store, workers, clock } = begin({ answers: false });
    useMovingMesh(store);
    workers[0]!.say({ kind: 'overlap', serial: 1, overlap: true });
    expect(store.pair.value.outcome).toBeNull();
    clock.pass(lateAfter);
    expect(store.pair.value.outcome).toMatchObject({ overlap: true, found: null, pairContacts: null });
    workers[0]!.say({ kind: 'progress', serial: 1, fraction: 0.5 });
    expect(store.pair.value.status).toEqual({ kind: 'running', late: true, fraction: 0.5 });
    result(workers[0]!.say, 1);
    expect(store.pair.value).toMatchObject({
      status: { kind: 'done' },
      outcome: { overlap: true, found: { pairCount: 1 }, pairContacts: null },
    });
  });

  it('accepts a complete result of a replaced query, and keeps waiting', () => {
    const { store, workers, clock } = begin({ answers: false });
    useMovingMesh(store);
    const first = store.scene.value.movingMesh;
    store.history.preview((scene) => withMovingPose(scene, { translate: [2, 0, 0] }));
    clock.pass(lateAfter - 50);
    result(workers[0]!.say, 1);
    expect(store.pair.value).toMatchObject({ status: { kind: 'running', late: false }, outcome: { input: first } });
    clock.pass(60);
    expect(store.pair.value.status).toMatchObject({ late: false });
    result(workers[0]!.say, 2);
    expect(store.pair.value).toMatchObject({ status: { kind: 'done' }, outcome: { input: store.scene.value.movingMesh } });
    // What comes late of what is over changes nothing.
    const known = store.pair.value;
    workers[0]!.say({ kind: 'overlap', serial: 1, overlap: false });
    expect(store.pair.value).toBe(known);
  });

  it('reports a lost worker in one line, and starts another with the next pose', async () => {
    const { store, workers } = begin();
    useMovingMesh(store);
    workers[0]!.lose('out of memory');
    expect(store.pair.value).toMatchObject({ status: { kind: 'failed', problem: { code: 'worker-lost' } }, outcome: null });
    expect(store.log.value.map(({ text }) => text)).toEqual([expect.stringMatching(/^The worker .* has ended\. Move the moving mesh/)]);
    store.history.change('Move', (scene) => withMovingPose(scene, { translate: [2, 0, 0] }));
    await settled();
    expect(workers).toHaveLength(2);
    expectAnswer(store);
  });

  it('reports more pairs than the options allow, and that the surfaces intersect', async () => {
    const { store } = begin();
    useMovingMesh(store);
    store.history.change('Fewer', (scene) => ({
      ...scene,
      movingMesh: { ...scene.movingMesh!, translate: [2, 0, 0], options: { maxPairs: 5 } },
    }));
    await settled();
    expect(store.pair.value).toMatchObject({
      status: { kind: 'too-many', problem: { code: 'too-large' } },
      outcome: { overlap: true, found: null },
    });
    expect(store.log.value).toEqual([]);
  });

  it('can be stopped, and the next pose starts another query', async () => {
    const { store, follower } = begin();
    useMovingMesh(store);
    follower.stop();
    await settled();
    expect(store.pair.value.status).toMatchObject({ kind: 'failed', problem: { code: 'cancelled' } });
    expect(store.log.value).toEqual([]);
    store.history.change('Move', (scene) => withMovingPose(scene, { translate: [2, 0, 0] }));
    await settled();
    expectAnswer(store);
  });

  it('reports in a sentence which input is missing: a mesh, a triangle, a tree, a scale', () => {
    const { store } = begin();
    useMovingMesh(store);
    const said = (): string => {
      const { status } = store.pair.value;
      return status.kind === 'waiting' ? status.text : 'problem' in status ? status.problem.message : status.kind;
    };
    const [first, second] = store.documents.value;
    const { trees } = store.scene.value;
    const withSecond = (change: Partial<typeof second>, phase: 'building' | 'ready' | 'parsing' | 'failed' = 'ready'): void => {
      store.documents.value = [first!, { ...second!, ...change, summary: { ...second!.summary, phase } }];
    };
    withSecond({ mesh: null }, 'parsing');
    expect(said()).toBe('2.obj is being read');
    withSecond({ mesh: null }, 'failed');
    expect(said()).toBe('It could not be read');
    withSecond({ mesh: openDocument(2, meshOf([], [])).mesh });
    expect(said()).toBe('It has no usable triangle, so nothing can intersect it');
    store.history.rewrite((scene) => ({ ...scene, trees: new Map([...trees].filter(([id]) => id === 1)) }));
    withSecond({}, 'building');
    expect(said()).toBe('The tree of 2.obj is being built');
    withSecond({}, 'failed');
    expect(said()).toBe('It has no tree');
    withSecond({});
    store.history.rewrite((scene) => ({ ...scene, trees, movingMesh: { ...scene.movingMesh!, scale: 0 } }));
    expect(said()).toMatch(/flattens the mesh/);
  });
});

interface FakeWorker {
  terminated: boolean;
  readonly say: (message: FromPairWorker) => void;
  readonly lose: (reason: string) => void;
}

/** Documents 1 and 2; with `answers` a real worker's work in this thread, else a test says what comes. */
function begin({ answers = true } = {}): {
  store: WritableStore;
  workers: FakeWorker[];
  clock: ReturnType<typeof createFakeClock>;
  follower: PairFollower;
} {
  const store = storeWith([fixed, moved]);
  const workers: FakeWorker[] = [];
  const clock = createFakeClock();
  const follower = followPairs(store, {
    shared: true,
    after: clock.after,
    spawn(say, lose) {
      const worker: FakeWorker = { terminated: false, say, lose };
      workers.push(worker);
      // Messages take a turn, as between threads.
      const turn = (): Promise<void> => Promise.resolve();
      const receive = servePairs({
        post: (message, transfer) => say(structuredClone(message, { transfer })),
        turn,
        now: () => 0,
        helpers: 0,
        startBuildPool: () => expect.unreachable(),
      });
      return { post: (message) => void (answers && turn().then(() => receive(message))), terminate: () => void (worker.terminated = true) };
    },
  });
  return { store, workers, clock, follower };
}

function useMovingMesh(store: WritableStore): void {
  store.history.change('Use as moving mesh', (scene) => withMovingMesh(scene, 2, 1));
}

function result(say: FakeWorker['say'], serial: number): void {
  const one = Uint32Array.of(0);
  say({ kind: 'overlap', serial, overlap: true });
  const stats = { nodePairsTested: 1, trianglePairsTested: 1, engine: 'typescript' } as const;
  say({
    kind: 'found',
    serial,
    found: { overlap: true, pairCount: 1, pairs: Uint32Array.of(0, 0), trianglesA: one, trianglesB: one, stats, milliseconds: 1 },
  });
  say({ kind: 'contacts', serial, pairContacts: null });
}

function expectAnswer(store: WritableStore): void {
  const { movingMesh } = store.scene.value;
  const { status, outcome } = store.pair.value;
  expect(status).toEqual({ kind: 'done' });
  const wanted = pairsOf(fixed, moved, movingMesh!);
  expect(outcome).toMatchObject({ input: movingMesh, overlap: wanted.overlap, found: wanted });
  expect(outcome?.pairContacts?.contacts.pairs).toEqual(wanted.pairs);
}

function pairsOf(
  a: TriangleMesh,
  b: TriangleMesh,
  movingMesh: NonNullable<WritableStore['scene']['value']['movingMesh']>,
): ReturnType<typeof pairs> {
  const [ofA, ofB] = [treed(a), treed(b)];
  return pairs(ofA, ofB, movingTransform(movingMesh), movingMesh.options, noProgress, loadPair(ofA, ofB, { buildsWide: true }));
}
