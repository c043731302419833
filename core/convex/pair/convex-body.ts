import { transformPoints, type Transform } from '../../math/transform.ts';
import { convexHull, type ConvexHull } from '../hull/convex-hull.ts';
import { hullPlanes } from '../hull/hull-planes.ts';
import { sideOfPlane } from '../hull/side-of-plane.ts';

/** A hull with what tests of two hulls need. Coordinates are minus the common origin of both. */
export interface ConvexBody {
  readonly hull: ConvexHull;
  /** (3·V) vertices minus the origin. */
  readonly points: Float64Array;
  /** (4·F) unit normal and offset of each face. */
  readonly planes: Float64Array;
  /** (2·E) vertices of each edge. */
  readonly edges: Uint32Array;
  /** (2·E) the two faces of each edge; equal on the border of a flat hull. */
  readonly edgeFaces: Uint32Array;
  /** (3) centre of the bounds, and the largest distance of a vertex from it. */
  readonly centre: Float64Array;
  readonly radius: number;
  /** (3) mean of the vertices, which is inside a solid hull; the centre of the bounds need not be. */
  readonly mean: Float64Array;
}

/** Two hulls in one space. */
export interface ConvexPair {
  readonly a: ConvexBody;
  readonly b: ConvexBody;
  /** (3) added to the points of both gives positions in the space of A. */
  readonly origin: Float64Array;
  /** Largest absolute coordinate: rounding errors are proportional to it. */
  readonly size: number;
}

/** The points of two hulls in one space: enough for GJK and EPA, in a fifth of the time of `convexPair`. */
export interface PointsPair extends Pick<ConvexPair, 'origin' | 'size'> {
  readonly a: Pick<ConvexBody, 'points'>;
  readonly b: Pick<ConvexBody, 'points'>;
}

/** Prepares the points of two hulls. `aFromB` places B. Hot: bench `convex-gjk-*`. */
export function pointsPair(a: ConvexHull, b: ConvexHull, aFromB: Transform): PointsPair {
  const placed = new Float64Array(b.positions.length);
  transformPoints(aFromB, b.positions, placed);
  const [centreA, centreB] = [centreOf(a.positions), centreOf(placed)];
  const origin = Float64Array.of(centreA[0] / 2 + centreB[0] / 2, centreA[1] / 2 + centreB[1] / 2, centreA[2] / 2 + centreB[2] / 2);
  const [pointsA, pointsB] = [minus(a.positions, origin), minus(placed, origin)];
  return { a: { points: pointsA }, b: { points: pointsB }, origin, size: Math.max(largestOf(pointsA), largestOf(pointsB)) };
}

function minus(positions: Float64Array, origin: Float64Array): Float64Array {
  const points = new Float64Array(positions.length);
  for (let at = 0; at < points.length; at += 3) {
    points[at] = positions[at] - origin[0];
    points[at + 1] = positions[at + 1] - origin[1];
    points[at + 2] = positions[at + 2] - origin[2];
  }
  return points;
}

/**
 * Prepares two hulls for tests. `aFromB` places B: the vertices of B are transformed, and the hull of these is B. The origin is the middle between
 * both centres, so map coordinates keep their digits.
 */
export function convexPair(a: ConvexHull, b: ConvexHull, aFromB: Transform): ConvexPair {
  const placed = new Float64Array(b.positions.length);
  transformPoints(aFromB, b.positions, placed);
  const placedHull = hullOfPlaced(b, placed);
  const [centreA, centreB] = [centreOf(a.positions), centreOf(placed)];
  const origin = centreA.map((value, k) => value / 2 + centreB[k] / 2);
  const [bodyA, bodyB] = [bodyOf(a, origin), bodyOf(placedHull, origin)];
  const size = Math.max(largestOf(bodyA.points), largestOf(bodyB.points));
  return { a: bodyA, b: bodyB, origin, size };
}

function largestOf(points: Float64Array): number {
  let max = 0;
  for (let at = 0; at < points.length; at++) max = Math.max(max, Math.abs(points[at]));
  return max;
}

/** Products of faces and vertices up to which the faces are tested: for more, it is faster to find the hull again. */
const maxTested = 20_000;

/** Returns the hull of the placed vertices of a hull. Nearly always its faces stay those of the hull, which is proven. */
function hullOfPlaced(hull: ConvexHull, placed: Float64Array): ConvexHull {
  const { dimension, faceFirst } = hull;
  const isSmall = dimension === 3 && faceFirst.length * placed.length <= maxTested;
  return isSmall && areFaces(hull, placed) ? { ...hull, positions: placed } : convexHull(placed);
}

/** Whether polygons are faces of the hull of positions: their corners are in one plane, and all other vertices strictly below it. Exact. */
function areFaces({ faceFirst, faceCorners }: ConvexHull, positions: Float64Array): boolean {
  const vertices = positions.length / 3;
  for (let face = 0; face + 1 < faceFirst.length; face++) {
    const [first, end] = [faceFirst[face], faceFirst[face + 1]];
    const [a, b, c] = [faceCorners[first], faceCorners[first + 1], faceCorners[first + 2]];
    for (let vertex = 0; vertex < vertices; vertex++) {
      if (vertex === a || vertex === b || vertex === c) continue;
      const side = sideOfPlane(positions, a, b, c, vertex);
      if (side < 0) continue;
      if (side > 0 || !isCorner(faceCorners, first, end, vertex)) return false;
    }
  }
  return true;
}

function isCorner(faceCorners: Uint32Array, first: number, end: number, vertex: number): boolean {
  for (let i = first; i < end; i++) if (faceCorners[i] === vertex) return true;
  return false;
}

function centreOf(positions: Float64Array): Float64Array {
  const centre = new Float64Array(3);
  for (let k = 0; k < 3; k++) {
    let [low, high] = [Infinity, -Infinity];
    for (let at = k; at < positions.length; at += 3) {
      low = Math.min(low, positions[at]);
      high = Math.max(high, positions[at]);
    }
    centre[k] = low / 2 + high / 2;
  }
  return centre;
}

function bodyOf(hull: ConvexHull, origin: Float64Array): ConvexBody {
  const points = hull.positions.map((value, i) => value - origin[i % 3]);
  const centre = centreOf(points);
  let radius = 0;
  for (let at = 0; at < points.length; at += 3)
    radius = Math.max(radius, Math.hypot(points[at] - centre[0], points[at + 1] - centre[1], points[at + 2] - centre[2]));
  return { hull, points, planes: hullPlanes({ ...hull, positions: points }), ...edgesOf(hull), centre, radius, mean: meanOf(points) };
}

function meanOf(points: Float64Array): Float64Array {
  const mean = new Float64Array(3);
  for (let i = 0; i < points.length; i++) mean[i % 3] += points[i] / (points.length / 3);
  return mean;
}

function edgesOf({ dimension, positions, faceFirst, faceCorners }: ConvexHull): Pick<ConvexBody, 'edges' | 'edgeFaces'> {
  if (dimension === 1) return { edges: Uint32Array.of(0, 1), edgeFaces: Uint32Array.of(0, 0) };
  const edges: number[] = [];
  const edgeFaces: number[] = [];
  const known = new Map<number, number>();
  const vertices = positions.length / 3;
  for (let face = 0; face + 1 < faceFirst.length; face++) {
    const [first, end] = [faceFirst[face], faceFirst[face + 1]];
    for (let i = first; i < end; i++) {
      const [from, to] = [faceCorners[i], faceCorners[i + 1 < end ? i + 1 : first]];
      const edge = known.get(to * vertices + from);
      if (edge !== undefined) {
        edgeFaces[2 * edge + 1] = face;
        continue;
      }
      known.set(from * vertices + to, edges.length / 2);
      edges.push(from, to);
      edgeFaces.push(face, face);
    }
  }
  return { edges: Uint32Array.from(edges), edgeFaces: Uint32Array.from(edgeFaces) };
}
