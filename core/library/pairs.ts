import { invalidArgument } from '../error.ts';
import {
  identityTransformParts,
  identityTransform,
  transformOf as transformOfPlacement,
  type TransformParts,
  type Transform,
} from '../math/transform.ts';
import { defaultValues } from '../options/option.ts';
import { pairOptions, type PairOptions } from '../options/pair-options.ts';
import { contacts as findContacts, type Contacts } from '../pair/contact/contacts.ts';
import { meshDistance, type DistanceResult } from '../pair/distance/distance.ts';
import { pairs, surfacesIntersect, type OverlapResult, type PairsResult } from '../pair/pairs/pairs.ts';
import type { TreedMesh } from '../pair/treed-mesh.ts';
import { memoryOf } from './derived.ts';

/**
 * Returns whether the surfaces of two meshes overlap, with one pair of triangles (P1). `aFromB` places B in the space of A.
 * Touching counts; one mesh inside the other does not.
 * @throws InspectorError `invalid-argument` for a transform or a tree that does not fit.
 */
export function overlaps(a: TreedMesh, b: TreedMesh, aFromB: Transform = identityTransform): OverlapResult {
  return surfacesIntersect(a, b, aFromB, undefined, memoryOf(a, b));
}

/**
 * Returns every pair of intersecting triangles of two meshes (P1). `aFromB` places B in the space of A. Exact.
 * @throws InspectorError `invalid-argument` as `overlaps`; `too-large` with more pairs than `maxPairs`.
 */
export function intersect(
  a: TreedMesh,
  b: TreedMesh,
  aFromB: Transform = identityTransform,
  options: Partial<PairOptions> = {},
): PairsResult {
  return pairs(a, b, aFromB, { ...defaultValues(pairOptions), ...options }, undefined, memoryOf(a, b));
}

/**
 * Returns where the triangles of each pair intersect (P2): segments, points and areas, as flat arrays; `contactAt` reads one.
 * @throws InspectorError as `intersect`.
 */
export function contacts(a: TreedMesh, b: TreedMesh, aFromB: Transform = identityTransform): Contacts {
  return findContacts(a.mesh, b.mesh, aFromB, intersect(a, b, aFromB).pairs);
}

/**
 * Returns the distance of two surfaces and the nearest points (P3); 0 where they overlap.
 * @throws InspectorError `invalid-argument` as `overlaps`.
 */
export function distance(a: TreedMesh, b: TreedMesh, aFromB: Transform = identityTransform): DistanceResult {
  return meshDistance(a, b, aFromB, undefined, memoryOf(a, b));
}

/**
 * Returns the transform M = T·Rz·Ry·Rx·S of a placement: scale, then rotation about the fixed axes X, Y, Z in degrees, then translation.
 * @throws InspectorError `invalid-argument` for numbers that are not finite, a scale of 0 and unknown parts.
 */
export function transformOf(placement: Partial<TransformParts>): Transform {
  const known = Object.keys(identityTransformParts).join(', ');
  for (const [name, value] of Object.entries(placement)) {
    if (!Object.hasOwn(identityTransformParts, name))
      throw invalidArgument(`Unknown part of a transform "${name}"`, `Known parts: ${known}`);
    if ((value as ArrayLike<number> | undefined)?.length !== 3)
      throw invalidArgument(`The part "${name}" of a transform is not three numbers`, 'Give three numbers: x, y, z');
  }
  return transformOfPlacement({ ...identityTransformParts, ...placement });
}
