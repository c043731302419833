import type { Transform } from '../../math/transform.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { createTriangleContact, triangleContact } from '../../shape/triangle-triangle-contact.ts';
import { checkPairing } from '../check-pairing.ts';
import { isOf, type LoadedPair } from '../loaded/load-pair.ts';
import { readCorners } from '../../mesh/read-corners.ts';
import { readPlacedCorners } from '../placed-triangle.ts';
import type { TreedMesh } from '../treed-mesh.ts';
import type { DistanceResult, DistanceWitness } from './result.ts';
import { walkDistance } from './walk.ts';

export type { DistanceResult, DistanceWitness } from './result.ts';

/**
 * Returns the distance of two surfaces and their nearest points (catalogue P3). `aFromB` places B in the space of A. The distance is
 * 0 exactly if the surfaces intersect or touch; a mesh inside the other is apart from it. Otherwise the error is at most 3e-11 of the
 * extent of the two nearest triangles, mostly a few roundings. Two planes that separate the triangles bound the distance from
 * below; where that bound is not close enough, the distance is computed in exact arithmetic.
 *
 * Of pairs that are equally near in f64 the witness is the lowest, by A, then B, whatever the trees. Where the surfaces intersect,
 * it is the first pair found. B's vertices are those of `transformPoints`, as in `pairs`; `loaded` as there.
 * @throws InspectorError `invalid-argument` and `too-large` as `surfacesIntersect`; whatever `progress` throws.
 */
export function meshDistance(
  a: TreedMesh,
  b: TreedMesh,
  aFromB: Transform,
  progress: Progress = noProgress,
  loaded: LoadedPair | null = null,
): DistanceResult {
  checkPairing(a, b, aFromB);
  return walkDistance(a, b, aFromB, isOf(loaded, a, b) ? loaded : null, progress);
}

/** Returns a point that two triangles share, as a witness of distance 0; `null` if they are apart. */
export function intersectionWitness(
  meshA: TriangleMesh,
  a: number,
  meshB: TriangleMesh,
  b: number,
  aFromB: Transform,
): DistanceWitness | null {
  const p = new Float64Array(9);
  const q = new Float64Array(9);
  readCorners(meshA, a, p);
  const contact = createTriangleContact();
  if (!readPlacedCorners(meshB, b, aFromB, q) || !triangleContact(p, q, contact)) return null;
  const point: Vec3 = [contact.positions[0], contact.positions[1], contact.positions[2]];
  return { a, b, pointA: point, pointB: point };
}
