import { invalidArgument } from '../../error.ts';
import { flatHull } from './flat-hull.ts';
import { mergeFaces } from './merge-faces.ts';
import { quickhull } from './quickhull.ts';
import { spanningPoints } from './spanning-points.ts';

/** The convex hull of points. */
export interface ConvexHull {
  /** 3 for a solid; 2, 1 and 0 for points in a plane, on a line and in one place. */
  readonly dimension: 0 | 1 | 2 | 3;
  /** (V) index of the input point of each vertex, ascending. */
  readonly points: Uint32Array;
  /** (3·V) the vertices: every one is an input point, and none is in the hull of the others. */
  readonly positions: Float64Array;
  /** (F + 1) start of the corners of each face in `faceCorners`. */
  readonly faceFirst: Uint32Array;
  /** Vertices of each face, counter-clockwise from outside. Faces of one plane are one face. A flat hull has one face. */
  readonly faceCorners: Uint32Array;
}

/**
 * Returns the convex hull of points (catalogue S1). Signs are exact, so it needs no tolerance: points may repeat, be collinear or coplanar.
 *
 * Sources: Barber, Dobkin and Huhdanpaa, "The Quickhull Algorithm for Convex Hulls" (1996), for solids; Graham (1972) for points in a plane.
 * Changed: coplanar facets are merged at the end, which also removes the points on edges and inside faces.
 * @param points (3·N) at least one point, all finite.
 * @throws InspectorError `invalid-argument` without points, and for points that are not finite.
 */
export function convexHull(points: Float64Array): ConvexHull {
  checkPoints(points);
  const span = spanningPoints(points);
  switch (span.length) {
    case 1:
    case 2:
      return hullOf(
        points,
        span.length === 1 ? 0 : 1,
        span.toSorted((p, q) => p - q),
        [],
      );
    case 3: {
      const corners = flatHull(points, span as [number, number, number]);
      return hullOf(
        points,
        2,
        corners.toSorted((p, q) => p - q),
        [corners],
      );
    }
    default: {
      const faces = mergeFaces(points, quickhull(points, span as [number, number, number, number]));
      return hullOf(points, 3, cornersOf(faces, points.length / 3), faces);
    }
  }
}

function checkPoints(points: Float64Array): void {
  if (points.length === 0) throw invalidArgument('There are no points for a convex hull', 'Give at least one point');
  let bad = 0;
  while (bad < points.length && Number.isFinite(points[bad])) bad++;
  if (bad < points.length) throw invalidArgument(`Point ${Math.floor(bad / 3)} of the convex hull is not finite`, 'Use finite numbers');
}

/** Returns the corners of faces, each once, ascending. @param count of the points. */
function cornersOf(faces: readonly (readonly number[])[], count: number): readonly number[] {
  const isCorner = new Uint8Array(count);
  for (const face of faces) for (const corner of face) isCorner[corner] = 1;
  const corners: number[] = [];
  for (let point = 0; point < count; point++) if (isCorner[point] === 1) corners.push(point);
  return corners;
}

function hullOf(
  points: Float64Array,
  dimension: ConvexHull['dimension'],
  vertices: readonly number[],
  faces: readonly (readonly number[])[],
): ConvexHull {
  const numbers = new Uint32Array(points.length / 3);
  const positions = new Float64Array(3 * vertices.length);
  vertices.forEach((point, i) => {
    numbers[point] = i;
    for (let k = 0; k < 3; k++) positions[3 * i + k] = points[3 * point + k];
  });
  const faceFirst = new Uint32Array(faces.length + 1);
  faces.forEach((face, i) => (faceFirst[i + 1] = faceFirst[i] + face.length));
  const faceCorners = new Uint32Array(faceFirst[faces.length]);
  faces.forEach((face, i) => face.forEach((point, k) => (faceCorners[faceFirst[i] + k] = numbers[point])));
  return { dimension, points: Uint32Array.from(vertices), positions, faceFirst, faceCorners };
}
