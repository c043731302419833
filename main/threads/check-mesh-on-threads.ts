import type { HealthOptions, HealthReport, TriangleMesh } from '#core/index';
import { joinReports, splitChecks } from '#core/health';
import { writeMeshBytes } from '#core/mesh';
import { defaultValues, healthOptions } from '#core/options';
import { WorkerPool } from '../documents/worker-pool.ts';
import { threadScript } from './thread-script.ts';

export interface CheckThreadsOptions {
  /** Aborting it ends the checks. */
  readonly signal?: AbortSignal;
  /** Receives the finished fraction, from 0 to 1. */
  readonly onProgress?: (fraction: number) => void;
}

/**
 * Runs the checks of `checkMesh` on two worker threads of Node, one for checks of pairs of triangles and one for all others. The report is that of
 * `checkMesh`. The mesh is copied into shared memory once, and each thread has its own copy of it in WebAssembly.
 * @throws InspectorError as `checkMesh`; `cancelled`; `worker-lost` or `too-large` when a thread ended.
 */
export async function checkMeshOnThreads(
  mesh: TriangleMesh,
  options: Partial<HealthOptions> = {},
  { signal, onProgress }: CheckThreadsOptions = {},
): Promise<HealthReport> {
  const parts = splitChecks({ ...defaultValues(healthOptions), ...options });
  const bytes = writeMeshBytes(mesh, (byteLength) => new SharedArrayBuffer(byteLength));
  const pool = new WorkerPool({ script: threadScript('worker.js'), size: parts.length });
  const fractions = parts.map(() => 0);
  try {
    const checked = await Promise.all(
      parts.map((part, i) => {
        const report = (fraction: number): void => {
          fractions[i] = fraction;
          onProgress?.(fractions.reduce((sum, each) => sum + each) / fractions.length);
        };
        return pool.run({ kind: 'check', mesh: bytes, options: part }, { onProgress: report, ...(signal !== undefined && { signal }) });
      }),
    );
    return joinReports(checked.map(({ report }) => report));
  } finally {
    await pool.dispose();
  }
}
