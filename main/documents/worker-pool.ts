import { availableParallelism, totalmem } from 'node:os';
import type { JobRequest, ResultOf } from '#core/job/job';
import { cancelledError } from '#core/cancelled';
import { WorkerThread, type JobOptions } from './worker-thread.ts';

export type { JobOptions } from './worker-thread.ts';

export interface PoolOptions {
  /** The module that a thread runs; the product's own unless a test brings another. */
  readonly script?: URL;
  /** Number of threads; one core is left to the interface. */
  readonly size?: number;
  /** Of JavaScript objects in one thread, in MiB. Meshes and trees lie outside of it. */
  readonly maxHeapMegabytes?: number;
  /** Milliseconds that a cancelled job may take to notice before its thread is ended and replaced. */
  readonly patience?: number;
}

const productScript = new URL('../worker/worker.js', import.meta.url);
/** More threads than this only compete for memory. */
const maxThreads = 8;
const defaultPatience = 1000;

/** Jobs wait in line for a few threads; a thread that is lost takes only its own job with it. */
export class WorkerPool {
  readonly #threads: readonly WorkerThread[];
  readonly #free: WorkerThread[];
  /** Those in line, first come first served; `null` tells them that they are not wanted any more. */
  readonly #waiting = new Set<(thread: WorkerThread | null) => void>();
  #disposed = false;

  constructor(options: PoolOptions = {}) {
    const { script = productScript, size = defaultSize(), patience = defaultPatience } = options;
    const { maxHeapMegabytes = defaultHeapMegabytes() } = options;
    const resourceLimits = { maxOldGenerationSizeMb: maxHeapMegabytes };
    this.#threads = Array.from({ length: size }, () => new WorkerThread({ script, resourceLimits, patience }));
    this.#free = [...this.#threads];
  }

  /**
   * The bytes of an import or a verification are transferred: the caller has them no more.
   * @throws InspectorError what the job throws; `cancelled`; `worker-lost` or `too-large` when its thread ended.
   */
  async run<Request extends JobRequest>(request: Request, options: JobOptions = {}): Promise<ResultOf<Request>> {
    const thread = await this.#take(options.signal);
    if (thread === null) throw cancelledError();
    try {
      const result = await thread.run(request, options);
      return result as ResultOf<Request>; // A worker answers with the kind that it was asked for.
    } finally {
      this.#giveBack(thread);
    }
  }

  async dispose(): Promise<void> {
    this.#disposed = true;
    for (const give of [...this.#waiting]) give(null);
    await Promise.all(this.#threads.map((thread) => thread.dispose()));
  }

  /** The next free thread; `null` when the job is not wanted any more. */
  #take(signal: AbortSignal | undefined): Promise<WorkerThread | null> {
    if (this.#disposed || signal?.aborted) return Promise.resolve(null);
    const free = this.#free.pop();
    if (free !== undefined) return Promise.resolve(free);
    return new Promise((resolve) => {
      const give = (thread: WorkerThread | null): void => {
        this.#waiting.delete(give);
        signal?.removeEventListener('abort', leave);
        resolve(thread);
      };
      const leave = (): void => give(null);
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.add(give);
    });
  }

  #giveBack(thread: WorkerThread): void {
    const [give] = this.#waiting;
    if (give === undefined) this.#free.push(thread);
    else give(thread);
  }
}

function defaultSize(): number {
  return Math.max(1, machineThreads() - 1);
}

/** Threads that one piece of work may take. */
export function machineThreads(): number {
  return Math.min(maxThreads, availableParallelism());
}

/** A quarter of the machine, and never more than V8 handles well. */
function defaultHeapMegabytes(): number {
  return Math.min(4096, Math.floor(totalmem() / 4 / 2 ** 20));
}
