import { hypot } from '../math/hypot.ts';
import type { BezierPatch } from './bezier-patch.ts';

/** Bounds of the second derivatives of a patch over its whole domain. */
export interface Curvatures {
  readonly uu: number;
  readonly uv: number;
  readonly vv: number;
}

/** Returns the bounds from differences of control points: each derivative is a Bézier patch of them, inside their hull. */
export function curvaturesOf({ degreeU, degreeV, points }: BezierPatch): Curvatures {
  const at = (i: number, j: number, axis: number): number => points[3 * (i * (degreeV + 1) + j) + axis];
  const largest = (rows: number, cells: number, difference: (i: number, j: number, axis: number) => number): number => {
    let size = 0;
    for (let i = 0; i < rows; i++) {
      for (let j = 0; j < cells; j++) size = Math.max(size, hypot(difference(i, j, 0), difference(i, j, 1), difference(i, j, 2)));
    }
    return size;
  };
  return {
    uu: degreeU * (degreeU - 1) * largest(degreeU - 1, degreeV + 1, (i, j, k) => at(i, j, k) - 2 * at(i + 1, j, k) + at(i + 2, j, k)),
    vv: degreeV * (degreeV - 1) * largest(degreeU + 1, degreeV - 1, (i, j, k) => at(i, j, k) - 2 * at(i, j + 1, k) + at(i, j + 2, k)),
    uv: degreeU * degreeV * largest(degreeU, degreeV, (i, j, k) => at(i + 1, j + 1, k) - at(i + 1, j, k) - (at(i, j + 1, k) - at(i, j, k))),
  };
}

/**
 * Returns a bound of the distance of equal parameters between a patch and the triangles of a grid of k·l cells on it.
 * Source: Filip, Magedson, Markot, "Surface Algorithms Using Bounds on Derivatives" (1986), theorem 1.
 */
export function gridError({ uu, uv, vv }: Curvatures, k: number, l: number): number {
  return (uu / (k * k) + (2 * uv) / (k * l) + vv / (l * l)) / 8;
}

/** Returns a bound of the rounding of a point of a patch: two roundings for each step of de Casteljau. */
export function pointError({ degreeU, degreeV, points }: BezierPatch): number {
  let size = 0;
  for (const value of points) size = Math.max(size, Math.abs(value));
  return 8 * (degreeU + degreeV + 1) * size * 2 ** -53;
}

/** Returns the smallest numbers of segments (u, v) whose grid error is at most the tolerance. */
export function segmentsFor(curvatures: Curvatures, tolerance: number): readonly [u: number, v: number] {
  const { uu, uv, vv } = curvatures;
  // Each term may take a third; the mixed one scales both.
  let u = Math.max(1, Math.sqrt((3 * uu) / (8 * tolerance)));
  let v = Math.max(1, Math.sqrt((3 * vv) / (8 * tolerance)));
  const mixed = (2 * 3 * uv) / (8 * tolerance * u * v);
  if (mixed > 1) {
    u *= Math.sqrt(mixed);
    v *= Math.sqrt(mixed);
  }
  return [Math.ceil(u), Math.ceil(v)];
}
