import { InspectorError, toErrorData, type InspectorErrorData } from '#core/error';
import type { JobRequest, JobResult } from '#core/job';
import { countSharedMemory } from '#core/memory-counter';
import type { JobThread } from '../worker/local-thread.ts';
import { cancelRequested, type FromWorker, type SideFileOutcome, type ToWorker } from '../worker/messages.ts';
import { cancelledError } from '#core/cancelled';

/** Options of a job. */
export interface JobOptions {
  readonly onProgress?: (fraction: number) => void;
  /** See `ImportContext.readSideFile`; without it all side files are missing. */
  readonly readSideFile?: (relativePath: string) => Promise<Uint8Array | null>;
  /** Aborting it cancels the job. */
  readonly signal?: AbortSignal;
}

export interface ThreadOptions {
  readonly start: () => JobThread;
  /** Milliseconds until the thread of a cancelled job is ended. */
  readonly patience: number;
}

interface Job {
  readonly options: JobOptions;
  /** Settles the promise of the job, once. */
  readonly settle: (outcome: { readonly result: JobResult } | { readonly error: Error }) => void;
}

/** A worker thread, which starts when it is first needed and again after it was lost. One job at a time. */
export class WorkerThread {
  readonly #options: ThreadOptions;
  #worker: JobThread | null = null;
  #job: Job | null = null;

  constructor(options: ThreadOptions) {
    this.#options = options;
  }

  /**
   * Runs a job. The bytes of an import or a verification are transferred and no longer available to the caller.
   * @throws InspectorError the errors of the job; `cancelled`; `worker-lost` or `too-large` when the thread ended.
   */
  run(request: JobRequest, options: JobOptions): Promise<JobResult> {
    if (this.#job !== null) throw new Error('a worker thread runs one job at a time');
    return new Promise((resolve, reject) => {
      const { signal } = options;
      const cancelFlag = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
      let impatience: NodeJS.Timeout | undefined;
      const cancel = (): void => {
        Atomics.store(new Int32Array(cancelFlag), 0, cancelRequested);
        impatience = setTimeout(() => {
          void this.#end();
          job.settle({ error: cancelledError() });
        }, this.#options.patience);
      };
      const job: Job = {
        options,
        settle: (outcome) => {
          if (this.#job !== job) return;
          this.#job = null;
          clearTimeout(impatience);
          signal?.removeEventListener('abort', cancel);
          if (signal?.aborted) reject(cancelledError());
          else if ('result' in outcome) resolve(outcome.result);
          else reject(outcome.error);
        },
      };
      this.#job = job;
      if (signal?.aborted) return job.settle({ error: cancelledError() });
      signal?.addEventListener('abort', cancel, { once: true });
      try {
        this.#worker ??= this.#start();
        post(this.#worker, { kind: 'run', request, cancelFlag }, transferOf(request));
      } catch (thrown) {
        job.settle({ error: new InspectorError(toErrorData(thrown), { cause: thrown }) });
      }
    });
  }

  /** Ends the thread; a job that still runs is refused as `worker-lost`. */
  async dispose(): Promise<void> {
    await this.#end();
    this.#lose(lostError('the program is closing'));
  }

  #start(): JobThread {
    const worker = this.#options.start();
    const ifCurrent = <Arguments extends unknown[]>(listener: (...received: Arguments) => void) => {
      // Messages of a thread that was given up are ignored.
      return (...received: Arguments): void => {
        if (this.#worker === worker) listener(...received);
      };
    };
    worker.on(
      'message',
      ifCurrent((message: FromWorker) => this.#receive(worker, message)),
    );
    worker.on(
      'error',
      ifCurrent((error: Error) => {
        this.#worker = null;
        this.#lose(errorOfDeath(error));
      }),
    );
    worker.on(
      'messageerror',
      ifCurrent((error: Error) => {
        void this.#end();
        this.#lose(lostError(error.message));
      }),
    );
    worker.on(
      'exit',
      ifCurrent((code: number) => {
        this.#worker = null;
        this.#lose(lostError(`exit code ${code}`));
      }),
    );
    return worker;
  }

  #receive(worker: JobThread, message: FromWorker): void {
    const job = this.#job;
    if (job === null) return;
    switch (message.kind) {
      case 'progress':
        job.options.onProgress?.(message.fraction);
        return;
      case 'sideFileRequest':
        void readSideFile(job.options, message.path).then((outcome) => {
          if (this.#job !== job) return;
          post(worker, { kind: 'sideFile', request: message.request, outcome }, []);
        });
        return;
      case 'done':
        // The thread that receives shared memory counts it too: documents of this one keep it.
        if ('mesh' in message.result && message.result.mesh instanceof SharedArrayBuffer) countSharedMemory(message.result.mesh.byteLength);
        job.settle({ result: message.result });
        return;
      case 'failed':
        job.settle({ error: errorFrom(message.error, message.stack) });
        return;
    }
  }

  #lose(error: InspectorError): void {
    this.#job?.settle({ error });
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }
}

async function readSideFile({ readSideFile }: JobOptions, path: string): Promise<SideFileOutcome> {
  try {
    return { bytes: (await readSideFile?.(path)) ?? null };
  } catch (thrown) {
    return { error: toErrorData(thrown) };
  }
}

function post(worker: JobThread, message: ToWorker, transfer: ArrayBuffer[]): void {
  worker.postMessage(message, transfer);
}

/** Returns the buffers to transfer. A view of part of a buffer is cloned instead: its owner may need the rest. */
function transferOf(request: JobRequest): ArrayBuffer[] {
  if (request.kind !== 'import' && request.kind !== 'verify') return [];
  if (!(request.bytes instanceof Uint8Array)) return [];
  const { buffer, byteLength } = request.bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}

function errorFrom(data: InspectorErrorData, stack: string | null): InspectorError {
  const error = new InspectorError(data);
  if (stack !== null) error.stack = stack;
  return error;
}

function errorOfDeath(error: Error & { readonly code?: string }): InspectorError {
  if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') return lostError(error.message);
  return new InspectorError({
    code: 'too-large',
    message: 'This mesh needs more memory than a worker has',
    fix: 'Split the file into parts',
    location: {},
    detail: error.code,
  });
}

function lostError(detail: string): InspectorError {
  return new InspectorError({
    code: 'worker-lost',
    message: 'The worker ended before its result',
    fix: 'Try again. If it happens again, report it with the file',
    location: {},
    detail,
  });
}
