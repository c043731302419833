import type { ConvexHull } from '#core/convex';
import type { HullFigure } from '../state/convex/convex-messages.ts';

/** Returns what is drawn of a hull. Each edge of a solid belongs to two faces: it is taken from one of them. */
export function hullFigure({ positions, faceFirst, faceCorners, dimension }: ConvexHull): HullFigure {
  const edges: number[] = dimension === 1 ? [...positions] : [];
  const triangles: number[] = [];
  const point = (corner: number): readonly number[] => [...positions.subarray(3 * corner, 3 * corner + 3)];
  for (let face = 0; face + 1 < faceFirst.length; face++) {
    const corners = faceCorners.subarray(faceFirst[face]!, faceFirst[face + 1]!);
    corners.forEach((from, i) => {
      const to = corners[(i + 1) % corners.length]!;
      if (from < to || dimension === 2) edges.push(...point(from), ...point(to));
      if (i > 1) triangles.push(...point(corners[0]!), ...point(corners[i - 1]!), ...point(from));
    });
  }
  return { edges: Float64Array.from(edges), triangles: Float64Array.from(triangles) };
}
