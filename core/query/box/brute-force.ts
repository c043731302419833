import { bigCross, bigDot, bigPlus, bigPoint, bigTimes, type BigVec3 } from '../../math/big-vec3.ts';
import { scaledIntegers } from '../../math/exact.ts';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import type { BoxSolid } from '../../shape/box-solid.ts';
import { checkBoxQuery } from './check.ts';

/**
 * Test oracle of `boxOverlap`: clips every triangle by the sides of the box in rational numbers, without a tree, and returns those
 * of which something remains; ascending. An oriented box must have a volume, otherwise its sides do not bound it. Triangles whose AABB is
 * surely apart from that of the box are dropped before.
 * @throws InspectorError `invalid-argument` as `boxOverlap`.
 */
export function boxOverlapBruteForce(mesh: TriangleMesh, solid: BoxSolid): Uint32Array {
  checkBoxQuery(solid);
  const found: number[] = [];
  const reach = reachOf(solid);
  for (let triangle = 0; triangle < triangleCount(mesh); triangle++) {
    if (isSurelyApart(mesh, triangle, reach)) continue;
    if (isFiniteTriangle(mesh, triangle) && isAnythingLeft(solid, triangleVertices(mesh, triangle).flat())) found.push(triangle);
  }
  return Uint32Array.from(found);
}

/** Returns the AABB (6) of a box, larger by more than rounding. */
function reachOf(solid: BoxSolid): readonly number[] {
  if (solid.kind === 'aligned') return [...solid.min, ...solid.max];
  const { center, halfEdges } = solid;
  const half = [0, 1, 2].map((k) => halfEdges.reduce((sum, edge) => sum + Math.abs(edge[k]!), 0));
  const spare = half.map((size, k) => 1e-14 * (size + Math.abs(center[k]!)));
  return [-1, 1].flatMap((side) => [0, 1, 2].map((k) => center[k]! + side * (half[k]! + spare[k]!)));
}

/** Whether all corners are on the far side of one side of an AABB (6). Comparisons do not round. Hot. */
function isSurelyApart({ positions, indices }: TriangleMesh, triangle: number, reach: readonly number[]): boolean {
  const a = 3 * indices[3 * triangle]!;
  const b = 3 * indices[3 * triangle + 1]!;
  const c = 3 * indices[3 * triangle + 2]!;
  for (let k = 0; k < 3; k++) {
    const low = reach[k]!;
    const high = reach[3 + k]!;
    if (positions[a + k]! < low && positions[b + k]! < low && positions[c + k]! < low) return true;
    if (positions[a + k]! > high && positions[b + k]! > high && positions[c + k]! > high) return true;
  }
  return false;
}

/** A point `point / weight`; the weight is above 0. */
interface Homogeneous {
  readonly point: BigVec3;
  readonly weight: bigint;
}

/** A half-space: normal · point ≤ bound. */
interface Side {
  readonly normal: BigVec3;
  readonly bound: bigint;
}

function isAnythingLeft(solid: BoxSolid, corners: readonly number[]): boolean {
  const own = solid.kind === 'aligned' ? [...solid.min, ...solid.max] : [...solid.center, ...solid.halfEdges.flat()];
  const { integers } = scaledIntegers([...own, ...corners]);
  const polygon = [0, 3, 6].map((at): Homogeneous => ({ point: bigPoint(integers, own.length + at), weight: 1n }));
  return sidesOf(solid, integers).reduce(clipped, polygon as readonly Homogeneous[]).length > 0;
}

function sidesOf(solid: BoxSolid, integers: readonly bigint[]): readonly Side[] {
  if (solid.kind === 'aligned') {
    return [0, 1, 2].flatMap((k): Side[] => {
      const axis: BigVec3 = [k === 0 ? 1n : 0n, k === 1 ? 1n : 0n, k === 2 ? 1n : 0n];
      return [
        { normal: axis, bound: integers[3 + k]! },
        { normal: bigTimes(axis, -1n), bound: -integers[k]! },
      ];
    });
  }
  const center = bigPoint(integers, 0);
  const edges = [3, 6, 9].map((at) => bigPoint(integers, at));
  return [0, 1, 2].flatMap((k): Side[] => {
    const normal = bigCross(edges[(k + 1) % 3]!, edges[(k + 2) % 3]!);
    const outward = bigDot(normal, edges[k]!) < 0n ? bigTimes(normal, -1n) : normal;
    const reach = bigDot(outward, edges[k]!);
    return [
      { normal: outward, bound: bigDot(outward, center) + reach },
      { normal: bigTimes(outward, -1n), bound: reach - bigDot(outward, center) },
    ];
  });
}

/** Sutherland & Hodgman, "Reentrant polygon clipping" (1974). Points on the side stay. */
function clipped(polygon: readonly Homogeneous[], { normal, bound }: Side): readonly Homogeneous[] {
  const excess = polygon.map(({ point, weight }) => bigDot(normal, point) - bound * weight);
  return polygon.flatMap((from, i) => {
    const j = (i + 1) % polygon.length;
    const to = polygon[j]!;
    const p = excess[i]!;
    const q = excess[j]!;
    const kept = p <= 0n ? [from] : [];
    if (!((p < 0n && q > 0n) || (p > 0n && q < 0n))) return kept;
    // Where the excess, over the weights, is 0 between the two.
    const [u, v] = p < 0n ? [q, -p] : [-q, p];
    return [...kept, { point: bigPlus(bigTimes(from.point, u), bigTimes(to.point, v)), weight: from.weight * u + to.weight * v }];
  });
}

/** For boxes: whether one has content. */
export function hasContent(solid: BoxSolid): boolean {
  if (solid.kind === 'aligned') return solid.min.every((low, k) => low < solid.max[k]!);
  const { integers } = scaledIntegers(solid.halfEdges.flat());
  const [u, v, w] = [0, 3, 6].map((at) => bigPoint(integers, at)) as [BigVec3, BigVec3, BigVec3];
  return bigDot(u, bigCross(v, w)) !== 0n;
}
