import { checkHealth, type HealthReport } from '../health/report/check-health.ts';
import { createStudyHelpers, minForHelpers } from '../health/study/helpers/study-helpers.ts';
import { openMeshBytes } from '../mesh/mesh-bytes.ts';
import { triangleCount } from '../mesh/triangle-mesh.ts';
import type { HealthOptions } from '../options/health-options.ts';
import type { JobHost } from './job-host.ts';

export interface CheckJobRequest {
  readonly kind: 'check';
  readonly mesh: ArrayBuffer | SharedArrayBuffer;
  readonly options: HealthOptions;
  /** See `threadOptions`. 1 unless given. */
  readonly jobs?: number;
}

export interface CheckJobResult {
  readonly kind: 'check';
  readonly report: HealthReport;
  readonly milliseconds: number;
}

/** Runs the health checks, with threads that help from many triangles on. @throws InspectorError as `checkHealth`, and `invalid-bytes`; `cancelled`. */
export function runCheck({ mesh: bytes, options, jobs = 1 }: CheckJobRequest, { progress, startStudyThreads }: JobHost): CheckJobResult {
  const start = performance.now();
  const mesh = openMeshBytes(bytes);
  const started = jobs > 1 && triangleCount(mesh) >= minForHelpers ? (startStudyThreads?.(jobs - 1) ?? null) : null;
  const helpers = createStudyHelpers(started?.threads ?? []);
  try {
    const report = checkHealth(mesh, options, progress, undefined, helpers);
    return { kind: 'check', report, milliseconds: performance.now() - start };
  } finally {
    helpers?.end();
    started?.end();
  }
}
