import { InspectorError, invalidArgument } from '../../error.ts';
import { closestPointTriangle } from '../../shape/closest-point-triangle.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { convexHull, type ConvexHull } from './convex-hull.ts';
import { hullContains } from './hull-contains.ts';
import { hullPlanes } from './hull-planes.ts';
import { hullTriangles } from './hull-triangles.ts';
import { intersectHalfSpaces } from './intersect-half-spaces.ts';

/** A hull with fewer vertices. */
export interface SimplifiedHull {
  readonly hull: ConvexHull;
  /** Largest distance of a point of it from the hull before, up to rounding. 0 if that is unchanged. */
  readonly maxDistance: number;
}

/** A solid has no fewer vertices. */
export const minVertices = 4;

/**
 * Returns a hull of at most `maxVertices` vertices that contains a solid hull, which is verified exactly; the same hull if it has no more. Flat
 * hulls stay as they are. The vertices are new points.
 *
 * It starts with the bounding box, or with a tetrahedron for fewer than eight vertices. Where a corner is farthest outside, it is cut off by
 * the plane of a face of the hull. In exact numbers all these planes contain the hull. The corners are rounded, so the result is enlarged
 * about its centre until it contains the hull.
 * @throws InspectorError `invalid-argument` for fewer than 4 vertices; `too-large` if the result would leave the range of f64; whatever
 * `progress` throws.
 */
export function simplifyHull(hull: ConvexHull, maxVertices: number, progress: Progress = noProgress): SimplifiedHull {
  if (!(maxVertices >= minVertices)) throw invalidArgument(`A hull cannot have ${maxVertices} vertices`, `Use ${minVertices} or more`);
  const vertices = hull.positions.length / 3;
  if (hull.dimension < 3 || vertices <= maxVertices) return { hull, maxDistance: 0 };
  const frame = frameOf(hull.positions);
  const local = hull.positions.map((value, i) => (value - frame.centre[i % 3]!) / frame.size);
  const planes = hullPlanes({ ...hull, positions: local });
  const start = maxVertices < 8 ? tetrahedronAround(local) : boxAround(local);
  // No room around the mean: a hull so thin that rounding decides its planes.
  if (![start, planes].every(areAroundOrigin)) return simplifyByBox(hull, maxVertices, progress);
  const corners = cutCorners(start, planes, maxVertices, (fraction) => progress(fraction / 2));
  const simplified = containing(hull, corners, frame);
  if (simplified === null || simplified.positions.length / 3 > maxVertices) return simplifyByBox(hull, maxVertices, progress);
  return { hull: simplified, maxDistance: maxDistance(simplified.positions, hull, progress) };
}

interface Frame {
  readonly centre: readonly number[];
  readonly size: number;
}

/** The mean of the vertices is inside the hull. */
function frameOf(positions: Float64Array): Frame {
  const count = positions.length / 3;
  const centre = [0, 1, 2].map((k) => {
    let sum = 0;
    for (let at = k; at < positions.length; at += 3) sum += positions[at] / count;
    return sum;
  });
  const size = positions.reduce((max, value, i) => Math.max(max, Math.abs(value - centre[i % 3]!)), 0);
  return { centre, size };
}

/** (4·n) unit normals and offsets of planes. */
type Planes = readonly number[];

/** Offsets of planes nearer to the origin than this, in units of the size, are only rounding. */
const minOffset = 1e-15;

/** Whether planes (4·n) have the origin below all of them, by more than rounding. */
function areAroundOrigin(planes: ArrayLike<number>): boolean {
  for (let at = 0; at < planes.length; at += 4) if (!(planes[at + 3]! > minOffset)) return false;
  return true;
}

function boxAround(points: Float64Array): Planes {
  return supports(points, [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1]);
}

function tetrahedronAround(points: Float64Array): Planes {
  const s = Math.sqrt(1 / 3);
  return supports(points, [s, s, s, s, -s, -s, -s, s, -s, -s, -s, s]);
}

/** Returns the planes with the given normals that touch the points. */
function supports(points: Float64Array, normals: readonly number[]): Planes {
  const planes: number[] = [];
  for (let at = 0; at < normals.length; at += 3) {
    const [x, y, z] = [normals[at]!, normals[at + 1]!, normals[at + 2]!];
    let offset = -Infinity;
    for (let i = 0; i < points.length; i += 3) offset = Math.max(offset, x * points[i] + y * points[i + 1] + z * points[i + 2]);
    planes.push(x, y, z, offset);
  }
  return planes;
}

/** Parts of the planes that are added in one step at most: smaller steps cut better, but take longer. */
const stepPart = 1 / 8;

/** Returns the corners (3·n) of the planes after cutting, at most `maxVertices`. */
function cutCorners(start: Planes, faces: Float64Array, maxVertices: number, progress: Progress): Float64Array {
  let planes = start;
  let corners = intersectHalfSpaces(planes);
  let step = Infinity;
  for (;;) {
    progress(Math.min(1, corners.length / 3 / maxVertices));
    const cuts = deepestCuts(corners, faces);
    step = Math.min(step, cuts.length, Math.max(1, Math.floor((planes.length / 4) * stepPart)));
    if (cuts.length === 0) return corners;
    // A plane adds two corners or more.
    const added = cuts.slice(0, step).flatMap((face) => [...faces.subarray(4 * face, 4 * face + 4)]);
    const next = intersectHalfSpaces([...planes, ...added]);
    if (next.length / 3 > maxVertices) {
      if (step === 1) return corners;
      step = Math.floor(step / 2);
      continue;
    }
    planes = [...planes, ...added];
    corners = next;
  }
}

/** Corners nearer to the hull than this, in units of its size, are not cut off. */
const minCut = 1e-9;

/** Returns the faces that the corners are farthest outside of: the deepest of each corner, the deepest first. */
function deepestCuts(corners: Float64Array, faces: Float64Array): readonly number[] {
  const depths = new Map<number, number>();
  for (let i = 0; i < corners.length; i += 3) {
    let deepest = minCut;
    let face = -1;
    for (let at = 0; at < faces.length; at += 4) {
      const depth = faces[at] * corners[i] + faces[at + 1] * corners[i + 1] + faces[at + 2] * corners[i + 2] - faces[at + 3];
      if (!(depth > deepest)) continue;
      deepest = depth;
      face = at / 4;
    }
    if (face >= 0) depths.set(face, Math.max(depths.get(face) ?? 0, deepest));
  }
  return [...depths].sort((p, q) => q[1] - p[1] || p[0] - q[0]).map(([face]) => face);
}

/** Returns the hull of the corners, enlarged until it contains a hull exactly; `null` if it never does. */
function containing(hull: ConvexHull, corners: Float64Array, { centre, size }: Frame): ConvexHull | null {
  for (let growth = 1e-14; growth < 1e-2; growth *= 8) {
    const positions = corners.map((value, i) => centre[i % 3]! + value * size * (1 + growth));
    if (!positions.every(Number.isFinite)) return null;
    const simplified = convexHull(positions);
    if (hullContains(simplified, hull.positions)) return simplified;
  }
  return null;
}

/** The box or tetrahedron around a hull, with margins that grow until it contains the hull exactly. @throws InspectorError `too-large`. */
function simplifyByBox(hull: ConvexHull, maxVertices: number, progress: Progress): SimplifiedHull {
  const planes = maxVertices < 8 ? tetrahedronAround : boxAround;
  const { centre, size } = frameOf(hull.positions);
  const local = hull.positions.map((value, i) => (value - centre[i % 3]!) / size);
  for (let margin = 1e-6; ; margin *= 4) {
    const padded = planes(local).map((value, i) => (i % 4 === 3 ? value + margin : value));
    const corners = padded.every(Number.isFinite) ? intersectHalfSpaces(padded) : Float64Array.of(NaN);
    const positions = corners.map((value, i) => centre[i % 3]! + value * size);
    if (!positions.every(Number.isFinite)) throw tooLarge();
    const box = convexHull(positions);
    if (hullContains(box, hull.positions)) return { hull: box, maxDistance: maxDistance(box.positions, hull, progress) };
  }
}

function tooLarge(): InspectorError {
  return new InspectorError({
    code: 'too-large',
    message: 'A hull with fewer vertices would leave the range of 64-bit numbers',
    fix: 'Scale the mesh down',
    location: {},
  });
}

/** The distance to a convex set is convex, so the farthest point is a vertex. */
function maxDistance(positions: Float64Array, hull: ConvexHull, progress: Progress): number {
  const triangles = hullTriangles(hull);
  const out = new Float64Array(4);
  let max = 0;
  for (let i = 0; i < positions.length; i += 3) {
    progress(0.5 + i / positions.length / 2);
    let nearest = Infinity;
    for (let at = 0; at < triangles.length; at += 3) {
      const [a, b, c] = [3 * triangles[at], 3 * triangles[at + 1], 3 * triangles[at + 2]];
      closestPointTriangle(positions[i], positions[i + 1], positions[i + 2], hull.positions, a, b, c, out);
      nearest = Math.min(nearest, Math.hypot(out[0], out[1], out[2]));
    }
    max = Math.max(max, nearest);
  }
  return max;
}
