import { describe, expect, it } from 'vitest';
import type { StartedPool } from '#core/job/job-host';
import { identityTransform, transformOf, type Transform } from '#core/math/transform';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { defaultValues } from '#core/options/option';
import { pairOptions } from '#core/options/pair-options';
import { contactCurves } from '#core/pair/contact/contact-curves';
import { contacts } from '#core/pair/contact/contacts';
import { loadPair } from '#core/pair/loaded/load-pair';
import { pairs, type PairsResult } from '#core/pair/pairs/pairs';
import { noProgress } from '#core/progress';
import { createBuildPool, type FromBuilder } from '#core/tree/kinds/wide/parallel/build-pool';
import { serveBuild } from '#core/tree/kinds/wide/parallel/serve-build';
import { nothingWanted, type FromPairWorker, type PairSide } from '../../../renderer/state/pair/pair-messages.ts';
import { replacedGrace, servePairs } from '../../../renderer/workers/serve-pairs.ts';
import { ball, knot, meshOf } from '../../fixtures/shapes.ts';
import { treed } from '../../fixtures/treed.ts';
import { settled } from '../fake-host.ts';

const options = defaultValues(pairOptions);
const fixed = knot();
const movingMesh = ball(48, 24, 1.2);
const intersectingPose = transformOf({ translate: [2, 0.1, 0.2], rotateDegrees: [10, 20, 30], scale: [1, 1, 1] });
const apart = transformOf({ translate: [90, 0, 0], rotateDegrees: [0, 0, 0], scale: [1, 1, 1] });

function quickPairs(aFromB: Transform): PairsResult {
  const [a, b] = [treed(fixed), treed(movingMesh)];
  return pairs(a, b, aFromB, options, noProgress, loadPair(a, b, { buildsWide: true }));
}

describe('the pair worker', () => {
  it('reports that the surfaces intersect, then the pairs, then the contacts: those of the core', async () => {
    const { told, ask } = begin();
    ask(1, intersectingPose);
    await settled();
    expect(told.map(({ kind }) => kind)).toEqual(['overlap', 'found', 'contacts']);
    const wanted = quickPairs(intersectingPose);
    const all = contacts(fixed, movingMesh, intersectingPose, wanted.pairs);
    expect(wanted.pairCount).toBeGreaterThan(100);
    expect(wanted.stats.engine).toBe('webassembly');
    expect(told[1]).toMatchObject({ serial: 1, found: wanted });
    expect(told[2]).toMatchObject({
      serial: 1,
      pairContacts: { contacts: all, loops: contactCurves(all, fixed, movingMesh, intersectingPose) },
    });
  });

  it('reports separate surfaces in the same messages', async () => {
    const { told, ask } = begin();
    ask(1, apart);
    await settled();
    expect(told[0]).toEqual({ kind: 'overlap', serial: 1, overlap: false });
    expect(told[1]).toMatchObject({ found: { pairCount: 0, stats: quickPairs(apart).stats } });
    expect(told[2]).toMatchObject({ pairContacts: { contacts: { kinds: new Uint8Array() } } });
  });

  it('counts, and does not describe, more contacts than are wanted', async () => {
    const { told, ask } = begin();
    ask(1, intersectingPose, 100);
    await settled();
    expect(told[2]).toEqual({ kind: 'contacts', serial: 1, pairContacts: null });
  });

  for (const shared of [true, false]) {
    it(`replies to the newest of many queries, ${shared ? 'with' : 'without'} shared memory; those between never start`, async () => {
      const { told, ask } = begin({ shared });
      for (let serial = 1; serial <= 9; serial++)
        ask(serial, transformOf({ translate: [2, serial / 100, 0.2], rotateDegrees: [0, 0, 0], scale: [1, 1, 1] }));
      await settled();
      expect(new Set(told.map(({ serial }) => serial))).toEqual(new Set([1, 9]));
      expect(told.filter(({ kind }) => kind === 'contacts').map(({ serial }) => serial)).toEqual([9]);
    });
  }

  it('ends a step of a replaced query after its grace period, not earlier', async () => {
    for (const [milliseconds, kinds] of [
      [replacedGrace - 50, ['overlap']],
      [replacedGrace + 50, []],
    ] as const) {
      let now = 0;
      const { told, ask, wanted } = begin({ now: () => now });
      // While the first step runs the page wants another: time passes at each look.
      ask(1, intersectingPose, 1e6, () => {
        Atomics.store(wanted!, 0, 2);
        now = milliseconds;
      });
      await settled();
      expect(told.map(({ kind }) => kind).filter((kind) => kind !== 'progress')).toEqual(kinds);
    }
  });

  it('uses WebAssembly for large meshes after the first result', async () => {
    const { told, ask } = begin({ large: ball(384, 192) });
    for (const serial of [1, 2]) {
      ask(serial, intersectingPose);
      await settled();
    }
    const [first, second] = told.flatMap((step) => (step.kind === 'found' ? [step.found] : []));
    expect([first?.stats.engine, second?.stats.engine]).toEqual(['typescript', 'webassembly']);
    expect(second?.pairs).toEqual(first?.pairs);
  });

  it('builds their trees with its own threads, which end with it; the results stay', async () => {
    const started: number[] = [];
    let ended = 0;
    const startBuildPool = (helpers: number): StartedPool => {
      started.push(helpers);
      const { pool, end } = startFakePool(helpers);
      return { pool, end: () => (ended++, end()) };
    };
    const large = ball(384, 192);
    const { told, ask } = begin({ large, helpers: 2, startBuildPool });
    for (const serial of [1, 2]) {
      ask(serial, intersectingPose);
      await settled();
    }
    expect([started, ended]).toEqual([[2], 1]);
    // The fixed mesh is too small for threads to be worth it.
    expect(told.filter(({ kind }) => kind === 'loaded')).toEqual([
      { kind: 'loaded', serial: 1, built: 2, parallel: 1, threads: 3, milliseconds: 0 },
    ]);
    const [first, second] = told.flatMap((step) => (step.kind === 'found' ? [step.found] : []));
    expect([first?.stats.engine, second?.stats.engine]).toEqual(['typescript', 'webassembly']);
    expect(second?.pairs).toEqual(first?.pairs);
    const [a, b] = [treed(fixed), treed(large)];
    expect(second?.stats).toEqual(pairs(a, b, intersectingPose, options, noProgress, loadPair(a, b, { buildsWide: true })).stats);
  });

  it('starts no thread for small meshes, and ends the threads of a replaced query', async () => {
    let running = 0;
    const startBuildPool = (helpers: number): StartedPool => {
      const { pool } = startFakePool(helpers);
      running++;
      Atomics.store(wanted!, 0, 2);
      return { pool, end: () => void running-- };
    };
    const { told, ask, wanted, receive } = begin({ large: ball(384, 192), helpers: 1, startBuildPool });
    ask(1, intersectingPose);
    await settled();
    expect([running, told.filter(({ kind }) => kind === 'loaded')]).toEqual([0, []]);
    const small = treed(movingMesh);
    receive({ kind: 'hold', side: 'b', bytes: { ...movingMesh, tree: small.tree.bytes } });
    ask(3, intersectingPose);
    await settled();
    expect(told.filter(({ kind }) => kind === 'loaded')).toEqual([]);
  });

  it('ends at once when nothing is wanted any more', async () => {
    const { told, ask, wanted } = begin();
    ask(1, intersectingPose, 1e6, () => Atomics.store(wanted!, 0, nothingWanted));
    await settled();
    expect(told).toEqual([]);
  });

  it('confirms a message on request', async () => {
    const { told, ask, receive } = begin();
    ask(1, intersectingPose);
    receive({ kind: 'ping', serial: 2 });
    await settled();
    expect(told.filter(({ kind }) => kind === 'pong')).toEqual([{ kind: 'pong', serial: 2 }]);
    expect(told.at(-1)).toMatchObject({ kind: 'contacts', serial: 1 });
  });

  it('reports too many pairs, and an invalid matrix, by their codes, and continues', async () => {
    const { told, ask, receive, wanted } = begin();
    Atomics.store(wanted!, 0, 1);
    receive({ kind: 'query', serial: 1, aFromB: intersectingPose, options: { maxPairs: 10 }, maxContacts: 1e6 });
    await settled();
    expect(told.at(-1)).toMatchObject({ kind: 'failed', serial: 1, problem: { code: 'too-large' } });
    ask(
      2,
      identityTransform.map(() => 0),
    );
    await settled();
    expect(told.at(-1)).toMatchObject({ kind: 'failed', serial: 2, problem: { code: 'invalid-argument' } });
    ask(3, intersectingPose);
    await settled();
    expect(told.at(-1)).toMatchObject({ kind: 'contacts', serial: 3 });
  });

  it('hands every array over, each once, and keeps none that it needs', async () => {
    const { ask, transfers } = begin({ coplanar: true });
    ask(1, identityTransform);
    await settled();
    expect(transfers.length).toBeGreaterThan(12);
    expect(new Set(transfers).size).toBe(transfers.length);
  });
});

/** Threads of this one. */
function startFakePool(helpers: number): StartedPool {
  const threads = Array.from({ length: helpers }, () => {
    let receive: (message: FromBuilder | null) => void = () => {};
    const serve = serveBuild((message) => receive(message));
    return {
      post: (message: Parameters<typeof serve>[0]) => queueMicrotask(() => serve(message)),
      listen: (listener: typeof receive) => (receive = listener),
    };
  });
  return { pool: createBuildPool(threads), end: () => {} };
}

interface Parts {
  readonly shared?: boolean;
  readonly now?: () => number;
  readonly coplanar?: boolean;
  readonly large?: TriangleMesh;
  readonly helpers?: number;
  readonly startBuildPool?: (helpers: number) => StartedPool;
}

/** A worker that holds the meshes; messages are cloned and buffers moved as between threads. */
function begin({
  shared = true,
  now = () => 0,
  coplanar = false,
  large = movingMesh,
  helpers = 0,
  startBuildPool = startFakePool,
}: Parts = {}) {
  const told: FromPairWorker[] = [];
  const transfers: ArrayBuffer[] = [];
  let look = (): void => {};
  const receive = servePairs({
    post(message, transfer) {
      transfers.push(...transfer);
      told.push(structuredClone(message, { transfer }));
    },
    turn: () => Promise.resolve(),
    helpers,
    startBuildPool,
    now: () => {
      const time = now();
      look();
      return time;
    },
  });
  const wanted = shared ? new Int32Array(new SharedArrayBuffer(4)) : null;
  receive({ kind: 'begin', wanted });
  const square = meshOf([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], [0, 1, 2, 0, 2, 3]);
  const hold = (side: PairSide, mesh: TriangleMesh): void => {
    const { positions, indices } = mesh;
    receive({ kind: 'hold', side, bytes: { positions, indices, tree: treed(mesh).tree.bytes } });
  };
  hold('a', coplanar ? square : fixed);
  hold('b', coplanar ? square : large);
  const ask = (serial: number, aFromB: Transform, maxContacts = 1e6, whileRunning: () => void = () => {}): void => {
    if (wanted !== null) Atomics.store(wanted, 0, serial);
    look = whileRunning;
    receive({ kind: 'query', serial, aFromB, options, maxContacts });
  };
  return { told, transfers, wanted, receive, ask };
}
