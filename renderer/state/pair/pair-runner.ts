import type { InspectorErrorData } from '#core/error';
import type { TreedMesh } from '#core/pair/treed-mesh';
import { nothingWanted, type FromPairWorker, type PairQuestion, type PairSide, type ToPairWorker } from './pair-messages.ts';

/** The worker as the page sees it. */
export interface PairWorker {
  post(message: ToPairWorker): void;
  terminate(): void;
}

export interface PairRunnerParts {
  /** Starts a worker. It tells what it has to say, or once that it is lost. */
  readonly spawn: (message: (message: FromPairWorker) => void, lost: (reason: string) => void) => PairWorker;
  /** Whether memory can be shared with it: then it is told there when a question is overtaken or stopped. */
  readonly shared: boolean;
  /** Runs a function after so many milliseconds, unless it is taken back. */
  readonly after: (milliseconds: number, run: () => void) => () => void;
  readonly tell: (message: PairTold) => void;
}

/** What the worker has to say about a question. */
export type PairTold = Exclude<FromPairWorker, { readonly kind: 'heard' }>;

/** Questions for the pair worker, the newest first. */
export interface PairRunner {
  /** Asks; what was asked before is no longer wanted. Returns the serial of the answer. */
  ask(a: TreedMesh, b: TreedMesh, question: PairQuestion): number;
  /** Gives up what is asked. The worker keeps what it holds. */
  stop(): void;
  /** Ends the worker, and frees what it holds; the next question starts another. */
  end(): void;
}

/**
 * A worker that does not hear for so long that its question is no longer wanted is replaced, ms: without shared memory it
 * cannot, and with it may be in a step that looks too seldom.
 */
export const maxDeafness = 1000;

export function createPairRunner({ spawn, shared, after, tell }: PairRunnerParts): PairRunner {
  let worker: PairWorker | null = null;
  let held: Record<PairSide, TreedMesh | null> = { a: null, b: null };
  let wanted: Int32Array | null = null;
  let serial = 0;
  /** What was asked last, until its answer is whole. */
  let open: (() => void) | null = null;
  /** While a newer question, or Stop, waits to be heard: whatever is said of it, or of a newer one still, shows that it was. */
  let listening: { readonly since: number; readonly stop: () => void } | null = null;

  function start(): PairWorker {
    wanted = shared ? new Int32Array(new SharedArrayBuffer(4)) : null;
    held = { a: null, b: null };
    const mine = spawn(
      (message) => {
        if (worker === mine) receive(message);
      },
      (reason) => {
        if (worker !== mine) return;
        end();
        tell({ kind: 'failed', serial, problem: lostWorker(reason) });
      },
    );
    worker = mine;
    mine.post({ kind: 'begin', wanted });
    return mine;
  }

  function receive(message: FromPairWorker): void {
    // What is said of an older question may have been said before the newer one came.
    if (listening !== null && message.serial >= listening.since) {
      stopListening();
      if (message.serial < serial) listenSince(message.serial + 1);
    }
    if (message.kind === 'heard') return;
    if (message.serial === serial && (message.kind === 'meeting' || message.kind === 'failed')) open = null;
    tell(message);
  }

  function listenSince(since: number): void {
    listening ??= { since, stop: after(maxDeafness, replace) };
  }

  function stopListening(): void {
    listening?.stop();
    listening = null;
  }

  function send(a: TreedMesh, b: TreedMesh, question: PairQuestion): void {
    const to = worker ?? start();
    if (wanted !== null) Atomics.store(wanted, 0, serial);
    hold(to, 'a', a);
    hold(to, 'b', b);
    to.post({ kind: 'ask', serial, ...question });
  }

  function hold(to: PairWorker, side: PairSide, treed: TreedMesh): void {
    if (held[side]?.mesh === treed.mesh && held[side].tree === treed.tree) return;
    held = { ...held, [side]: treed };
    const { positions, indices } = treed.mesh;
    to.post({ kind: 'hold', side, bytes: { positions, indices, tree: treed.tree.bytes } });
  }

  function replace(): void {
    const again = open;
    // What it was to hear of is asked of the next one.
    end();
    again?.();
  }

  function end(): void {
    stopListening();
    worker?.terminate();
    worker = null;
    held = { a: null, b: null };
    wanted = null;
    open = null;
  }

  return {
    ask(a, b, question) {
      serial++;
      if (open !== null) listenSince(serial);
      const sendIt = (): void => {
        open = sendIt;
        send(a, b, question);
      };
      sendIt();
      return serial;
    },
    stop() {
      if (wanted === null) return end();
      Atomics.store(wanted, 0, nothingWanted);
      if (open === null) return;
      open = null;
      serial++;
      worker?.post({ kind: 'hear', serial });
      listenSince(serial);
    },
    end,
  };
}

function lostWorker(reason: string): InspectorErrorData {
  return {
    code: 'worker-lost',
    message: 'The worker that asks how the meshes meet has ended',
    fix: 'Move the moving mesh to ask again; for very large meshes close other documents first',
    location: {},
    ...(reason === '' ? {} : { detail: reason }),
  };
}
