import { checkHealth, type HealthReport } from '../health/report/check-health.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { healthOptions, type HealthOptions } from '../options/health-options.ts';
import { defaultValues } from '../options/option.ts';
import { noProgress, type Progress } from '../progress.ts';
import { wholeMesh } from './whole-mesh.ts';

/**
 * Runs every health check and returns facts and findings, each with its exact elements.
 * @throws InspectorError `invalid-argument` for options out of range; `index-out-of-range` with the triangle; whatever `progress` throws.
 */
export function checkMesh(mesh: TriangleMesh, options: Partial<HealthOptions> = {}, progress: Progress = noProgress): HealthReport {
  return checkHealth(wholeMesh(mesh), { ...defaultValues(healthOptions), ...options }, progress);
}
