import { hypot } from '../../math/hypot.ts';
import { InspectorError, invalidArgument } from '../../error.ts';
import { closestPointTriangle } from '../../shape/closest-point-triangle.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { convexHull, type ConvexHull } from './convex-hull.ts';
import { cutCorners, type Planes } from './cut-corners.ts';
import { faceAreas } from './face-areas.ts';
import { fewerPlanes, type HullLimits } from './fewer-planes.ts';
import { fewerVertices, verticesAlong } from './fewer-vertices.ts';
import { hullContains } from './hull-contains.ts';
import { hullMeasures } from './hull-measures.ts';
import { hullPlanes } from './hull-planes.ts';
import { hullTriangles } from './hull-triangles.ts';
import { intersectHalfSpaces } from './intersect-half-spaces.ts';
import { polygonHull } from './polygon-hull.ts';
import { pyramidStarts } from './pyramid-starts.ts';

/** A hull with fewer vertices or faces. */
export interface SimplifiedHull {
  readonly hull: ConvexHull;
  /** Largest distance of a point of it from the hull before, up to rounding. 0 if that is unchanged. */
  readonly maxDistance: number;
}

/** A solid has no fewer vertices, and no fewer faces. */
export const minVertices = 4;
export const minFaces = 4;

/** More vertices or faces than this are found by cuts, which compete with the search for this many: a search for more would take long. */
const maxSearched = 300;
/** Up to this many vertices, the search by planes competes with that by vertices. */
const maxVerticesByPlanes = 64;

/**
 * Returns a hull within limits that contains a solid hull, which is verified exactly, with little added volume; the same hull if it keeps them.
 * Flat hulls stay as they are. The vertices are new points. Faces are polygons; corners of a face are in one plane up to rounding.
 *
 * A limit of faces removes planes (`fewerPlanes`), a limit of vertices merges vertices (`fewerVertices`); the smaller hull is returned. Large hulls
 * are first cut out of a box by planes of the hull. The corners are rounded, so the result is enlarged about its centre until it contains the hull.
 * @throws InspectorError `invalid-argument` for fewer than 4 vertices or faces; `too-large` if the result would leave the range of f64; whatever
 * `progress` throws.
 */
export function simplifyHull(hull: ConvexHull, given: Partial<HullLimits>, progress: Progress = noProgress): SimplifiedHull {
  const limits: HullLimits = { maxVertices: given.maxVertices ?? Infinity, maxFaces: given.maxFaces ?? Infinity };
  if (!(limits.maxVertices >= minVertices)) throw refusal(limits.maxVertices, 'vertices', minVertices);
  if (!(limits.maxFaces >= minFaces)) throw refusal(limits.maxFaces, 'faces', minFaces);
  if (hull.dimension < 3 || isWithin(hull, limits)) return { hull, maxDistance: 0 };
  const frame = frameOf(hull.positions);
  const local = hull.positions.map((value, i) => (value - frame.centre[i % 3]!) / frame.sizes[i % 3]!);
  const planes = planesOfFaces({ ...hull, positions: local });
  // No room around the mean: a hull so thin that rounding decides its planes.
  const found =
    areAroundOrigin(planes) && areAroundOrigin(boxAround(local)) ? candidates(local, planes, limits, (part) => progress(part / 2)) : [];
  const measured = found.flatMap(({ corners, faces }) => {
    const simplified = containing(hull, corners, faces, frame);
    return simplified !== null && isWithin(simplified, limits) ? [{ simplified, volume: hullMeasures(simplified).volume }] : [];
  });
  if (measured.length === 0) return simplifyByBox(hull, limits, progress);
  const { simplified } = measured.reduce((best, next) => (next.volume < best.volume ? next : best));
  return { hull: simplified, maxDistance: maxDistance(simplified.positions, hull, progress) };
}

function refusal(count: number, of: string, min: number): InspectorError {
  return invalidArgument(`A hull cannot have ${count} ${of}`, `Use ${min} or more`);
}

function isWithin({ positions, faceFirst }: ConvexHull, { maxVertices, maxFaces }: HullLimits): boolean {
  return positions.length / 3 <= maxVertices && faceFirst.length - 1 <= maxFaces;
}

interface Candidate {
  /** (3·n) */
  readonly corners: Float64Array;
  /** (4·m) planes of the faces; `null` if the faces are those of the hull of the corners. */
  readonly faces: ArrayLike<number> | null;
}

/** Returns hulls around the points (3·n) that keep the limits up to rounding. */
function candidates(points: Float64Array, all: Float64Array, limits: HullLimits, progress: Progress): readonly Candidate[] {
  // A solid of triangles has 2·V − 4 faces (Euler).
  const maxVertices = Math.min(limits.maxVertices, Math.floor(limits.maxFaces / 2) + 2);
  const target = Math.min(limits.maxVertices, limits.maxFaces);
  if (target > maxSearched) {
    const start = [...(maxVertices < 8 ? tetrahedronAround(points) : boxAround(points))];
    const cut = cutCorners(
      start,
      all,
      (_, corners) => corners <= maxVertices,
      (part) => progress(part / 2),
    );
    const searched = candidates(points, all, searchedLimits(limits), (part) => progress(0.5 + part / 2));
    return [{ corners: cut.corners, faces: null }, ...searched];
  }
  const maxPlanes = Math.max(96, 2 * target);
  const { planes, corners } =
    all.length / 4 <= maxPlanes
      ? { planes: all, corners: points }
      : cutCorners(
          [...boxAround(points)],
          all,
          (count) => count <= maxPlanes,
          (part) => progress(part / 4),
        );
  const found: Candidate[] = [];
  const hasVertexLimit = limits.maxVertices < Infinity && maxVertices > minVertices;
  if (hasVertexLimit) {
    const merged = fewerVertices(points, corners, maxVertices, (part) => progress(0.25 + part / 4));
    const along =
      maxVertices > maxVerticesByPlanes ? null : verticesByPlanes(points, planes, maxVertices, (part) => progress(0.5 + part / 4));
    const pyramids = pyramidStarts(maxVertices).map((start) => verticesAlong(points, start, () => progress(0.75)));
    for (const around of [merged, along, ...pyramids]) if (around !== null) found.push({ corners: around, faces: null });
  }
  if (!hasVertexLimit || limits.maxVertices <= maxVerticesByPlanes || found.length === 0) {
    const solid = fewerPlanes(points, planes, limits, (part) => progress(0.75 + part / 4));
    if (solid !== null) found.push({ corners: intersectHalfSpaces(Array.from(solid.planes)), faces: solid.planes });
  }
  return found;
}

function searchedLimits({ maxVertices, maxFaces }: HullLimits): HullLimits {
  const searched = (limit: number): number => (limit === Infinity ? limit : Math.min(limit, maxSearched));
  return { maxVertices: searched(maxVertices), maxFaces: searched(maxFaces) };
}

/** Returns vertices where a solid with as many faces has its faces: few faces around a body spread well. */
function verticesByPlanes(points: Float64Array, planes: ArrayLike<number>, maxVertices: number, progress: Progress): Float64Array | null {
  const solid = fewerPlanes(points, planes, { maxVertices: Infinity, maxFaces: maxVertices }, (part) => progress(part / 2));
  if (solid === null) return null;
  const centres = solid.measures.flatMap(({ area, centre }) => (area > 0 ? centre : []));
  return verticesAlong(points, Float64Array.from(centres), (part) => progress(0.5 + part / 2));
}

interface Frame {
  readonly centre: readonly number[];
  /** Half extent along each axis: a thin hull is scaled to a round one. */
  readonly sizes: readonly number[];
}

/** The mean of the vertices is inside the hull. */
function frameOf(positions: Float64Array): Frame {
  const count = positions.length / 3;
  const centre = [0, 1, 2].map((k) => {
    let sum = 0;
    for (let at = k; at < positions.length; at += 3) sum += positions[at] / count;
    return sum;
  });
  const sizes = centre.map((middle, k) =>
    positions.reduce((max, value, i) => (i % 3 === k ? Math.max(max, Math.abs(value - middle)) : max), 0),
  );
  return { centre, sizes };
}

/** Faces with a smaller area are left out: rounding decides their planes. */
const minArea = 1e-9;

/** Returns the planes (4·n) of the faces of a hull, without those of slivers. */
function planesOfFaces(hull: ConvexHull): Float64Array {
  const planes = hullPlanes(hull);
  const areas = faceAreas(hull, planes);
  return planes.filter((_, i) => areas[Math.floor(i / 4)]! > minArea);
}

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

/** Returns the hull of the corners, enlarged until it contains a hull exactly; `null` if it never does. */
function containing(hull: ConvexHull, corners: Float64Array, faces: Candidate['faces'], { centre, sizes }: Frame): ConvexHull | null {
  const polygons = faces === null ? null : polygonHull(corners, faces);
  const local = polygons?.positions ?? corners;
  for (let growth = 1e-14; growth < 1e-2; growth *= 8) {
    const positions = local.map((value, i) => centre[i % 3]! + value * sizes[i % 3]! * (1 + growth));
    if (!positions.every(Number.isFinite)) return null;
    const exact = convexHull(positions);
    if (!hullContains(exact, hull.positions)) continue;
    if (polygons === null) return exact;
    const simplified: ConvexHull = { ...polygons, positions };
    if (hullContains(simplified, hull.positions)) return simplified;
  }
  return null;
}

/** The box or tetrahedron around a hull, with margins that grow until it contains the hull exactly. @throws InspectorError `too-large`. */
function simplifyByBox(hull: ConvexHull, { maxVertices, maxFaces }: HullLimits, progress: Progress): SimplifiedHull {
  const planes = maxVertices < 8 || maxFaces < 12 ? tetrahedronAround : boxAround;
  const { centre, sizes } = frameOf(hull.positions);
  const size = Math.max(...sizes);
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
    message: 'A hull with fewer vertices or faces would leave the range of 64-bit numbers',
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
      nearest = Math.min(nearest, hypot(out[0], out[1], out[2]));
    }
    max = Math.max(max, nearest);
  }
  return max;
}
