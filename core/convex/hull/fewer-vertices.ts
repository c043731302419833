import { hypot } from '../../math/hypot.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { Progress } from '../../progress.ts';
import { cutPolygon, type FacePolygon, planePolygon } from './clipped-planes.ts';
import { convexHull, type ConvexHull } from './convex-hull.ts';
import { faceAreas } from './face-areas.ts';
import { hullMeasures } from './hull-measures.ts';
import { hullPlanes } from './hull-planes.ts';

/** Up to this many vertices, a merged vertex may cut into the hull of the step before, as long as the points stay inside. */
const maxVerticesOfSearch = 20;
/** Up to this many vertices are moved one by one at the end. */
const maxVerticesMoved = 130;
/** Part of the vertices that are merged before the hull is found again. */
const stepPart = 0.06;
/** Rounds that move every vertex once. */
const maxRounds = 12;
const minGain = 1e-4;

/**
 * Returns at most `maxVertices` points (3·n) whose hull contains points, up to rounding, with little added volume; `null` if it finds none. Each step
 * merges the ends of an edge into the point outside that adds the smallest volume, a small linear program. At the end each vertex moves to the best
 * point while the others stay.
 *
 * Source: Sander, Gu, Gortler, Hoppe and Snyder, "Silhouette Clipping" (2000), for meshes of any shape. Changed: the hull is found again after each
 * step; few vertices have to contain the points only, not the hull of the step before.
 * @param points (3·n) with the origin inside, of a size of about 1. @param start (3·m) around the points. @throws whatever `progress` throws.
 */
export function fewerVertices(points: Float64Array, start: Float64Array, maxVertices: number, progress: Progress): Float64Array | null {
  let hull = convexHull(start);
  const first = hull.points.length;
  while (hull.points.length > maxVertices) {
    const left = hull.points.length;
    progress((0.7 * (first - left)) / (first - maxVertices));
    const next = left > maxVerticesOfSearch ? mergeOutside(hull, maxVertices) : mergeAround(points, hull);
    if (next === null) return null;
    hull = convexHull(next);
    if (hull.points.length >= left) return null;
  }
  return moveVertices(points, hull, (fraction) => progress(0.7 + 0.3 * fraction));
}

/**
 * Returns points (3·n) whose hull contains points, up to rounding: one along each direction (3·n), enlarged together until they do, and then moved
 * one by one as in `fewerVertices`. `null` if the directions do not surround the origin. @throws whatever `progress` throws.
 */
export function verticesAlong(points: Float64Array, directions: Float64Array, progress: Progress): Float64Array | null {
  const hull = convexHull(directions);
  const planes = hullPlanes(hull);
  let scale = 0;
  for (let at = 0; at < planes.length; at += 4) {
    let height = 0;
    for (let i = 0; i < points.length; i += 3) height = Math.max(height, heightOver(planes, at, points, i) + planes[at + 3]);
    if (!(planes[at + 3] > 1e-3)) return null;
    scale = Math.max(scale, height / planes[at + 3]);
  }
  if (hull.dimension < 3) return null;
  return moveVertices(points, convexHull(hull.positions.map((value) => value * scale)), progress);
}

interface Merge {
  readonly ends: readonly [number, number];
  readonly point: readonly number[];
  readonly cost: number;
}

/** Merges the cheapest edges that share no face, each into a point outside all planes at its ends. */
function mergeOutside(hull: ConvexHull, maxVertices: number): Float64Array | null {
  const planes = hullPlanes(hull);
  const areas = faceAreas(hull, planes);
  const facesOf = facesAtVertices(hull);
  const merges = edgesOf(hull).flatMap(([from, to]): readonly Merge[] => {
    const faces = [...new Set([...facesOf[from]!, ...facesOf[to]!])];
    const half = faces.flatMap((face) => [...planes.subarray(4 * face, 4 * face + 4)]);
    const found = lowest(half, (x, y, z) => addedVolume(planes, areas, faces, x, y, z));
    return found === null ? [] : [{ ends: [from, to], ...found }];
  });
  const steps = Math.min(hull.points.length - maxVertices, Math.ceil(stepPart * hull.points.length));
  const used = new Set<number>();
  const chosen: Merge[] = [];
  for (const merge of merges.toSorted((p, q) => p.cost - q.cost || p.ends[0] - q.ends[0] || p.ends[1] - q.ends[1])) {
    const faces = merge.ends.flatMap((vertex) => facesOf[vertex]!);
    if (faces.some((face) => used.has(face))) continue;
    for (const face of faces) used.add(face);
    chosen.push(merge);
    if (chosen.length === steps) break;
  }
  return chosen.length === 0 ? null : merged(hull.positions, chosen);
}

/** Merges the edge that adds the smallest volume while the hull still contains the points. */
function mergeAround(points: Float64Array, hull: ConvexHull): Float64Array | null {
  let best: Merge | null = null;
  for (const ends of edgesOf(hull)) {
    const found = bestVertex(points, hull.positions, ends);
    if (found !== null && found.cost < (best?.cost ?? Infinity)) best = { ends, ...found };
  }
  return best === null ? null : merged(hull.positions, [best]);
}

/** Moves each vertex to the best point for the others, until that gains nothing. */
function moveVertices(points: Float64Array, start: ConvexHull, progress: Progress): Float64Array {
  let positions = start.positions;
  let volume = hullMeasures(start).volume;
  for (let round = 0; round < maxRounds && positions.length <= 3 * maxVerticesMoved; round++) {
    const before = volume;
    for (let vertex = 0; vertex < positions.length / 3; vertex++) {
      progress((round + (3 * vertex) / positions.length) / maxRounds);
      const found = positions.length < 15 ? null : bestVertex(points, positions, [vertex]);
      if (found === null || !(found.cost < volume * (1 - 1e-9))) continue;
      positions = Float64Array.of(...positions.subarray(0, 3 * vertex), ...found.point, ...positions.subarray(3 * vertex + 3));
      volume = found.cost;
    }
    if (!(volume < before * (1 - minGain))) break;
  }
  return positions;
}

interface Vertex {
  readonly point: Vec3;
  readonly cost: number;
}

/**
 * Returns the vertex that replaces some others of a hull around points, so that it still contains the points, with the smallest volume as cost; `null` if
 * it finds none.
 */
function bestVertex(points: Float64Array, positions: Float64Array, replaced: readonly number[]): Vertex | null {
  const hull = convexHull(without(positions, replaced));
  if (hull.dimension < 3) return null;
  const planes = hullPlanes(hull);
  const outside = pointsOutside(points, planes, positions, replaced);
  const half = tangentPlanes(outside, hull, planes);
  if (half.length === 0) return null;
  const areas = faceAreas(hull, planes);
  const all = areas.map((_, face) => face);
  const found = lowest(half, (x, y, z) => addedVolume(planes, areas, all, x, y, z));
  return found === null ? null : { point: found.point, cost: found.cost + hullMeasures(hull).volume };
}

/** Returns the points outside planes (4·n), if the positions together contain all points: they see a plane that a replaced position sees. */
function pointsOutside(points: Float64Array, planes: Float64Array, positions: Float64Array, replaced: readonly number[]): Float64Array {
  const seen: number[] = [];
  for (let at = 0; at < planes.length; at += 4)
    if (replaced.some((vertex) => heightOver(planes, at, positions, 3 * vertex) > onPlane)) seen.push(at);
  const outside: number[] = [];
  for (let i = 0; i < points.length; i += 3)
    if (seen.some((at) => heightOver(planes, at, points, i) > onPlane)) outside.push(points[i], points[i + 1], points[i + 2]);
  return Float64Array.from(outside);
}

function heightOver(planes: ArrayLike<number>, at: number, points: ArrayLike<number>, i: number): number {
  return planes[at]! * points[i]! + planes[at + 1]! * points[i + 1]! + planes[at + 2]! * points[i + 2]! - planes[at + 3]!;
}

/** Points nearer to a plane than this are on it. */
const onPlane = 1e-8;

/**
 * Returns planes (4·n): a point together with a hull contains points if it is outside all of them. They go through each point outside the hull and
 * the edges that it sees as outline.
 */
function tangentPlanes(points: Float64Array, hull: ConvexHull, planes: Float64Array): readonly number[] {
  const { positions: p } = hull;
  const sides = sidesOf(hull);
  const result: number[] = [];
  const isSeen = new Uint8Array(planes.length / 4);
  for (let i = 0; i < points.length; i += 3) {
    const [x, y, z] = [points[i], points[i + 1], points[i + 2]];
    let isOutside = false;
    for (let face = 0; face < isSeen.length; face++) {
      const height = planes[4 * face] * x + planes[4 * face + 1] * y + planes[4 * face + 2] * z - planes[4 * face + 3];
      isSeen[face] = height > onPlane ? 1 : 0;
      isOutside ||= height > onPlane;
    }
    if (!isOutside) continue;
    for (const [from, to, face, other] of sides) {
      if (isSeen[face] === 0 || isSeen[other] === 1) continue;
      const [a, b] = [3 * from, 3 * to];
      // The seen face is to the left of the edge, so the hull is below this plane.
      const [ux, uy, uz] = [p[b] - p[a], p[b + 1] - p[a + 1], p[b + 2] - p[a + 2]];
      const [vx, vy, vz] = [x - p[a], y - p[a + 1], z - p[a + 2]];
      const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
      const size = hypot(normal[0]!, normal[1]!, normal[2]!);
      if (!(size > 1e-12)) continue;
      const [nx, ny, nz] = normal.map((value) => value / size) as [number, number, number];
      result.push(nx, ny, nz, nx * x + ny * y + nz * z);
    }
  }
  return result;
}

/** Returns how much volume a point adds to a hull, of these faces. */
function addedVolume(planes: Float64Array, areas: readonly number[], faces: readonly number[], x: number, y: number, z: number): number {
  let volume = 0;
  for (const face of faces) {
    const height = planes[4 * face] * x + planes[4 * face + 1] * y + planes[4 * face + 2] * z - planes[4 * face + 3];
    if (height > 0) volume += (areas[face]! * height) / 3;
  }
  return volume;
}

/** Corners of the region farther away than this, in units of its distance, are not searched. */
const searchReach = 8;

/** Planes of the first region that is searched. */
const firstPlanes = 12;
/** Planes that are violated by less, in units of the distance, hold. */
const maxViolation = 1e-9;

/** The cost of a point. */
type CostOf = (x: number, y: number, z: number) => number;

/**
 * Returns the corner of the region outside planes (4·n) with the lowest cost; `null` if it is empty or thin. Few planes matter: it starts with some,
 * and adds the one that the best corner violates most.
 */
function lowest(planes: readonly number[], costOf: CostOf): Vertex | null {
  const inside = pointOutsideAll(planes);
  if (inside === null) return null;
  const {
    point: [ox, oy, oz],
    size,
  } = inside;
  const count = planes.length / 4;
  const all = new Float64Array(planes.length);
  for (let at = 0; at < planes.length; at += 4) {
    for (let k = 0; k < 3; k++) all[at + k] = -planes[at + k]!;
    all[at + 3] = heightOver(planes, at, inside.point, 0) / size;
  }
  const nearest = Array.from({ length: count }, (_, i) => i).sort((p, q) => all[4 * p + 3] - all[4 * q + 3]);
  const region = new SearchedRegion((x, y, z) => costOf(ox + size * x, oy + size * y, oz + size * z));
  for (const axis of [0, 1, 2])
    for (const sign of [1, -1]) region.add(axis === 0 ? sign : 0, axis === 1 ? sign : 0, axis === 2 ? sign : 0, searchReach);
  const add = (at: number): void => region.add(all[at], all[at + 1], all[at + 2], all[at + 3]);
  for (const i of nearest.slice(0, firstPlanes)) add(4 * i);
  for (let step = 0; step <= count; step++) {
    const best = region.lowestCorner();
    if (best === null) return null;
    let [worst, highest] = [-1, maxViolation];
    for (let at = 0; at < all.length; at += 4) {
      const height = heightOver(all, at, best.point, 0);
      if (height > highest) [worst, highest] = [at, height];
    }
    const [x, y, z] = best.point;
    if (worst < 0) return { point: [ox + size * x, oy + size * y, oz + size * z], cost: best.cost };
    add(worst);
  }
  return null;
}

/** An intersection of half-spaces that grows by a plane at a time, and the costs of its corners: a plane changes few of its faces. */
class SearchedRegion {
  readonly #planes: number[] = [];
  readonly #polygons: FacePolygon[] = [];
  /** The best corner of each face; `null` until it is looked for, and for planes that are no faces. */
  readonly #best: (Vertex | null)[] = [];
  readonly #costOf: CostOf;

  constructor(costOf: CostOf) {
    this.#costOf = costOf;
  }

  add(x: number, y: number, z: number, offset: number): void {
    const by = this.#polygons.length;
    this.#planes.push(x, y, z, offset);
    for (let face = 0; face < by; face++) {
      const polygon = this.#polygons[face]!;
      if (polygon.points.length === 0) continue;
      const left = cutPolygon(polygon, this.#planes, face, by);
      if (left === polygon) continue;
      this.#polygons[face] = left;
      this.#best[face] = null;
    }
    this.#polygons.push(planePolygon(this.#planes, by));
    this.#best.push(null);
  }

  /** Returns the corner with the lowest cost, the first of equal ones. */
  lowestCorner(): Vertex | null {
    let best: Vertex | null = null;
    for (let face = 0; face < this.#polygons.length; face++) {
      const found = (this.#best[face] ??= this.#bestOf(this.#polygons[face]!.points));
      if (found !== null && found.cost < (best?.cost ?? Infinity)) best = found;
    }
    return best;
  }

  #bestOf(points: readonly number[]): Vertex | null {
    let [best, lowest] = [-1, Infinity];
    for (let i = 0; i < points.length; i += 3) {
      const cost = this.#costOf(points[i]!, points[i + 1]!, points[i + 2]!);
      if (cost < lowest) [best, lowest] = [i, cost];
    }
    return best < 0 ? null : { point: [points[best]!, points[best + 1]!, points[best + 2]!], cost: lowest };
  }
}

const maxTurns = 60;

/** Returns a point outside all planes, and its distance from the farthest of them; `null` without a direction that leaves them all. */
function pointOutsideAll(planes: readonly number[]): { readonly point: Vec3; readonly size: number } | null {
  const count = planes.length / 4;
  let way = [0, 0, 0];
  for (let at = 0; at < planes.length; at += 4) way = way.map((value, k) => value + planes[at + k]! / count);
  for (let turn = 0; ; turn++) {
    const size = hypot(way[0]!, way[1]!, way[2]!);
    if (!(size > 1e-9)) return null;
    way = way.map((value) => value / size);
    let [worst, minHeight] = [-1, Infinity];
    for (let at = 0; at < planes.length; at += 4) {
      const height = planes[at]! * way[0]! + planes[at + 1]! * way[1]! + planes[at + 2]! * way[2]!;
      if (height < minHeight) [worst, minHeight] = [at, height];
    }
    if (minHeight > 1e-2) break;
    if (turn === maxTurns) return null;
    way = way.map((value, k) => value + (0.02 - minHeight) * planes[worst + k]!);
  }
  // The origin is below all planes.
  let [near, far] = [0, 0];
  for (let at = 0; at < planes.length; at += 4) {
    const height = planes[at]! * way[0]! + planes[at + 1]! * way[1]! + planes[at + 2]! * way[2]!;
    near = Math.max(near, planes[at + 3]! / height);
  }
  near += 0.05;
  const point: Vec3 = [way[0]! * near, way[1]! * near, way[2]! * near];
  for (let at = 0; at < planes.length; at += 4)
    far = Math.max(far, planes[at]! * point[0]! + planes[at + 1]! * point[1]! + planes[at + 2]! * point[2]! - planes[at + 3]!);
  return far < 1e3 ? { point, size: far } : null;
}

function without(positions: Float64Array, vertices: readonly number[]): Float64Array {
  return positions.filter((_, i) => !vertices.includes(Math.floor(i / 3)));
}

function merged(positions: Float64Array, merges: readonly Merge[]): Float64Array {
  return Float64Array.from([
    ...without(
      positions,
      merges.flatMap(({ ends }) => ends),
    ),
    ...merges.flatMap(({ point }) => point),
  ]);
}

/** Sides of faces: from, to, the face to the left, and the one to the right. */
function sidesOf({ faceFirst, faceCorners }: ConvexHull): readonly (readonly [number, number, number, number])[] {
  const sides: [number, number, number][] = [];
  const faceOf = new Map<number, number>();
  const vertices = faceCorners.reduce((max, vertex) => Math.max(max, vertex), 0) + 1;
  for (let face = 0; face + 1 < faceFirst.length; face++) {
    const [first, end] = [faceFirst[face], faceFirst[face + 1]];
    for (let i = first; i < end; i++) {
      const [from, to] = [faceCorners[i], faceCorners[i + 1 < end ? i + 1 : first]];
      sides.push([from, to, face]);
      faceOf.set(from * vertices + to, face);
    }
  }
  return sides.map(([from, to, face]) => [from, to, face, faceOf.get(to * vertices + from)!]);
}

function edgesOf(hull: ConvexHull): readonly (readonly [number, number])[] {
  return sidesOf(hull).flatMap(([from, to]) => (from < to ? [[from, to] as const] : []));
}

function facesAtVertices({ faceFirst, faceCorners, points }: ConvexHull): readonly (readonly number[])[] {
  const faces: number[][] = Array.from(points, () => []);
  for (let face = 0; face + 1 < faceFirst.length; face++)
    for (let i = faceFirst[face]; i < faceFirst[face + 1]; i++) faces[faceCorners[i]]!.push(face);
  return faces;
}
