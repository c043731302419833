import type { Transform } from '../../math/transform.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { createTriangleContact, triangleContact } from '../../shape/triangle-triangle-contact.ts';
import { checkPairing } from '../check-pairing.ts';
import { isOf, type LoadedPair } from '../loaded/load-pair.ts';
import { readPlacedCorners, readCorners } from '../placed-triangle.ts';
import type { TreedMesh } from '../treed-mesh.ts';
import { walkDistance } from './walk.ts';
import type { PairStats } from '../pairs/walk.ts';

/** Two points, one of each mesh, that are as near to each other as the meshes are. */
export interface DistanceWitness {
  /** Triangles, import indices. */
  readonly a: number;
  readonly b: number;
  /** Points of them, in the space of A; one point where the surfaces meet. */
  readonly pointA: Vec3;
  readonly pointB: Vec3;
}

export interface DistanceResult {
  /** Mesh units of A; 0 where the surfaces meet; `null` where a mesh has no triangle that is finite once placed. */
  readonly distance: number | null;
  /** `null` as the distance. */
  readonly witness: DistanceWitness | null;
  readonly stats: PairStats;
}

/**
 * P3: how far two surfaces are apart when `aFromB` places B in the space of A, and where they are nearest. 0 exactly where they
 * meet (touching counts; a mesh inside the other is apart from it). Else it is right to 3e-11 of the length that the two
 * nearest triangles reach together, mostly to a few roundings: each distance that may be the least is proven by two planes that
 * the triangles lie beyond, and where these leave more doubt, found in exact arithmetic.
 *
 * Of pairs that f64 finds equally near the witness is the lowest, by A, then B, whatever the trees; where the surfaces meet, it is
 * the pair that settled it. B's vertices are those of `transformPoints`, as in `pairs`; `loaded` as there.
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

/** A point that two triangles share, as a witness of distance 0; `null` where they do not meet. */
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
