import { cancelledError } from './cancelled.ts';
import { InspectorError } from './error.ts';
import type { Progress } from './progress.ts';
import type { FromWork, WorkThread } from './work-messages.ts';

/** More threads in a row that end without a result are not replaced, nor are those that cannot start. */
const maxLost = 8;

interface Seat<Start, Step, Batch, Result> {
  /** `null` before it starts, and after it has ended. */
  thread: WorkThread<Start, Step, Batch, Result> | null;
  /** What the thread works on. */
  batch: Waiting<Step, Batch, Result> | null;
}

interface Waiting<Step, Batch, Result> {
  readonly run: Run<Step, Batch, Result>;
  readonly number: number;
  readonly batch: Batch;
}

interface Run<Step, Batch, Result> {
  readonly step: Step;
  readonly waiting: Waiting<Step, Batch, Result>[];
  readonly count: number;
  readonly results: Result[];
  readonly progress: Progress;
  readonly resolve: (results: readonly Result[]) => void;
  readonly reject: (thrown: unknown) => void;
  done: number;
}

/** Threads that do the batches of one run after another, until `end`. */
export class WorkPool<Start, Step, Batch, Result> {
  readonly #shared: Start;
  readonly #startThread: () => WorkThread<Start, Step, Batch, Result>;
  readonly #seats: readonly Seat<Start, Step, Batch, Result>[];
  #run: Run<Step, Batch, Result> | null = null;
  #lost = 0;
  #lostInARow = 0;

  /** @param shared what the batches of all runs share; it is sent to every thread, so large arrays should be in shared memory */
  constructor(shared: Start, threads: number, startThread: () => WorkThread<Start, Step, Batch, Result>) {
    this.#shared = shared;
    this.#startThread = startThread;
    this.#seats = Array.from({ length: threads }, () => ({ thread: null, batch: null }));
    for (const seat of this.#seats) this.#start(seat);
  }

  /** Threads that have ended and were replaced. */
  get lost(): number {
    return this.#lost;
  }

  /**
   * Does the batches of a step, and resolves to their results in the same order. A thread takes the next batch when it has done its last one.
   * One that ends is replaced, and its batch is done again. Wait for a run to end before the next one.
   * @throws InspectorError `worker-lost` when threads end again and again; `cancelled` by `end`; errors of the batches; what `progress` throws.
   */
  run(step: Step, batches: readonly Batch[], progress: Progress): Promise<readonly Result[]> {
    if (batches.length === 0) return Promise.resolve([]);
    return new Promise((resolve, reject) => {
      const run: Run<Step, Batch, Result> = { step, waiting: [], count: batches.length, results: [], progress, resolve, reject, done: 0 };
      batches.forEach((batch, number) => run.waiting.push({ run, number, batch }));
      this.#run = run;
      for (const seat of this.#seats) {
        if (seat.thread === null) this.#start(seat);
        else this.#post(seat, (thread) => thread.post({ kind: 'step', step }));
      }
      for (const seat of this.#seats) this.#takeBatch(seat);
    });
  }

  /** Ends the threads, and cancels a run. */
  end(): void {
    for (const seat of this.#seats) {
      const { thread } = seat;
      seat.thread = seat.batch = null;
      thread?.end();
    }
    this.#close()?.reject(cancelledError());
  }

  #start(seat: Seat<Start, Step, Batch, Result>): void {
    const thread = this.#startThread();
    seat.thread = thread;
    thread.listen((message) => this.#receive(seat, thread, message));
    this.#post(seat, () => {
      thread.post({ kind: 'start', start: this.#shared });
      if (this.#run !== null) thread.post({ kind: 'step', step: this.#run.step });
    });
  }

  #post(seat: Seat<Start, Step, Batch, Result>, send: (thread: WorkThread<Start, Step, Batch, Result>) => void): void {
    const { thread } = seat;
    if (thread === null) return;
    try {
      send(thread);
    } catch {
      // A thread that takes no messages counts as lost; each host has its own errors for that.
      this.#receive(seat, thread, null);
    }
  }

  #takeBatch(seat: Seat<Start, Step, Batch, Result>): void {
    if (this.#run === null || seat.batch !== null || seat.thread === null) return;
    const next = this.#run.waiting.shift();
    if (next === undefined) return;
    seat.batch = next;
    this.#post(seat, (thread) => thread.post({ kind: 'batch', batch: next.batch }));
  }

  #receive(seat: Seat<Start, Step, Batch, Result>, thread: WorkThread<Start, Step, Batch, Result>, message: FromWork<Result> | null): void {
    // A thread that was replaced may still report its end.
    if (seat.thread !== thread) return;
    const { batch } = seat;
    seat.batch = null;
    if (message === null) this.#replace(seat, batch);
    else if (batch?.run !== this.#run) this.#takeBatch(seat);
    else if ('error' in message) this.#close()?.reject(new InspectorError(message.error));
    else this.#finish(seat, batch, message.result);
  }

  #replace(seat: Seat<Start, Step, Batch, Result>, batch: Waiting<Step, Batch, Result> | null): void {
    this.#lost++;
    this.#lostInARow++;
    if (batch !== null && batch.run === this.#run) this.#run.waiting.unshift(batch);
    const { thread } = seat;
    seat.thread = null;
    thread?.end();
    if (this.#lostInARow > maxLost) {
      if (this.#seats.every((other) => other.thread === null)) this.#close()?.reject(allLost());
      // The others go on.
      for (const other of this.#seats) this.#takeBatch(other);
      return;
    }
    this.#start(seat);
    this.#takeBatch(seat);
  }

  #finish(seat: Seat<Start, Step, Batch, Result>, batch: Waiting<Step, Batch, Result> | null, result: Result): void {
    this.#lostInARow = 0;
    const run = this.#run;
    if (run === null || batch === null) return;
    run.results[batch.number] = result;
    run.done++;
    try {
      run.progress(run.done / run.count);
    } catch (thrown) {
      this.#close()?.reject(thrown);
      return;
    }
    if (run.done === run.count) this.#close()?.resolve(run.results);
    else this.#takeBatch(seat);
  }

  #close(): Run<Step, Batch, Result> | null {
    const run = this.#run;
    this.#run = null;
    return run;
  }
}

function allLost(): InspectorError {
  return new InspectorError({
    code: 'worker-lost',
    message: 'Worker threads ended again and again',
    fix: 'Use one thread',
    location: {},
  });
}
