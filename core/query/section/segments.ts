import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { SectionRange } from './query.ts';

/** The segments in which triangles cross a plane. */
export interface SectionSegments {
  readonly count: number;
  /** (6·S) from, to; with the front of the triangle on the right, seen from the side that the normal points to. */
  readonly ends: Float64Array;
  /** (S) ascending */
  readonly triangles: Uint32Array;
}

/**
 * Returns the segments of the triangles that have a vertex under the plane and another on it or above it. So a triangle has one segment or
 * none, triangles in the plane have none, and the curves of a closed mesh are closed. `heights` as from `sectionHeights`.
 */
export function sectionSegments(mesh: TriangleMesh, heights: Float64Array, ranges: readonly SectionRange[]): SectionSegments {
  const { indices } = mesh;
  const crossing: number[] = [];
  for (const { first, count } of ranges) {
    for (let triangle = first; triangle < first + count; triangle++) {
      const a = heights[indices[3 * triangle]];
      const b = heights[indices[3 * triangle + 1]];
      const c = heights[indices[3 * triangle + 2]];
      // NaN is not above, and is sorted out here.
      if ((a >= 0 === b >= 0 && b >= 0 === c >= 0) || a + b + c !== a + b + c) continue;
      crossing.push(triangle);
    }
  }
  const ends = new Float64Array(6 * crossing.length);
  crossing.forEach((triangle, i) => writeSegment(mesh, heights, triangle, ends, 6 * i));
  return { count: crossing.length, ends, triangles: Uint32Array.from(crossing) };
}

/** Writes the segment of a triangle: from the side that goes down through the plane to the side that goes up. */
function writeSegment({ positions, indices }: TriangleMesh, heights: Float64Array, triangle: number, ends: Float64Array, at: number): void {
  for (let side = 0; side < 3; side++) {
    const from = indices[3 * triangle + side];
    const to = indices[3 * triangle + ((side + 1) % 3)];
    if (heights[from] >= 0 === heights[to] >= 0) continue;
    const goesDown = heights[from] >= 0;
    writeCrossing(positions, goesDown ? from : to, goesDown ? to : from, heights, ends, goesDown ? at : at + 3);
  }
}

/** Writes the point where an edge crosses the plane: always computed from its upper end, so both triangles of an edge get the same one. */
function writeCrossing(positions: Float64Array, upper: number, lower: number, heights: Float64Array, ends: Float64Array, at: number): void {
  const share = heights[upper] / (heights[upper] - heights[lower]);
  for (let axis = 0; axis < 3; axis++) {
    const start = positions[3 * upper + axis];
    // From the nearer end: an edge that almost lies in the plane keeps its digits.
    const end = positions[3 * lower + axis];
    ends[at + axis] = share <= 0.5 ? start + share * (end - start) : end + (1 - share) * (start - end);
  }
}
