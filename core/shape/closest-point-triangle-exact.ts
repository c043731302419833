import { roundedRatio, scaledIntegers } from '../math/exact.ts';
import { roundedRoot } from '../math/rounded-root.ts';
import { normalized, type Vec3 } from '../math/vec3.ts';
import { faceCode, firstEdgeCode, firstVertexCode } from './triangle-feature.ts';

type Big3 = readonly [bigint, bigint, bigint];

/** The closest point minus p is `offset / denominator · 2^exponent`, exactly. The denominator is positive. */
export interface ExactClosestPoint {
  readonly feature: number;
  readonly offset: Big3;
  readonly denominator: bigint;
  readonly exponent: number;
}

/**
 * The point of the closed triangle (a, b, c) closest to p, in exact arithmetic; all inputs are finite. It is unique, and
 * so is its feature. Triangles without area act as the segment or point that they are; of features that coincide the
 * lowest vertex counts, then the lowest edge.
 *
 * Ericson, Real-Time Collision Detection (2005), 5.1.5, on integers.
 */
export function closestPointTriangleExact(p: Vec3, a: Vec3, b: Vec3, c: Vec3): ExactClosestPoint {
  const { integers, exponent } = scaledIntegers([...p, ...a, ...b, ...c]);
  const [px, py, pz, ax, ay, az, bx, by, bz, cx, cy, cz] = integers as Twelve;
  const A: Big3 = [ax - px, ay - py, az - pz];
  const B: Big3 = [bx - px, by - py, bz - pz];
  const C: Big3 = [cx - px, cy - py, cz - pz];
  const ab = minus(B, A), bc = minus(C, B), ca = minus(A, C);
  // With p at 0: how far it lies along an edge from the edge's first corner.
  const along = [-dot(ab, A), -dot(bc, B), -dot(ca, C)] as const;
  const size = [dot(ab, ab), dot(bc, bc), dot(ca, ca)] as const;
  const corners = [A, B, C] as const;
  const edges = [ab, bc, ca] as const;
  for (let i = 0; i < 3; i++) {
    // Not beyond the start of the edge that leaves here, nor before the end of the one that arrives.
    const arrives = (i + 2) % 3;
    if (along[i]! <= 0n && along[arrives]! >= size[arrives]!) {
      return { feature: firstVertexCode + i, offset: corners[i]!, denominator: 1n, exponent };
    }
  }
  const normal = cross(ab, bc);
  for (let i = 0; i < 3; i++) {
    // Beyond the edge, or on it: n·(edge × (p − corner)) ≤ 0.
    const isWithin = along[i]! > 0n && along[i]! < size[i]!;
    if (isWithin && dot(normal, cross(edges[i]!, corners[i]!)) >= 0n) {
      const offset = plus(times(corners[i]!, size[i]!), times(edges[i]!, along[i]!));
      return { feature: firstEdgeCode + i, offset, denominator: size[i]!, exponent };
    }
  }
  return { feature: faceCode, offset: times(normal, dot(normal, A)), denominator: dot(normal, normal), exponent };
}

/** Whether the distance is at most `radius`, exactly. */
export function isWithin(closest: ExactClosestPoint, radius: number): boolean {
  const { offset, denominator, exponent } = closest;
  const r = scaledIntegers([radius]);
  const power = 2 * (exponent - r.exponent);
  const wanted = (r.integers[0]! * denominator) ** 2n;
  return dot(offset, offset) << BigInt(Math.max(0, power)) <= wanted << BigInt(Math.max(0, -power));
}

/** The exact answer as numbers: the f64 nearest to the closest point, and the distance to a unit in its last place. */
export function roundedClosestPoint(
  closest: ExactClosestPoint,
  p: Vec3,
): { readonly point: Vec3; readonly distance: number; readonly direction: Vec3 | null } {
  const { offset, denominator, exponent } = closest;
  const sizes = offset.map((value) => (value < 0n ? -value : value));
  const largest = sizes.reduce((left, right) => (left > right ? left : right));
  const component = (k: 0 | 1 | 2): number => {
    const own = scaledIntegers([p[k]]);
    const least = Math.min(own.exponent, exponent);
    const start = (own.integers[0]! * denominator) << BigInt(own.exponent - least);
    return roundedRatio(start + (offset[k] << BigInt(exponent - least)), denominator, least);
  };
  const towards = (k: 0 | 1 | 2): number => roundedRatio(-offset[k], largest, 0);
  return {
    point: [component(0), component(1), component(2)],
    distance: roundedRoot(dot(offset, offset), denominator * denominator, exponent),
    direction: largest === 0n ? null : normalized([towards(0), towards(1), towards(2)]),
  };
}

type Twelve = readonly [...Big3, ...Big3, ...Big3, ...Big3];

function minus(p: Big3, q: Big3): Big3 {
  return [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
}

function plus(p: Big3, q: Big3): Big3 {
  return [p[0] + q[0], p[1] + q[1], p[2] + q[2]];
}

function times(p: Big3, factor: bigint): Big3 {
  return [p[0] * factor, p[1] * factor, p[2] * factor];
}

function cross(p: Big3, q: Big3): Big3 {
  return [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
}

function dot(p: Big3, q: Big3): bigint {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}
