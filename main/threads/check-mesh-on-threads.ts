import type { HealthOptions, HealthReport, TriangleMesh } from '#core/index';
import { joinReports, splitChecks } from '#core/health';
import { writeMeshBytes } from '#core/mesh';
import { checkValues, healthOptions } from '#core/options';
import { sharedCopy } from '#core/shared-copy';
import { WorkerPool } from '../documents/worker-pool.ts';
import { jobThreadScript } from './thread-script.ts';

export interface CheckThreadsOptions {
  /** Aborting it ends the checks. */
  readonly signal?: AbortSignal;
  /** Receives the finished fraction, from 0 to 1. What it throws ends the checks. */
  readonly onProgress?: (fraction: number) => void;
}

/**
 * Runs the checks of `checkMesh` on two worker threads of Node, one for checks of pairs of triangles and one for all others. The report is that of
 * `checkMesh`. The mesh is copied into shared memory once, and each thread has its own copy of it in WebAssembly.
 * @throws InspectorError as `checkMesh`; `cancelled`; `worker-lost` or `too-large` when a thread ended; whatever `onProgress` throws.
 */
export async function checkMeshOnThreads(
  mesh: TriangleMesh,
  options: Partial<HealthOptions> = {},
  { signal, onProgress }: CheckThreadsOptions = {},
): Promise<HealthReport> {
  const parts = splitChecks(checkValues(healthOptions, options));
  const bytes = sharedCopy(writeMeshBytes<ArrayBuffer | SharedArrayBuffer>(mesh, (byteLength) => new SharedArrayBuffer(byteLength)));
  const pool = new WorkerPool({ script: jobThreadScript, size: parts.length });
  try {
    return joinReports(
      await checkParts(pool, bytes, parts, { ...(signal !== undefined && { signal }), ...(onProgress !== undefined && { onProgress }) }),
    );
  } finally {
    await pool.dispose();
  }
}

function checkParts(
  pool: WorkerPool,
  mesh: SharedArrayBuffer,
  parts: readonly HealthOptions[],
  { signal, onProgress }: CheckThreadsOptions,
): Promise<readonly HealthReport[]> {
  const fractions = parts.map(() => 0);
  return new Promise((resolve, reject) => {
    const check = async (options: HealthOptions, i: number): Promise<HealthReport> => {
      const report = (fraction: number): void => {
        fractions[i] = fraction;
        try {
          onProgress?.(fractions.reduce((sum, each) => sum + each) / fractions.length);
        } catch (thrown) {
          // Messages of a thread arrive outside of any call that could catch it.
          reject(thrown as Error);
        }
      };
      return (await pool.run({ kind: 'check', mesh, options }, { onProgress: report, ...(signal !== undefined && { signal }) })).report;
    };
    Promise.all(parts.map(check)).then(resolve, reject);
  });
}
