/** A polygon projected along the axis closest to its normal. Two of its coordinates are kept, so nothing is rounded. */
export interface FlatPolygon {
  /** (2·n) */
  readonly points: Float64Array;
  /** 1 for counter-clockwise corners, -1 for clockwise ones. */
  readonly winding: 1 | -1;
  /** The first corner of each hole, after the outline. Holes have the opposite winding. Omitted without holes. */
  readonly holes?: readonly number[];
}

/**
 * Returns a polygon projected along the largest component of its normal (Newell's method: Sutherland, Sproull and
 * Schumacker 1974). This also works for polygons that are not quite planar. The signs of its triangles are those on the
 * plane. Returns `null` without a normal: not finite, or folded onto itself. The first `outline` of the `corners`
 * define the normal.
 */
export function flatPolygon(positions: Float64Array, corners: ArrayLike<number>, outline = corners.length): FlatPolygon | null {
  const normal = [0, 0, 0];
  const n = outline;
  const origin = 3 * corners[0];
  for (let i = 0; i < n; i++) {
    const from = 3 * corners[i];
    const to = 3 * corners[(i + 1) % n];
    for (let axis = 0; axis < 3; axis++) {
      const u = (axis + 1) % 3;
      const v = (axis + 2) % 3;
      // Relative to the first corner: far from zero the products would lose all their digits.
      const fromU = positions[from + u] - positions[origin + u];
      const fromV = positions[from + v] - positions[origin + v];
      const toU = positions[to + u] - positions[origin + u];
      const toV = positions[to + v] - positions[origin + v];
      normal[axis] += fromU * toV - fromV * toU;
    }
  }
  const sizes = normal.map(Math.abs);
  const axis = sizes.indexOf(Math.max(...sizes));
  if (axis < 0 || !(sizes[axis] > 0 && sizes[axis] < Infinity)) return null;
  const points = new Float64Array(2 * corners.length);
  for (let i = 0; i < corners.length; i++) {
    points[2 * i] = positions[3 * corners[i] + ((axis + 1) % 3)];
    points[2 * i + 1] = positions[3 * corners[i] + ((axis + 2) % 3)];
  }
  return { points, winding: normal[axis] > 0 ? 1 : -1 };
}
