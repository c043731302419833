import type { Decomposition } from '../convex/decompose/decompose-mesh.ts';
import type { Dividers } from '../convex/decompose/dividers.ts';
import { boundingShape } from '../convex/fit/bounding-shape.ts';
import type { FittedShape, ShapeKind } from '../convex/fit/fitted-shape.ts';
import { fitShapes, type GroupFit } from '../convex/fit/fit-shapes.ts';
import type { ConvexHull } from '../convex/hull/convex-hull.ts';
import { type GroupHull, meshHulls } from '../convex/hull/mesh-hulls.ts';
import { convexDistance, type ConvexDistance } from '../convex/pair/convex-distance.ts';
import { convexPushOut, type HullPushOut } from '../convex/pair/convex-push-out.ts';
import { testConvexPair, type ConvexPairResult } from '../convex/pair/test-convex-pair.ts';
import { meshPenetration, type PenetrationResult } from '../convex/penetration/mesh-penetration.ts';
import { checkTransform, identityTransform, type Transform } from '../math/transform.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { decomposeOptions, type DecomposeOptions } from '../options/decompose-options.ts';
import { deviationOptions, type DeviationOptions } from '../options/deviation-options.ts';
import { fitOptions, type FitOptions } from '../options/fit-options.ts';
import { hullOptions, type HullOptions } from '../options/hull-options.ts';
import { checkValues } from '../options/option.ts';
import { meshDeviation, type MeshDeviation } from '../pair/deviation/mesh-deviation.ts';
import type { TreedMesh } from '../pair/treed-mesh.ts';
import { noProgress, type Progress } from '../progress.ts';
import { heldHull, memoryOf } from './derived.ts';
import { wholeMesh } from './whole-mesh.ts';

/**
 * Returns the convex hulls of a mesh, of its parts or of its components. With limits of vertices or faces, they contain the exact hulls.
 * @throws InspectorError `no-triangles`; `index-out-of-range` with the triangle; `invalid-argument` for options out of range and limits below 4; whatever `progress` throws.
 */
export function hulls(mesh: TriangleMesh, options: Partial<HullOptions> = {}, progress: Progress = noProgress): readonly GroupHull[] {
  return meshHulls(wholeMesh(mesh), checkValues(hullOptions, options), progress);
}

/**
 * Returns the separation of two convex hulls by separating axes, GJK and EPA: push-out and depth, or distance. `aFromB` places B in the space of A.
 * Touching counts as overlap. Exact.
 * @throws InspectorError `invalid-argument` for a transform that is not affine or not finite.
 */
export function separation(a: ConvexHull, b: ConvexHull, aFromB: Transform = identityTransform): ConvexPairResult {
  return testConvexPair(a, b, checkTransform(aFromB));
}

/**
 * Returns the distance of two convex hulls with their nearest points, or that they overlap, which is exact. It is GJK alone, a hundred times faster
 * than `separation`, which runs every method. `aFromB` places B in the space of A.
 * @throws InspectorError `invalid-argument` for a transform that is not affine or not finite.
 */
export function hullDistance(a: ConvexHull, b: ConvexHull, aFromB: Transform = identityTransform): ConvexDistance {
  return convexDistance(a, b, checkTransform(aFromB));
}

/**
 * Returns the minimum translation of two convex hulls by separating axes alone, dozens of times faster than `separation`; or an axis with a gap. Whether
 * they overlap is exact. `aFromB` places B in the space of A. What each hull needs is found once and kept with it.
 * @throws InspectorError `invalid-argument` for a transform that is not affine or not finite; `too-large` and `too-small` for coordinates that cannot
 * be measured.
 */
export function hullPushOut(a: ConvexHull, b: ConvexHull, aFromB: Transform = identityTransform): HullPushOut {
  const { prepared, workspace } = heldHull(a);
  return convexPushOut(prepared, heldHull(b).prepared, checkTransform(aFromB), workspace);
}

/**
 * Returns a verified translation of B that separates two meshes of any shape, and a proven lower bound of its length.
 * @throws InspectorError `invalid-argument` for a transform or a tree that does not fit; whatever `progress` throws.
 */
export function penetration(
  a: TreedMesh,
  b: TreedMesh,
  aFromB: Transform = identityTransform,
  progress: Progress = noProgress,
): PenetrationResult {
  return meshPenetration(a, b, aFromB, progress, memoryOf(a, b));
}

/**
 * Fits a box, sphere, capsule or cylinder to a mesh, its parts or its components. With `containing`, it contains every vertex,
 * verified exactly.
 * @throws InspectorError `no-triangles`; `index-out-of-range` with the triangle; `invalid-argument` for options out of range; `internal` where no containing shape is verified, as `enclose`;
 * whatever `progress` throws.
 */
export function fit(
  mesh: TriangleMesh,
  shape: ShapeKind,
  options: Partial<Pick<FitOptions, 'containing' | 'per'>> = {},
  progress: Progress = noProgress,
): readonly GroupFit[] {
  const { containing, per } = checkValues(fitOptions, options);
  return fitShapes(wholeMesh(mesh), { shape, containing, per }, progress);
}

/**
 * Returns a small shape that contains every vertex of a mesh, verified exactly. `fit` returns the same with its distances from the surface, which takes
 * a hundred times as long.
 * @throws InspectorError `no-triangles`; `index-out-of-range` with the triangle; `too-large` and `too-small` for coordinates that cannot be measured;
 * `internal` where no shape is verified; whatever `progress` throws.
 */
export function enclose(mesh: TriangleMesh, shape: ShapeKind, progress: Progress = noProgress): FittedShape {
  return boundingShape(wholeMesh(mesh), shape, progress);
}

/**
 * Makes a collider of a mesh, and rates it by both deviations and volumes. The default method is the hull of each component; `vhacd` and `coacd`
 * need a divider. The methods are loaded at the first call.
 * @throws InspectorError `no-triangles`; `index-out-of-range` with the triangle; `invalid-argument` for options out of range; `unsupported-feature` without the divider; `no-volume` for a mesh without a solid part; whatever
 * `progress` throws.
 */
export async function decompose(
  mesh: TriangleMesh,
  options: Partial<DecomposeOptions> = {},
  dividers: Dividers = {},
  progress: Progress = noProgress,
): Promise<Decomposition> {
  const { decomposeMesh } = await import('../convex/decompose/decompose-mesh.ts');
  return decomposeMesh(
    wholeMesh(mesh),
    checkValues(decomposeOptions, { ...options, method: options.method ?? 'hull' }),
    dividers,
    progress,
  );
}

/**
 * Returns the both-way distance of two surfaces with error bounds, the regions of each that are far outside the other one, and volumes and masses.
 * @throws InspectorError `invalid-argument` for options out of range; whatever `progress` throws.
 */
export function deviation(
  a: TreedMesh,
  b: TreedMesh,
  options: Partial<DeviationOptions> = {},
  progress: Progress = noProgress,
): MeshDeviation {
  return meshDeviation(a, b, checkValues(deviationOptions, options), progress);
}
