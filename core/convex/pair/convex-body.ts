import { hypot } from '../../math/hypot.ts';
import { transformPoints, type Transform } from '../../math/transform.ts';
import { convexHull, type ConvexHull } from '../hull/convex-hull.ts';
import { sideOfPlane } from '../hull/side-of-plane.ts';
import { boundsCentre, largestCoordinates, featuresOf, type HullFeatures } from './hull-features.ts';
import { placeNormals } from './place-normals.ts';

/** A hull with what tests of two hulls need. Coordinates are minus the common origin of both. */
export interface ConvexBody extends HullFeatures {
  readonly hull: ConvexHull;
  /** (3·V) vertices minus the origin. */
  readonly points: Float64Array;
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
  const [centreA, centreB] = [boundsCentre(a.positions), boundsCentre(placed)];
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
 * both centres, so map coordinates keep their digits. Hot: bench `convex-sat-*`.
 *
 * The faces and edges of the placed hull are those of B up to the rounding of its vertices, and heights along an axis change by no more than that.
 * So they are found again only where coordinates are so large that this rounding exceeds that of the test, or B is much deformed.
 * @param a a prepared hull is faster; see `withFeatures`.
 */
export function convexPair(a: ConvexHull, b: ConvexHull, aFromB: Transform): ConvexPair {
  const placed = new Float64Array(b.positions.length);
  transformPoints(aFromB, b.positions, placed);
  const [centreA, centreB] = [boundsCentre(a.positions), boundsCentre(placed)];
  const origin = Float64Array.of(centreA[0] / 2 + centreB[0] / 2, centreA[1] / 2 + centreB[1] / 2, centreA[2] / 2 + centreB[2] / 2);
  const [pointsA, pointsB] = [minus(a.positions, origin), minus(placed, origin)];
  const size = Math.max(largestOf(pointsA), largestOf(pointsB));
  const along =
    b.dimension === 3 && placementReach(largestCoordinates(b.positions), aFromB) <= maxReach * size
      ? placedNormals(featuresOf(b), aFromB)
      : null;
  const bodyB =
    along === null ? bodyFoundAgain(b, placed, origin) : bodyOf({ ...b, positions: placed }, { ...featuresOf(b), ...along }, pointsB);
  return { a: bodyOf(a, featuresOf(a), pointsA), b: bodyB, origin, size };
}

/** Largest sum of products in the placement of a vertex, in units of the size of the pair: each rounds some 2⁻⁵³ of it. */
export const maxReach = 16;

/** Returns the largest sum of absolute products of a placement, over all axes, at most. @param extent (3) largest absolute coordinates. */
export function placementReach(extent: Float64Array, m: Transform): number {
  let reach = 0;
  for (let k = 0; k < 3; k++)
    reach = Math.max(
      reach,
      Math.abs(m[k]!) * extent[0] + Math.abs(m[4 + k]!) * extent[1] + Math.abs(m[8 + k]!) * extent[2] + Math.abs(m[12 + k]!),
    );
  return reach;
}

/** Returns the unit normals after a placement, and the widths along them; `null` as `placeNormals`. */
function placedNormals({ normals, widths }: HullFeatures, m: Transform): Pick<HullFeatures, 'normals' | 'widths'> | null {
  const [out, factors] = [new Float64Array(normals.length), new Float64Array(widths.length)];
  if (!placeNormals(normals, m, out, factors)) return null;
  return { normals: out, widths: widths.map((width, face) => width * factors[face]) };
}

function bodyFoundAgain(b: ConvexHull, placed: Float64Array, origin: Float64Array): ConvexBody {
  const { dimension, points, positions, faceFirst, faceCorners } = hullOfPlaced(b, placed);
  const hull = { dimension, points, positions, faceFirst, faceCorners };
  const from = minus(positions, origin);
  return bodyOf(hull, featuresOf({ ...hull, positions: from }), from);
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

function bodyOf(
  hull: ConvexHull,
  { normals, widths, faceClasses, edges, edgeFaces, edgeClasses }: HullFeatures,
  points: Float64Array,
): ConvexBody {
  const centre = boundsCentre(points);
  let square = 0;
  for (let at = 0; at < points.length; at += 3) {
    const [x, y, z] = [points[at] - centre[0], points[at + 1] - centre[1], points[at + 2] - centre[2]];
    square = Math.max(square, x * x + y * y + z * z);
  }
  const radius = square > 1e-200 && square < Infinity ? Math.sqrt(square) : carefulRadius(points, centre);
  return { hull, points, normals, widths, faceClasses, edges, edgeFaces, edgeClasses, centre, radius, mean: meanOf(points) };
}

/** Where squares overflow or underflow. */
function carefulRadius(points: Float64Array, centre: Float64Array): number {
  let radius = 0;
  for (let at = 0; at < points.length; at += 3)
    radius = Math.max(radius, hypot(points[at] - centre[0], points[at + 1] - centre[1], points[at + 2] - centre[2]));
  return radius;
}

function meanOf(points: Float64Array): Float64Array {
  const mean = new Float64Array(3);
  const part = 3 / points.length;
  for (let at = 0; at < points.length; at += 3) {
    mean[0] += points[at] * part;
    mean[1] += points[at + 1] * part;
    mean[2] += points[at + 2] * part;
  }
  return mean;
}
