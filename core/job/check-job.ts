import { checkHealth, type HealthReport } from '../health/report/check-health.ts';
import { openMeshBytes } from '../mesh/mesh-bytes.ts';
import type { HealthOptions } from '../options/health-options.ts';
import type { Progress } from '../progress.ts';

export interface CheckJobRequest {
  readonly kind: 'check';
  readonly mesh: ArrayBuffer | SharedArrayBuffer;
  readonly options: HealthOptions;
}

export interface CheckJobResult {
  readonly kind: 'check';
  readonly report: HealthReport;
  readonly milliseconds: number;
}

/** Runs the health checks. @throws InspectorError as `checkHealth`, and `invalid-bytes`; whatever `progress` throws. */
export function runCheck({ mesh, options }: CheckJobRequest, progress: Progress): CheckJobResult {
  const start = performance.now();
  const report = checkHealth(openMeshBytes(mesh), options, progress);
  return { kind: 'check', report, milliseconds: performance.now() - start };
}
