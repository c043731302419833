import { repairMesh as runRepairs, type RepairedMesh } from '../health/repair/repair-mesh.ts';
import type { GivenRepairs } from '../health/repair/repair.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { healthOptions, type HealthOptions } from '../options/health-options.ts';
import { defaultValues } from '../options/option.ts';
import { noProgress, type Progress } from '../progress.ts';
import { wholeMesh } from './whole-mesh.ts';

/**
 * Returns a repaired copy of a mesh, with a report of each repair: counts, largest surface change both ways, findings before and after.
 * Only the repairs whose option is given run, in a fixed order. Parts, materials and polygons of surviving triangles are kept.
 * @param health options of the checks before and after.
 * @throws InspectorError `invalid-argument` for options out of range, without a repair, or if no triangle would be left; `index-out-of-range` with the
 *   triangle; whatever `progress` throws.
 */
export async function repairMesh(
  mesh: TriangleMesh,
  repairs: GivenRepairs,
  health: Partial<HealthOptions> = {},
  progress: Progress = noProgress,
): Promise<RepairedMesh> {
  return await runRepairs(wholeMesh(mesh), repairs, { ...defaultValues(healthOptions), ...health }, progress);
}
