import { InspectorError, toErrorData } from '#core/error';
import type { StartedPool } from '#core/job';
import {
  contactCurves,
  contacts,
  curveOfEachContact,
  type LoadedPair,
  loadPair,
  loadPairParallel,
  pairs,
  surfacesIntersect,
  type TreedMesh,
} from '#core/pair';
import { minForThreads, openTree } from '#core/tree';
import type { Progress } from '#core/progress';
import type { HeldBytes } from '../state/store/held-bytes.ts';
import { orderByMovingMesh, type PairContacts, type PairsFound } from '../state/pair/pair-query.ts';
import { nothingWanted, type FromPairWorker, type PairQuery, type PairSide, type ToPairWorker } from '../state/pair/pair-messages.ts';

/** The part of the worker thread that is used here. */
export interface PairWorkerPort {
  post(message: FromPairWorker, transfer: ArrayBuffer[]): void;
  /** Resolves after waiting messages have been received. */
  turn(): Promise<void>;
  now(): number;
  /** How many threads may help to build the trees of large meshes; 0 where memory cannot be shared. */
  readonly helpers: number;
  startBuildPool(helpers: number): StartedPool;
}

/** A step of a query that was replaced may still take this long, ms: shorter steps are all completed while a moving mesh is dragged. */
export const replacedGrace = 250;
/** Up to this many triangles of both meshes are loaded into WASM before the first result; more are loaded after it. */
const quicklyLoaded = 1 << 17;
/** Minimum time between two messages of progress, ms. */
const progressEvery = 100;

type Query = Extract<ToPairWorker, { kind: 'query' }>;

/** The state of the worker, and its next query. */
interface PairServer {
  readonly port: PairWorkerPort;
  readonly held: Record<PairSide, TreedMesh | null>;
  /** The pair in WASM memory; `null` where that is not possible, `undefined` until it was tried. */
  loaded: LoadedPair | null | undefined;
  wanted: Int32Array | null;
  next: Query | null;
  isRunning: boolean;
}

/**
 * Runs queries of two meshes. Only the newest waiting query is started. Returns the function that takes messages.
 *
 * The overlap test is sent first: it is fast for any number of pairs.
 */
export function servePairs(port: PairWorkerPort): (message: ToPairWorker) => void {
  const server: PairServer = { port, held: { a: null, b: null }, loaded: undefined, wanted: null, next: null, isRunning: false };
  return (message) => {
    switch (message.kind) {
      case 'begin':
        server.wanted = message.wanted;
        return;
      case 'hold':
        server.held[message.side] = treed(message.bytes);
        server.loaded = undefined;
        return;
      case 'query':
        server.next = message;
        if (!server.isRunning) void runQueries(server);
        return;
      case 'ping':
        port.post({ kind: 'pong', serial: message.serial }, []);
    }
  };
}

async function runQueries(server: PairServer): Promise<void> {
  server.isRunning = true;
  while (server.next !== null) {
    const query = server.next;
    server.next = null;
    await runQuery(server, query);
  }
  server.isRunning = false;
}

async function runQuery(server: PairServer, query: Query): Promise<void> {
  const { port } = server;
  const { serial } = query;
  try {
    const { a, b } = server.held;
    if (a === null || b === null) return;
    if (server.loaded === undefined && a.tree.meshTriangles + b.tree.meshTriangles <= quicklyLoaded)
      server.loaded = loadPair(a, b, { buildsWide: true });
    const clock = { stepStart: port.now(), reported: port.now() };
    const progress = (fraction: number): void => reportProgress(server, serial, clock, fraction);
    for (const step of pairSteps(a, b, server.loaded ?? null, query, progress)) {
      port.post({ serial, ...step }, buffersOf(step));
      await port.turn();
      if (isReplaced(server, serial)) return;
      clock.stepStart = port.now();
    }
    // Without shared memory a newer query could not stop the loading.
    if (server.loaded === undefined && server.wanted !== null) await loadInParallel(server, a, b, serial);
  } catch (thrown) {
    const problem = toErrorData(thrown);
    if (problem.code !== 'cancelled') port.post({ kind: 'failed', serial, problem }, []);
  }
}

/** Sends progress now and then. @throws InspectorError `cancelled` when the query is stopped, or was replaced and takes long. */
function reportProgress(
  server: PairServer,
  serial: number,
  clock: { readonly stepStart: number; reported: number },
  fraction: number,
): void {
  const { port, wanted } = server;
  const now = port.now();
  const isStopped = wanted !== null && Atomics.load(wanted, 0) === nothingWanted;
  if (isStopped || (isReplaced(server, serial) && now - clock.stepStart > replacedGrace)) throw replaced();
  if (now - clock.reported < progressEvery) return;
  clock.reported = now;
  port.post({ kind: 'progress', serial, fraction }, []);
}

function isReplaced({ wanted, next }: PairServer, serial: number): boolean {
  return wanted === null ? next !== null : Atomics.load(wanted, 0) !== serial;
}

/** Loads large meshes into WASM after a result, by several threads where there are some. Messages are taken meanwhile. */
async function loadInParallel(server: PairServer, a: TreedMesh, b: TreedMesh, serial: number): Promise<void> {
  const { port, held } = server;
  const start = port.now();
  const isWorthThreads = port.helpers > 0 && Math.max(a.tree.meshTriangles, b.tree.meshTriangles) >= minForThreads;
  const started = isWorthThreads ? port.startBuildPool(port.helpers) : null;
  try {
    const result = await loadPairParallel(a, b, started?.pool ?? null, () => {
      if (isReplaced(server, serial)) throw replaced();
    });
    if (held.a !== a || held.b !== b) return;
    server.loaded = result?.pair ?? null;
    if (result === null) return;
    const { built, parallel } = result;
    port.post({ kind: 'loaded', serial, built, parallel, threads: 1 + port.helpers, milliseconds: port.now() - start }, []);
  } finally {
    started?.end();
  }
}

type Step =
  | { readonly kind: 'overlap'; readonly overlap: boolean }
  | { readonly kind: 'found'; readonly found: PairsFound }
  | { readonly kind: 'contacts'; readonly pairContacts: PairContacts | null };

/** The steps of one query. Surfaces that do not intersect need no second traversal. */
function* pairSteps(
  a: TreedMesh,
  b: TreedMesh,
  loaded: LoadedPair | null,
  { aFromB, options, maxContacts }: PairQuery,
  progress: Progress,
): Generator<Step> {
  let start = performance.now();
  const { overlap, stats } = surfacesIntersect(a, b, aFromB, progress, loaded);
  yield { kind: 'overlap', overlap };
  if (!overlap) {
    const none = new Uint32Array();
    yield {
      kind: 'found',
      found: { overlap, pairCount: 0, pairs: none, trianglesA: none, trianglesB: none, stats, milliseconds: performance.now() - start },
    };
    yield { kind: 'contacts', pairContacts: pairContactsOf(a, b, aFromB, none, progress) };
    return;
  }
  start = performance.now();
  const result = pairs(a, b, aFromB, options, progress, loaded);
  // Posting the pairs transfers their memory.
  const found = result.pairs.slice();
  yield { kind: 'found', found: { ...result, milliseconds: performance.now() - start } };
  yield { kind: 'contacts', pairContacts: result.pairCount > maxContacts ? null : pairContactsOf(a, b, aFromB, found, progress) };
}

/** The progress of the last step at which the contact curves begin. */
const curvesFrom = 0.5;

function pairContactsOf(a: TreedMesh, b: TreedMesh, aFromB: PairQuery['aFromB'], found: Uint32Array, progress: Progress): PairContacts {
  const start = performance.now();
  const all = contacts(a.mesh, b.mesh, aFromB, found, (fraction) => progress(curvesFrom * fraction));
  const loops = contactCurves(all, a.mesh, b.mesh, aFromB, (fraction) => progress(curvesFrom + (1 - curvesFrom) * fraction));
  const loopOfContact = curveOfEachContact(loops, all.kinds.length);
  const byMovingMesh = orderByMovingMesh(all);
  return { contacts: all, loops, loopOfContact, byMovingMesh, milliseconds: performance.now() - start };
}

function treed({ positions, indices, tree }: HeldBytes): TreedMesh {
  return { mesh: { positions, indices, parts: [] }, tree: openTree(tree) };
}

/** The arrays of a step are transferred, not copied. */
function buffersOf(step: Step): ArrayBuffer[] {
  const arrays: unknown[] = [];
  if (step.kind === 'found') arrays.push(...Object.values(step.found));
  if (step.kind === 'contacts' && step.pairContacts !== null) {
    const { contacts: all, loops, loopOfContact, byMovingMesh } = step.pairContacts;
    arrays.push(...Object.values(all), ...Object.values(loops), loopOfContact, byMovingMesh);
  }
  const buffers = arrays.flatMap((array) => (ArrayBuffer.isView(array) && array.buffer instanceof ArrayBuffer ? [array.buffer] : []));
  return [...new Set(buffers)];
}

function replaced(): InspectorError {
  return new InspectorError({
    code: 'cancelled',
    message: 'A newer query has replaced this one',
    fix: 'Wait for its result',
    location: {},
  });
}
