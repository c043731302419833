/** A tensor-product Bézier patch: (degreeU + 1) rows of (degreeV + 1) control points. */
export interface BezierPatch {
  readonly degreeU: number;
  readonly degreeV: number;
  /** (3·(degreeU + 1)·(degreeV + 1)) x y z, row by row: v varies fastest. */
  readonly points: Float64Array;
}

/** Largest degree in each direction. */
export const maxDegree = 9;

/**
 * Writes the point of a patch at u = i/k, v = j/l to `out` (3), by de Casteljau.
 *
 * The point of an edge depends on the control points of this edge only. It is the same when the edge runs the other way, so equal edges of two
 * patches give equal points.
 */
export function patchPoint({ degreeU, degreeV, points }: BezierPatch, i: number, k: number, j: number, l: number, out: Float64Array): void {
  const column = new Float64Array(3 * (degreeU + 1));
  const row = new Float64Array(3 * (degreeV + 1));
  for (let r = 0; r <= degreeU; r++) {
    row.set(points.subarray(3 * r * (degreeV + 1), 3 * (r + 1) * (degreeV + 1)));
    reduce(row, degreeV, (l - j) / l, j / l);
    column.set(row.subarray(0, 3), 3 * r);
  }
  reduce(column, degreeU, (k - i) / k, i / k);
  out.set(column.subarray(0, 3));
}

/** Reduces the points of a curve to its point with the weights (1 − t, t), in place. */
function reduce(points: Float64Array, degree: number, before: number, after: number): void {
  for (let left = degree; left > 0; left--) {
    for (let at = 0; at < 3 * left; at++) points[at] = points[at] * before + points[at + 3] * after;
  }
}

/** Returns the halves of a patch in one direction, by de Casteljau at one half. */
export function splitPatch(patch: BezierPatch, alongU: boolean): readonly [BezierPatch, BezierPatch] {
  const { degreeU, degreeV, points } = patch;
  const low = points.slice();
  const high = points.slice();
  const [degree, lines, step, across] = alongU
    ? [degreeU, degreeV + 1, 3 * (degreeV + 1), 3]
    : [degreeV, degreeU + 1, 3, 3 * (degreeV + 1)];
  for (let line = 0; line < lines; line++) {
    for (let axis = 0; axis < 3; axis++) {
      const first = line * across + axis;
      for (let level = 1; level <= degree; level++) {
        for (let i = 0; i <= degree - level; i++) high[first + i * step] = (high[first + i * step] + high[first + (i + 1) * step]) / 2;
        low[first + level * step] = high[first];
      }
    }
  }
  return [
    { degreeU, degreeV, points: low },
    { degreeU, degreeV, points: high },
  ];
}
