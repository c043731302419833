import { bigCross, bigDot, bigMinus, bigTimes, bigUnit, isBigZero, type BigVec3 } from '../math/big-vec3.ts';
import { roundedRoot } from '../math/rounded-root.ts';
import type { Vec3 } from '../math/vec3.ts';
import { exitRanges, type ExitAxis } from './exit-ranges.ts';
import { faceCode, firstEdgeCode, firstVertexCode } from './triangle-feature.ts';

/** A convex body in integers: its corners, the directions of its edges, and the normals of its faces. */
export interface ExitBody {
  readonly corners: readonly BigVec3[];
  readonly edges: readonly BigVec3[];
  readonly normals: readonly BigVec3[];
}

/** The shortest move that takes a body out of a triangle, so that they only touch. */
export interface ShortestExit {
  /** The feature of the triangle that faces the move. */
  readonly code: number;
  readonly length: number;
  readonly direction: Vec3;
}

/**
 * Returns the shortest move that takes a convex body out of a triangle that it overlaps, in exact arithmetic; the numbers are rounded. The
 * candidates are the normal of the triangle, those of the body, and the cross products of two edges: the faces of the Minkowski difference.
 * Of equally short moves the first one wins, and along one line that on the front of the triangle. `null` if both lie on one line.
 *
 * Source: van den Bergen, "Collision Detection in Interactive 3D Environments" (2003), 2.3.
 * @param exponent numbers are in units of 2^exponent.
 */
export function shortestExit({ corners, edges, normals }: ExitBody, triangle: readonly BigVec3[], exponent: number): ShortestExit | null {
  const sides = triangle.map((corner, i) => bigMinus(triangle[(i + 1) % 3]!, corner));
  const axes: readonly ExitAxis[] = [
    { factors: [sides[0]!, sides[1]!] },
    ...normals.map((normal) => ({ factors: [normal] as const })),
    ...sides.flatMap((side) => edges.map((edge) => ({ factors: [side, edge] as const }))),
  ];
  const ranges = exitRanges(axes, corners, triangle);
  const most = ranges.reduce((least, { max }) => Math.min(least, max), Infinity);
  let best: { readonly direction: BigVec3; readonly needed: bigint; readonly sizeSq: bigint } | null = null;
  for (const [i, { factors }] of axes.entries()) {
    // Big integers take a hundred times as long, and one or two axes can be the shortest.
    if (ranges[i]!.min > most) continue;
    const axis = factors.length === 1 ? factors[0] : bigCross(...factors);
    if (isBigZero(axis)) continue;
    const sizeSq = bigDot(axis, axis);
    const own = corners.map((corner) => bigDot(axis, corner));
    const other = triangle.map((corner) => bigDot(axis, corner));
    // Up along the axis, and down against it.
    const up = largest(other) - smallest(own);
    const down = largest(own) - smallest(other);
    const needed = up <= down ? up : down;
    if (best !== null && needed * needed * best.sizeSq >= best.needed * best.needed * sizeSq) continue;
    best = { direction: up <= down ? axis : bigTimes(axis, -1n), needed, sizeSq };
  }
  if (best === null) return null;
  const { direction, needed, sizeSq } = best;
  return {
    code: facingFeature(triangle.map((corner) => bigDot(direction, corner))),
    length: roundedRoot(needed * needed, sizeSq, exponent),
    direction: bigUnit(direction)!,
  };
}

/** Returns the feature of the corners with the largest height. */
function facingFeature(heights: readonly bigint[]): number {
  const top = largest(heights);
  const at = [0, 1, 2].filter((i) => heights[i] === top);
  if (at.length === 1) return firstVertexCode + at[0]!;
  if (at.length === 3) return faceCode;
  return firstEdgeCode + (at[1]! - at[0]! === 1 ? at[0]! : 2);
}

function largest(values: readonly bigint[]): bigint {
  return values.reduce((p, q) => (p > q ? p : q));
}

function smallest(values: readonly bigint[]): bigint {
  return values.reduce((p, q) => (p < q ? p : q));
}
