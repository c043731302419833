import { InspectorError } from '../../error.ts';
import type { Progress } from '../../progress.ts';
import type { FromNarrow, NarrowBatch, NarrowScene, NarrowStep, NarrowThread } from './narrow-messages.ts';

/** More threads in a row that end without a result are not replaced. */
const maxLost = 8;

interface Seat {
  thread: NarrowThread;
  /** What the thread works on. */
  batch: NarrowBatch | null;
}

/** The run of one step. */
interface Run {
  readonly step: NarrowStep;
  readonly waiting: NarrowBatch[];
  readonly count: number;
  readonly progress: Progress;
  readonly resolve: () => void;
  readonly reject: (thrown: unknown) => void;
  done: number;
}

/** Threads that test the pairs of a scene, until `end`. */
export class NarrowPool {
  readonly #scene: NarrowScene;
  readonly #startThread: () => NarrowThread;
  readonly #seats: readonly Seat[];
  #run: Run | null = null;
  #lost = 0;
  #lostInARow = 0;

  constructor(scene: NarrowScene, threads: number, startThread: () => NarrowThread) {
    this.#scene = scene;
    this.#startThread = startThread;
    this.#seats = Array.from({ length: threads }, () => ({ thread: noThread, batch: null }));
    for (const seat of this.#seats) this.#start(seat);
  }

  /** Threads that have ended and were replaced. */
  get lost(): number {
    return this.#lost;
  }

  /**
   * Tests the pairs of a step. A thread takes the next batch when it has done its last one. One that ends is replaced, and its batch is
   * done again.
   * @throws InspectorError `worker-lost` when threads end again and again; as `PairTester.testBatch`; whatever `progress` throws.
   */
  run(step: NarrowStep, batches: readonly NarrowBatch[], progress: Progress): Promise<void> {
    if (batches.length === 0) return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.#run = { step, waiting: [...batches], count: batches.length, progress, resolve, reject, done: 0 };
      for (const seat of this.#seats) {
        if (seat.thread === noThread) this.#start(seat);
        else this.#post(seat, (thread) => thread.post({ kind: 'step', step }));
      }
      for (const seat of this.#seats) this.#takeBatch(seat);
    });
  }

  end(): void {
    for (const seat of this.#seats) {
      const { thread } = seat;
      seat.thread = noThread;
      thread.end();
    }
  }

  #start(seat: Seat): void {
    const thread = this.#startThread();
    seat.thread = thread;
    thread.listen((message) => this.#receive(seat, thread, message));
    this.#post(seat, () => {
      thread.post({ kind: 'scene', scene: this.#scene });
      if (this.#run !== null) thread.post({ kind: 'step', step: this.#run.step });
    });
  }

  #post(seat: Seat, send: (thread: NarrowThread) => void): void {
    const { thread } = seat;
    try {
      send(thread);
    } catch {
      // A thread that takes no messages counts as lost; each host has its own errors for that.
      this.#receive(seat, thread, null);
    }
  }

  #takeBatch(seat: Seat): void {
    if (this.#run === null || seat.batch !== null) return;
    const batch = this.#run.waiting.shift();
    if (batch === undefined) return;
    seat.batch = batch;
    this.#post(seat, (thread) => thread.post({ kind: 'batch', batch }));
  }

  #receive(seat: Seat, thread: NarrowThread, message: FromNarrow | null): void {
    // A thread that was replaced may still report its end.
    if (seat.thread !== thread) return;
    const { batch } = seat;
    seat.batch = null;
    if (message === null) this.#replace(seat, batch);
    else if (message === 'done') this.#finish(seat);
    else this.#close()?.reject(new InspectorError(message.error));
  }

  #replace(seat: Seat, batch: NarrowBatch | null): void {
    this.#lost++;
    this.#lostInARow++;
    if (batch !== null) this.#run?.waiting.unshift(batch);
    const { thread } = seat;
    seat.thread = noThread;
    thread.end();
    if (this.#lostInARow > maxLost) {
      this.#close()?.reject(allLost());
      return;
    }
    this.#start(seat);
    this.#takeBatch(seat);
  }

  #finish(seat: Seat): void {
    this.#lostInARow = 0;
    const run = this.#run;
    if (run === null) return;
    run.done++;
    try {
      run.progress(run.done / run.count);
    } catch (thrown) {
      this.#close()?.reject(thrown);
      return;
    }
    if (run.done === run.count) this.#close()?.resolve();
    else this.#takeBatch(seat);
  }

  #close(): Run | null {
    const run = this.#run;
    this.#run = null;
    return run;
  }
}

/** Stands for a thread that has not started, or was ended. */
const noThread: NarrowThread = { post: () => {}, listen: () => {}, end: () => {} };

function allLost(): InspectorError {
  return new InspectorError({
    code: 'worker-lost',
    message: 'The threads of the narrow phase ended again and again',
    fix: 'Use one thread',
    location: {},
  });
}
