import { availableParallelism } from 'node:os';
import type { JobRequest, ResultOf } from '#core/job';
import { cancelledError } from '#core/cancelled';
import { type EarlyThread, startThread } from '../worker/early-thread.ts';
import { type JobThread, startLocalThread } from '../worker/local-thread.ts';
import { WorkerThread, type JobOptions } from './worker-thread.ts';

export type { JobOptions } from './worker-thread.ts';

export interface PoolOptions {
  /** Module of a thread; tests may replace that of the product. */
  readonly script?: URL;
  /** Number of threads; by default one core is left to the interface. */
  readonly size?: number;
  /** Maximum heap of a thread, in MiB. Meshes and trees are outside of it. */
  readonly maxHeapMegabytes?: number;
  /** Milliseconds until the thread of a cancelled job is ended and replaced, unless the job ends itself. */
  readonly patience?: number;
  /** The first thread, if it has the same script and limits. */
  readonly early?: EarlyThread | undefined;
  /** Whether jobs run on the thread of the caller: see `startLocalThread`. */
  readonly isLocal?: boolean;
}

const productScript = new URL('../worker/worker.js', import.meta.url);
/** More threads than this only compete for memory. */
const maxThreads = 8;
/** A cancelled job ends within a second, including the end of its thread. */
const defaultPatience = 600;

/** A queue of jobs for a few threads; if a thread is lost, only its own job fails. */
export class WorkerPool {
  readonly #threads: readonly WorkerThread[];
  readonly #free: WorkerThread[];
  /** The queue, first in first out; `null` means that the job is cancelled. */
  readonly #waiting = new Set<(thread: WorkerThread | null) => void>();
  #disposed = false;

  constructor(options: PoolOptions = {}) {
    const { script = productScript, size = defaultSize(), patience = defaultPatience } = options;
    const start = (): JobThread =>
      options.isLocal === true ? startLocalThread() : (options.early?.take() ?? startThread(script, options.maxHeapMegabytes));
    this.#threads = Array.from({ length: size }, () => new WorkerThread({ start, patience }));
    this.#free = [...this.#threads];
  }

  /**
   * Runs a job. The bytes of an import or a verification are transferred and no longer available to the caller.
   * @throws InspectorError the errors of the job; `cancelled`; `worker-lost` or `too-large` when its thread ended.
   */
  async run<Request extends JobRequest>(request: Request, options: JobOptions = {}): Promise<ResultOf<Request>> {
    const thread = await this.#take(options.signal);
    if (thread === null) throw cancelledError();
    try {
      // The pool may have ended since there was a thread.
      if (this.#disposed) throw cancelledError();
      const result = await thread.run(request, options);
      return result as ResultOf<Request>; // The result of a worker has the kind of its request.
    } finally {
      this.#release(thread);
    }
  }

  async dispose(): Promise<void> {
    this.#disposed = true;
    for (const pass of [...this.#waiting]) pass(null);
    await Promise.all(this.#threads.map((thread) => thread.dispose()));
  }

  /** Returns the next free thread; `null` if the job is cancelled. */
  #take(signal: AbortSignal | undefined): Promise<WorkerThread | null> {
    if (this.#disposed || signal?.aborted) return Promise.resolve(null);
    const free = this.#free.pop();
    if (free !== undefined) return Promise.resolve(free);
    return new Promise((resolve) => {
      const pass = (thread: WorkerThread | null): void => {
        this.#waiting.delete(pass);
        signal?.removeEventListener('abort', leave);
        resolve(thread);
      };
      const leave = (): void => pass(null);
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.add(pass);
    });
  }

  #release(thread: WorkerThread): void {
    const [pass] = this.#waiting;
    if (pass === undefined) this.#free.push(thread);
    else pass(thread);
  }
}

function defaultSize(): number {
  return Math.max(1, machineThreads() - 1);
}

/** Returns the number of threads for one task. */
export function machineThreads(): number {
  return Math.min(maxThreads, availableParallelism());
}
