import type { TreedMesh } from '#core/pair';
import { lostWorker } from '../store/lost-worker.ts';
import { nothingWanted, type FromPairWorker, type PairQuery, type PairSide, type ToPairWorker } from './pair-messages.ts';

/** The worker as the page sees it. */
export interface PairWorker {
  post(message: ToPairWorker): void;
  terminate(): void;
}

export interface PairRunnerParts {
  /** Starts a worker. `lost` is called once if the worker ends by itself. */
  readonly spawn: (message: (message: FromPairWorker) => void, lost: (reason: string) => void) => PairWorker;
  /** Whether memory can be shared with it: the worker then reads there that a query was replaced or stopped. */
  readonly shared: boolean;
  /** Runs a function after this many milliseconds; returns the function that cancels it. */
  readonly after: (milliseconds: number, run: () => void) => () => void;
  readonly receive: (message: PairReply) => void;
}

/** What the worker sends about a query. */
export type PairReply = Exclude<FromPairWorker, { readonly kind: 'pong' }>;

/** Queries for the pair worker; the newest replaces the others. */
export interface PairRunner {
  /** Starts a query and cancels the one before. Returns the serial of its messages. */
  query(a: TreedMesh, b: TreedMesh, query: PairQuery): number;
  /** Cancels the query under way. The worker keeps its meshes and trees. */
  stop(): void;
  /** Ends the worker, and frees its memory; the next query starts another. */
  end(): void;
}

/**
 * A worker that does not react for this long after its query was replaced or stopped is ended and started again, ms. Without shared
 * memory it cannot react during a query; with it a step may check too rarely.
 */
export const maxUnresponsive = 1000;

interface RunnerState extends PairRunnerParts {
  worker: PairWorker | null;
  /** The meshes that the worker holds. */
  held: Record<PairSide, TreedMesh | null>;
  /** Shared with the worker: the serial of the wanted query; `null` without a worker or shared memory. */
  wanted: Int32Array | null;
  /** Of the last query. */
  serial: number;
  /** Sends the last query again; `null` once its result is complete. */
  resend: (() => void) | null;
  /** While a newer query, or a stop, waits for a reaction: any message with this serial or a later one is that reaction. */
  awaited: { readonly serial: number; readonly stopClock: () => void } | null;
}

export function createPairRunner(parts: PairRunnerParts): PairRunner {
  const state: RunnerState = {
    ...parts,
    worker: null,
    held: { a: null, b: null },
    wanted: null,
    serial: 0,
    resend: null,
    awaited: null,
  };
  return {
    query(a, b, query) {
      state.serial++;
      if (state.resend !== null) awaitReaction(state, state.serial);
      const send = (): void => {
        state.resend = send;
        sendQuery(state, a, b, query);
      };
      send();
      return state.serial;
    },
    stop() {
      if (state.wanted === null) return endWorker(state);
      Atomics.store(state.wanted, 0, nothingWanted);
      if (state.resend === null) return;
      state.resend = null;
      state.serial++;
      state.worker?.post({ kind: 'ping', serial: state.serial });
      awaitReaction(state, state.serial);
    },
    end: () => endWorker(state),
  };
}

function startWorker(state: RunnerState): PairWorker {
  state.wanted = state.shared ? new Int32Array(new SharedArrayBuffer(4)) : null;
  state.held = { a: null, b: null };
  const worker = state.spawn(
    (message) => {
      if (state.worker === worker) receive(state, message);
    },
    (reason) => {
      if (state.worker !== worker) return;
      endWorker(state);
      state.receive({
        kind: 'failed',
        serial: state.serial,
        problem: lostWorker(
          'intersects the meshes',
          'Move the moving mesh to try again; for very large meshes close other documents first',
          reason,
        ),
      });
    },
  );
  state.worker = worker;
  worker.post({ kind: 'begin', wanted: state.wanted });
  return worker;
}

function receive(state: RunnerState, message: FromPairWorker): void {
  // A message about an older query may have been sent before the newer one arrived.
  if (state.awaited !== null && message.serial >= state.awaited.serial) {
    stopAwaiting(state);
    if (message.serial < state.serial) awaitReaction(state, message.serial + 1);
  }
  if (message.kind === 'pong') return;
  if (message.serial === state.serial && (message.kind === 'contacts' || message.kind === 'failed')) state.resend = null;
  state.receive(message);
}

function awaitReaction(state: RunnerState, serial: number): void {
  state.awaited ??= { serial, stopClock: state.after(maxUnresponsive, () => replaceWorker(state)) };
}

function stopAwaiting(state: RunnerState): void {
  state.awaited?.stopClock();
  state.awaited = null;
}

/** Ends the worker; the query that it did not react to goes to the next one. */
function replaceWorker(state: RunnerState): void {
  const { resend } = state;
  endWorker(state);
  resend?.();
}

function endWorker(state: RunnerState): void {
  stopAwaiting(state);
  state.worker?.terminate();
  state.worker = null;
  state.held = { a: null, b: null };
  state.wanted = null;
  state.resend = null;
}

function sendQuery(state: RunnerState, a: TreedMesh, b: TreedMesh, query: PairQuery): void {
  const worker = state.worker ?? startWorker(state);
  if (state.wanted !== null) Atomics.store(state.wanted, 0, state.serial);
  sendMesh(state, worker, 'a', a);
  sendMesh(state, worker, 'b', b);
  worker.post({ kind: 'query', serial: state.serial, ...query });
}

/** Sends a mesh with its tree, unless the worker holds both. */
function sendMesh(state: RunnerState, worker: PairWorker, side: PairSide, treed: TreedMesh): void {
  const { held } = state;
  if (held[side]?.mesh === treed.mesh && held[side].tree === treed.tree) return;
  state.held = { ...held, [side]: treed };
  const { positions, indices } = treed.mesh;
  worker.post({ kind: 'hold', side, bytes: { positions, indices, tree: treed.tree.bytes } });
}
