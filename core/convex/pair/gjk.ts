import { fastLength, type Vec3 } from '../../math/vec3.ts';
import { highestPoint } from '../../shape/highest-point.ts';
import { createSimplex, originMargin, reduceSimplex, type Simplex } from '../../shape/simplex.ts';
import type { PointsPair } from './convex-body.ts';

/** What GJK finds of two hulls. */
export interface GjkResult {
  /** Distance of the two points; 0 if the simplex contains the origin. */
  readonly distance: number;
  /** A gap along `direction`, which is proven up to rounding: the distance is no smaller. Negative without one. */
  readonly lower: number;
  /** From A to B, unit length; `null` if the hulls overlap. */
  readonly direction: Vec3 | null;
  /** The nearest points of A and B, from the common origin. */
  readonly pointA: Vec3;
  readonly pointB: Vec3;
  /** How surely the hulls share a volume: see `originMargin`. 0 if the simplex does not contain the origin. */
  readonly margin: number;
  readonly steps: number;
}

/** More steps would cycle among rounding errors. */
const maxSteps = 128;
const unit = 2 ** -53;

/**
 * Finds the nearest points of two hulls in plain f64 (catalogue P7).
 *
 * Source: Gilbert, Johnson and Keerthi, "A fast procedure for computing the distance between complex objects" (1988).
 */
export function gjk({ a, b }: Pick<PointsPair, 'a' | 'b'>): GjkResult {
  const simplex = createSimplex();
  push(simplex, a.points, b.points, 0, 0);
  reduceSimplex(simplex);
  let lower = -Infinity;
  let steps = 0;
  for (; steps < maxSteps && !simplex.containsOrigin; steps++) {
    const [x, y, z] = simplex.nearest as unknown as [number, number, number];
    const sizeSq = x * x + y * y + z * z;
    if (!(sizeSq > 0)) break;
    const i = highestPoint(a.points, x, y, z);
    const j = highestPoint(b.points, -x, -y, -z);
    const height = heightOf(a.points, b.points, i, j, x, y, z);
    lower = Math.max(lower, height / Math.sqrt(sizeSq));
    if (simplex.count === 4 || isKnown(simplex, i, j) || !(height < sizeSq * (1 - 16 * unit))) break;
    push(simplex, a.points, b.points, i, j);
    reduceSimplex(simplex);
    if (!simplex.containsOrigin && !(lengthSq(simplex.nearest) < sizeSq)) break;
  }
  const size = simplex.containsOrigin ? 0 : Math.sqrt(lengthSq(simplex.nearest));
  const direction: Vec3 | null = size > 0 ? [simplex.nearest[0] / size, simplex.nearest[1] / size, simplex.nearest[2] / size] : null;
  const margin = simplex.containsOrigin ? originMargin(simplex) : 0;
  const witness = witnessOf(simplex, a.points, b.points);
  // That of points of the hulls: the nearest point of a thin face can be off it.
  const distance = size > 0 ? distanceOf(witness.pointA, witness.pointB) : 0;
  return { distance, lower, direction, margin, ...witness, steps };
}

function distanceOf(p: Vec3, q: Vec3): number {
  return fastLength(q[0] - p[0], q[1] - p[1], q[2] - p[2]);
}

function lengthSq(v: Float64Array): number {
  return v[0] * v[0] + v[1] * v[1] + v[2] * v[2];
}

function heightOf(a: Float64Array, b: Float64Array, i: number, j: number, x: number, y: number, z: number): number {
  return x * (b[3 * j] - a[3 * i]) + y * (b[3 * j + 1] - a[3 * i + 1]) + z * (b[3 * j + 2] - a[3 * i + 2]);
}

function isKnown({ count, ofA, ofB }: Simplex, i: number, j: number): boolean {
  for (let corner = 0; corner < count; corner++) if (ofA[corner] === i && ofB[corner] === j) return true;
  return false;
}

function push(simplex: Simplex, a: Float64Array, b: Float64Array, i: number, j: number): void {
  const at = simplex.count++;
  simplex.ofA[at] = i;
  simplex.ofB[at] = j;
  for (let k = 0; k < 3; k++) simplex.corners[3 * at + k] = b[3 * j + k] - a[3 * i + k];
}

function witnessOf({ count, weights, ofA, ofB }: Simplex, a: Float64Array, b: Float64Array): Pick<GjkResult, 'pointA' | 'pointB'> {
  const blend = (points: Float64Array, of: Int32Array): Vec3 => {
    const sum: [number, number, number] = [0, 0, 0];
    for (let i = 0; i < count; i++) for (let k = 0; k < 3; k++) sum[k] = sum[k]! + weights[i] * points[3 * of[i] + k];
    return sum;
  };
  return { pointA: blend(a, ofA), pointB: blend(b, ofB) };
}
