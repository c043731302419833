import { bigCross, bigDot, bigMinus, bigPoint, isBigZero } from '../../math/big-vec3.ts';
import { scaledIntegers } from '../../math/exact.ts';

/** Counts of a hull. */
export interface HullCounts {
  readonly vertices: number;
  readonly faces: number;
}

/**
 * Test oracle of `convexHull` for few points that are not in a plane: tests the plane of every three points, in exact arithmetic. A plane with
 * all points on one side is that of a face. A point in three faces or more is a vertex.
 */
export function convexHullBruteForce(points: Float64Array): HullCounts {
  const { integers } = scaledIntegers([...points]);
  const texts = new Set<string>();
  const all = Array.from({ length: points.length / 3 }, (_, i) => bigPoint(integers, 3 * i)).filter((point) => {
    const text = point.join(' ');
    return !texts.has(text) && texts.add(text);
  });
  const faces = new Set<string>();
  for (let i = 0; i < all.length; i++) {
    for (let j = 0; j < i; j++) {
      for (let k = 0; k < j; k++) {
        const normal = bigCross(bigMinus(all[j]!, all[i]!), bigMinus(all[k]!, all[i]!));
        if (isBigZero(normal)) continue;
        const heights = all.map((point) => bigDot(normal, bigMinus(point, all[i]!)));
        const isFace = heights.every((height) => height <= 0n) || heights.every((height) => height >= 0n);
        // Faces by their points: a plane has several normals.
        if (isFace) faces.add(heights.flatMap((height, at) => (height === 0n ? [at] : [])).join(' '));
      }
    }
  }
  const counts = new Map<string, number>();
  for (const face of faces) for (const point of face.split(' ')) counts.set(point, (counts.get(point) ?? 0) + 1);
  return { vertices: [...counts.values()].filter((count) => count > 2).length, faces: faces.size };
}
