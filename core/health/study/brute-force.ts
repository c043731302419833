import { bigCross, bigDot, bigMinus, bigPoint, isBigZero, type BigVec3 } from '../../math/big-vec3.ts';
import { scaledIntegers } from '../../math/exact.ts';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import { areTrianglesApart } from '../../pair/pairs/brute-force.ts';

/**
 * The oracle of `findSelfIntersections`: tests every triangle against every other in big integers, and compares corners by coordinates.
 * Returns (2·n) pairs, the lower triangle first, ascending.
 */
export function selfIntersectionsBruteForce(mesh: TriangleMesh): Uint32Array {
  const triangles: { readonly index: number; readonly corners: readonly BigVec3[]; readonly numbers: readonly number[] }[] = [];
  // One power of two for all, so that the integers of different triangles can be compared.
  const finite = Array.from({ length: triangleCount(mesh) }, (_, index) => index).filter((index) => isFiniteTriangle(mesh, index));
  const numbers = finite.flatMap((index) => triangleVertices(mesh, index).flat());
  const { integers } = scaledIntegers(numbers);
  finite.forEach((index, i) => {
    const corners = [9 * i, 9 * i + 3, 9 * i + 6].map((at) => bigPoint(integers, at));
    const [a, b, c] = corners as [BigVec3, BigVec3, BigVec3];
    if (!isBigZero(bigCross(bigMinus(b, a), bigMinus(c, a)))) triangles.push({ index, corners, numbers: numbers.slice(9 * i, 9 * i + 9) });
  });
  const found: number[] = [];
  for (const [i, p] of triangles.entries()) {
    for (const q of triangles.slice(i + 1)) {
      const sharedOfP = [0, 1, 2].filter((k) => q.corners.some((corner) => isSame(corner, p.corners[k])));
      const sharedOfQ = [0, 1, 2].filter((k) => p.corners.some((corner) => isSame(corner, q.corners[k])));
      if (intersectBeyondShared(p, q, sharedOfP, sharedOfQ)) found.push(p.index, q.index);
    }
  }
  return Uint32Array.from(found);
}

interface BigTriangle {
  readonly corners: readonly BigVec3[];
  /** (9) */
  readonly numbers: readonly number[];
}

function intersectBeyondShared(p: BigTriangle, q: BigTriangle, sharedOfP: readonly number[], sharedOfQ: readonly number[]): boolean {
  switch (sharedOfP.length) {
    case 0:
      return !areTrianglesApart(Float64Array.from(p.numbers), Float64Array.from(q.numbers));
    case 1:
      return (
        !areTrianglesApart(oppositeEdge(p, sharedOfP[0]), Float64Array.from(q.numbers)) ||
        !areTrianglesApart(oppositeEdge(q, sharedOfQ[0]), Float64Array.from(p.numbers))
      );
    case 2:
      return areFolded(p, q, sharedOfP, sharedOfQ);
    default:
      return true;
  }
}

/** Returns the edge opposite to a corner, as a triangle without area. */
function oppositeEdge({ numbers }: BigTriangle, corner: number): Float64Array {
  const at = (k: number): readonly number[] => numbers.slice(3 * (k % 3), 3 * (k % 3) + 3);
  return Float64Array.from([...at(corner + 1), ...at(corner + 2), ...at(corner + 2)]);
}

/** Whether the normals of both triangles, computed along the edge in the same direction, point the same way. */
function areFolded(p: BigTriangle, q: BigTriangle, sharedOfP: readonly number[], sharedOfQ: readonly number[]): boolean {
  const u = p.corners[sharedOfP[0]];
  const v = p.corners[sharedOfP[1]];
  const along = bigMinus(v, u);
  const ofP = bigCross(along, bigMinus(p.corners[3 - sharedOfP[0] - sharedOfP[1]], u));
  const ofQ = bigCross(along, bigMinus(q.corners[3 - sharedOfQ[0] - sharedOfQ[1]], u));
  return isBigZero(bigCross(ofP, ofQ)) && bigDot(ofP, ofQ) > 0n;
}

function isSame(a: BigVec3, b: BigVec3): boolean {
  return a[0] === b[0] && a[1] === b[1] && a[2] === b[2];
}
