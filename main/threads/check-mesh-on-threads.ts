import { checkThreads } from '#core/check-threads';
import type { HealthOptions, HealthReport, TriangleMesh } from '#core/index';
import type { CheckJobRequest } from '#core/job';
import { writeMeshBytes } from '#core/mesh';
import { wholeMesh } from '#core/library/whole-mesh';
import { checkValues, healthOptions } from '#core/options';
import { allocateShared, sharedCopy } from '#core/shared-copy';
import { WorkerPool } from '../documents/worker-pool.ts';
import { jobThreadScript } from './thread-script.ts';
import { checkNames, threadsOf, type QueryThreadsOptions } from './threads-of.ts';

/** How a check on threads is followed and ended. */
export interface CheckThreadsOptions {
  /** Aborting it ends the checks. */
  readonly signal?: AbortSignal;
  /** Receives the finished fraction, from 0 to 1. What it throws ends the checks. */
  readonly onProgress?: (fraction: number) => void;
}

const followNames = ['signal', 'onProgress'] as const satisfies readonly (keyof CheckThreadsOptions)[];

/** Threads that check one mesh after another. */
export interface CheckThreads {
  /**
   * Runs the checks of `checkMesh`, and returns the same report. A check waits for those before it. The mesh must not change before it ends.
   * @throws InspectorError as `checkMesh`; `cancelled`; `worker-lost` or `too-large` when a thread ended; whatever `onProgress` throws.
   */
  readonly check: (mesh: TriangleMesh, options?: Partial<HealthOptions>, also?: CheckThreadsOptions) => Promise<HealthReport>;
  /** Ends the threads. Checks that have not ended are cancelled. */
  readonly end: () => Promise<void>;
}

/**
 * Starts a worker thread of Node that runs checks; the process goes on until `end`. The others start with the first check of a mesh with a body of
 * 131,072 triangles or more, and again for the next check when they end. They share one copy of the mesh in WebAssembly.
 * @throws InspectorError `invalid-argument` for unknown options, and a number of threads that is not whole, below 1 or above 1024.
 */
export function startCheckThreads(options: QueryThreadsOptions = {}): CheckThreads {
  return startThreads(threadsOf(options), true);
}

function startThreads(threads: number, anotherFollows: boolean): CheckThreads {
  checkThreads(threads);
  const pool = new WorkerPool({ script: jobThreadScript, size: 1 });
  const running = new Set<AbortController>();
  return {
    check: async (given, options = {}, also = {}) => {
      const mesh = wholeMesh(given);
      checkNames(also, followNames);
      const checked = checkValues(healthOptions, options);
      const bytes = sharedCopy(writeMeshBytes<ArrayBuffer | SharedArrayBuffer>(mesh, allocateShared));
      const stopped = new AbortController();
      running.add(stopped);
      try {
        return await runChecks(pool, { kind: 'check', mesh: bytes, options: checked, jobs: threads, anotherFollows }, also, stopped);
      } finally {
        running.delete(stopped);
      }
    },
    end: () => {
      for (const check of running) check.abort();
      return pool.dispose();
    },
  };
}

/**
 * Runs the checks of `checkMesh` on threads as those of `startCheckThreads`, which end with them, and returns the same report.
 * @throws InspectorError as `startCheckThreads` and its `check`.
 */
export async function checkMeshOnThreads(
  mesh: TriangleMesh,
  options: Partial<HealthOptions> = {},
  also: CheckThreadsOptions & QueryThreadsOptions = {},
): Promise<HealthReport> {
  const started = startThreads(threadsOf(also, followNames), false);
  try {
    const { signal, onProgress } = also;
    return await started.check(mesh, options, { ...(signal !== undefined && { signal }), ...(onProgress !== undefined && { onProgress }) });
  } finally {
    await started.end();
  }
}

function runChecks(
  pool: WorkerPool,
  request: CheckJobRequest,
  { signal, onProgress }: CheckThreadsOptions,
  stopped: AbortController,
): Promise<HealthReport> {
  const either = signal === undefined ? stopped.signal : AbortSignal.any([signal, stopped.signal]);
  return new Promise((resolve, reject) => {
    const report = (fraction: number): void => {
      try {
        onProgress?.(fraction);
      } catch (thrown) {
        // Messages of a thread arrive outside of any call that could catch it.
        reject(thrown as Error);
        stopped.abort();
      }
    };
    pool.run(request, { onProgress: report, signal: either }).then(({ report: made }) => {
      report(1);
      resolve(made);
    }, reject);
  });
}
