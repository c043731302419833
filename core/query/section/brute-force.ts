import { bigDot, bigPlus, bigPoint, bigTimes, type BigVec3 } from '../../math/big-vec3.ts';
import { roundedRatio, scaledIntegers } from '../../math/exact.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import { checkSectionPlane } from './check.ts';
import type { SectionPlane } from './query.ts';

/** The segment of a triangle on the plane, rounded once from rational numbers. */
export interface ExactSegment {
  readonly triangle: number;
  readonly from: Vec3;
  readonly to: Vec3;
}

/**
 * Test oracle of `planeSection`: cuts every triangle by the plane in rational numbers. Vertices on the plane count as above it. Each segment
 * goes from the edge that leaves the upper side to the edge that enters it.
 * @throws InspectorError `invalid-argument` as `planeSection`.
 */
export function planeSectionBruteForce(mesh: TriangleMesh, plane: SectionPlane): readonly ExactSegment[] {
  checkSectionPlane(plane);
  const found: ExactSegment[] = [];
  for (let triangle = 0; triangle < triangleCount(mesh); triangle++) {
    const segment = isFiniteTriangle(mesh, triangle) ? segmentOf(mesh, triangle, plane) : null;
    if (segment !== null) found.push({ triangle, ...segment });
  }
  return found;
}

function segmentOf(mesh: TriangleMesh, triangle: number, { normal, offset }: SectionPlane): { from: Vec3; to: Vec3 } | null {
  const { integers, exponent } = scaledIntegers([...normal, offset, ...triangleVertices(mesh, triangle).flat()]);
  const n = bigPoint(integers, 0);
  // Everything times a power of two, so that products and the offset have the same one.
  const [ofDots, ofOffset] = exponent >= 0 ? [BigInt(exponent), 0n] : [0n, BigInt(-exponent)];
  const corners = [4, 7, 10].map((at) => bigPoint(integers, at));
  const heights = corners.map((corner) => (bigDot(n, corner) << ofDots) - (integers[3] << ofOffset));
  let from: Vec3 | null = null;
  let to: Vec3 | null = null;
  for (let side = 0; side < 3; side++) {
    const next = (side + 1) % 3;
    if (heights[side] >= 0n === heights[next] >= 0n) continue;
    const point = crossing(corners[side], corners[next], heights[side], heights[next], exponent);
    if (heights[side] >= 0n) from = point;
    else to = point;
  }
  return from === null || to === null ? null : { from, to };
}

/** (p·h(q) - q·h(p)) / (h(q) - h(p)) */
function crossing(p: BigVec3, q: BigVec3, heightP: bigint, heightQ: bigint, exponent: number): Vec3 {
  const weighted = bigPlus(bigTimes(p, heightQ), bigTimes(q, -heightP));
  const weight = heightQ - heightP;
  return [
    roundedRatio(weighted[0], weight, exponent),
    roundedRatio(weighted[1], weight, exponent),
    roundedRatio(weighted[2], weight, exponent),
  ];
}
