import { bigCross, bigDot, bigMinus, bigPlus, bigPoint, bigTimes, bigUnit, type BigVec3 } from '../math/big-vec3.ts';
import { roundedRatio, scaledIntegers } from '../math/exact.ts';
import { roundedRoot } from '../math/rounded-root.ts';
import type { Vec3 } from '../math/vec3.ts';
import { faceCode, firstEdgeCode, firstVertexCode } from './triangle-feature.ts';

/** The closest point minus p is `offset / denominator · 2^exponent`, exactly. The denominator is positive. */
export interface ExactClosestPoint {
  readonly feature: number;
  readonly offset: BigVec3;
  readonly denominator: bigint;
  readonly exponent: number;
}

/**
 * Returns the point of the closed triangle (a, b, c) closest to p, in exact arithmetic; all inputs are finite. It is unique, and so
 * is its feature. Triangles without area act as segments or points; of coincident features the lowest vertex counts, then the
 * lowest edge.
 *
 * Source: Ericson, Real-Time Collision Detection (2005), 5.1.5, on integers.
 */
export function closestPointTriangleExact(p: Vec3, a: Vec3, b: Vec3, c: Vec3): ExactClosestPoint {
  const { integers, exponent } = scaledIntegers([...p, ...a, ...b, ...c]);
  const origin = bigPoint(integers, 0);
  const A = bigMinus(bigPoint(integers, 3), origin);
  const B = bigMinus(bigPoint(integers, 6), origin);
  const C = bigMinus(bigPoint(integers, 9), origin);
  const ab = bigMinus(B, A);
  const bc = bigMinus(C, B);
  const ca = bigMinus(A, C);
  // With p at 0: its position along each edge, from the edge's first corner.
  const along = [-bigDot(ab, A), -bigDot(bc, B), -bigDot(ca, C)] as const;
  const size = [bigDot(ab, ab), bigDot(bc, bc), bigDot(ca, ca)] as const;
  const corners = [A, B, C] as const;
  const edges = [ab, bc, ca] as const;
  for (let i = 0; i < 3; i++) {
    // Before the start of the edge that begins here, and beyond the end of the edge that ends here.
    const arrives = (i + 2) % 3;
    if (along[i]! <= 0n && along[arrives]! >= size[arrives]!) {
      return { feature: firstVertexCode + i, offset: corners[i]!, denominator: 1n, exponent };
    }
  }
  const normal = bigCross(ab, bc);
  for (let i = 0; i < 3; i++) {
    // Beyond the edge, or on it: n·(edge × (p − corner)) ≤ 0.
    const isWithin = along[i]! > 0n && along[i]! < size[i]!;
    if (isWithin && bigDot(normal, bigCross(edges[i]!, corners[i]!)) >= 0n) {
      const offset = bigPlus(bigTimes(corners[i]!, size[i]!), bigTimes(edges[i]!, along[i]!));
      return { feature: firstEdgeCode + i, offset, denominator: size[i]!, exponent };
    }
  }
  return { feature: faceCode, offset: bigTimes(normal, bigDot(normal, A)), denominator: bigDot(normal, normal), exponent };
}

/** Whether the distance is at most `radius`, exactly. */
export function isWithin(closest: ExactClosestPoint, radius: number): boolean {
  const { offset, denominator, exponent } = closest;
  const r = scaledIntegers([radius]);
  const power = 2 * (exponent - r.exponent);
  const wanted = (r.integers[0]! * denominator) ** 2n;
  return bigDot(offset, offset) << BigInt(Math.max(0, power)) <= wanted << BigInt(Math.max(0, -power));
}

/** Compares two distances exactly: negative if p is nearer, positive if q is nearer, 0 if equal. The query points may differ. */
export function compareDistances(p: ExactClosestPoint, q: ExactClosestPoint): number {
  const power = 2 * (p.exponent - q.exponent);
  const left = (bigDot(p.offset, p.offset) * q.denominator ** 2n) << BigInt(Math.max(0, power));
  const right = (bigDot(q.offset, q.offset) * p.denominator ** 2n) << BigInt(Math.max(0, -power));
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Returns the exact result as numbers: the f64 nearest to the closest point, and to its distance. */
export function roundedClosestPoint(
  closest: ExactClosestPoint,
  p: Vec3,
): { readonly point: Vec3; readonly distance: number; readonly direction: Vec3 | null } {
  const { offset, denominator, exponent } = closest;
  const component = (k: 0 | 1 | 2): number => {
    const own = scaledIntegers([p[k]]);
    const min = Math.min(own.exponent, exponent);
    const start = (own.integers[0]! * denominator) << BigInt(own.exponent - min);
    return roundedRatio(start + (offset[k] << BigInt(exponent - min)), denominator, min);
  };
  return {
    point: [component(0), component(1), component(2)],
    distance: roundedRoot(bigDot(offset, offset), denominator * denominator, exponent),
    direction: bigUnit(bigTimes(offset, -1n)),
  };
}
