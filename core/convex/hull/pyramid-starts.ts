/** More vertices than this start well without pyramids. */
export const maxPyramidVertices = 7;

/** Height of the apex over the middle, in half extents of the hull: the best one around a cube, whose base touches it. */
const apex = 5;
/** Radius of the circle around the base: that of the best one around a cube. */
const baseRadius = 1.5 * Math.SQRT2;

/** Cosines of half the angle between two corners, by number of corners. Roots, because the last digit of `Math.cos` may differ between engines. */
const halfCosines: Readonly<Record<number, number>> = { 3: 0.5, 4: Math.SQRT1_2, 5: (1 + Math.sqrt(5)) / 4, 6: Math.sqrt(3) / 2 };

/**
 * Returns the vertices (3·n each) of pyramids and double pyramids with `count` vertices, along both directions of each axis. They are starts for
 * `verticesAlong`: a hull with five vertices is a pyramid or a double pyramid, which the other searches do not find.
 */
export function pyramidStarts(count: number): readonly Float64Array[] {
  const starts: Float64Array[] = [];
  if (count < 5 || count > maxPyramidVertices) return starts;
  for (let axis = 0; axis < 3; axis++) {
    for (const sign of [1, -1]) starts.push(vertices(axis, ring(count - 1, sign * -1), [[0, 0, sign * apex]]));
    starts.push(
      vertices(axis, ring(count - 2, 0), [
        [0, 0, apex / 2],
        [0, 0, -apex / 2],
      ]),
    );
  }
  return starts;
}

/** Returns a regular polygon at a height. The sides of a square are along the axes. */
function ring(corners: number, height: number): readonly (readonly number[])[] {
  const cosine = halfCosines[corners]!;
  const sine = Math.sqrt(1 - cosine * cosine);
  const [turnCosine, turnSine] = [2 * cosine * cosine - 1, 2 * cosine * sine];
  let [x, y] = [baseRadius * cosine, baseRadius * sine];
  return Array.from({ length: corners }, () => {
    const corner = [x, y, height];
    [x, y] = [x * turnCosine - y * turnSine, x * turnSine + y * turnCosine];
    return corner;
  });
}

/** The third coordinate of each vertex becomes the one along `axis`. */
function vertices(axis: number, ...groups: readonly (readonly (readonly number[])[])[]): Float64Array {
  return Float64Array.from(groups.flat().flatMap((vertex) => [0, 1, 2].map((k) => vertex[(k + 2 - axis) % 3]!)));
}
