import { triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { distanceField, type DistanceField } from '../../pair/deviation/distance-field.ts';
import type { Progress } from '../../progress.ts';
import type { DifferentTriangles } from './surface-change.ts';
import { treedForDistances, type TreedForDistances, measureWithTree } from './treed-for-distances.ts';

/** The distances of the surface of each version to the other one; `null` for a version next to one without triangles. */
export interface SurfaceFields {
  readonly before: DistanceField | null;
  readonly after: DistanceField | null;
}

/** Equal shares of a surface that are measured; each triangle has at least one point. */
const pieces = 20_000;

/**
 * Returns the distances between two versions at points all over both surfaces. @param different the triangles of each that are not in the other;
 * all others have 0. @throws whatever `progress` throws.
 */
export function surfaceFields(
  before: TriangleMesh,
  after: TriangleMesh,
  { lost, gained }: DifferentTriangles,
  progress: Progress,
  treedFor: TreedForDistances = treedForDistances,
): SurfaceFields {
  const measure = (from: TriangleMesh, to: TriangleMesh, different: Uint32Array, report: Progress): DistanceField | null => {
    if (triangleCount(from) === 0 || triangleCount(to) === 0) return null;
    const isOnSurface = new Uint8Array(triangleCount(from)).fill(1);
    for (const triangle of different) isOnSurface[triangle] = 0;
    return measureWithTree(to, treedFor, report, (treed, measuring) => distanceField(from, treed, { pieces, isOnSurface }, measuring));
  };
  return {
    before: measure(before, after, lost, (fraction) => progress(fraction / 2)),
    after: measure(after, before, gained, (fraction) => progress(0.5 + fraction / 2)),
  };
}
