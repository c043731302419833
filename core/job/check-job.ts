import { checkHealth, type HealthReport } from '../health/report/check-health.ts';
import { maxHelpers } from '../health/study/helpers/study-control.ts';
import { createStudyHelpers, type StudyThread } from '../health/study/helpers/study-helpers.ts';
import { openMeshBytes } from '../mesh/mesh-bytes.ts';
import type { HealthOptions } from '../options/health-options.ts';
import type { JobHost, StartedStudyThreads } from './job-host.ts';

export interface CheckJobRequest {
  readonly kind: 'check';
  readonly mesh: ArrayBuffer | SharedArrayBuffer;
  readonly options: HealthOptions;
  /** Threads that share the checks of a large mesh, with this one; 1 unless given. */
  readonly jobs?: number;
  /** Whether another check with as many threads follows. */
  readonly anotherFollows?: boolean;
}

export interface CheckJobResult {
  readonly kind: 'check';
  readonly report: HealthReport;
  readonly milliseconds: number;
}

/** Runs the health checks, with threads that help from many triangles on. @throws InspectorError as `checkHealth`, and `invalid-bytes`; `cancelled`. */
export function runCheck(
  { mesh: bytes, options, jobs = 1, anotherFollows = false }: CheckJobRequest,
  { progress, startStudyThreads }: JobHost,
): CheckJobResult {
  const start = performance.now();
  const mesh = openMeshBytes(bytes);
  let started: StartedStudyThreads | null = null;
  const startThreads = (): readonly StudyThread[] => {
    started = startStudyThreads?.(Math.min(jobs - 1, maxHelpers), anotherFollows) ?? null;
    return started?.threads ?? [];
  };
  const helpers = jobs > 1 ? createStudyHelpers(startThreads) : null;
  try {
    const report = checkHealth(mesh, options, progress, undefined, helpers);
    return { kind: 'check', report, milliseconds: performance.now() - start };
  } finally {
    helpers?.end();
    (started as StartedStudyThreads | null)?.end();
  }
}
