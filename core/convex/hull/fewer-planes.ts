import { hypot } from '../../math/hypot.ts';
import type { Progress } from '../../progress.ts';
import { type ClippedPlanes, clipPlanes, countsOf, planePolygon, type FacePolygon, polygonMeasures } from './clipped-planes.ts';
import { closestOfPoints } from './closest-of-points.ts';

/** Limits of a hull. */
export interface HullLimits {
  /** Infinite without a limit. */
  readonly maxVertices: number;
  readonly maxFaces: number;
}

/** Up to this many planes, every replacement is measured on the whole solid. */
const maxPlanesOfSearch = 14;

/**
 * Returns planes (4·n) around points whose intersection keeps the limits, with little added volume; `null` if it finds none. Each step removes
 * the plane that adds the smallest volume, by its neighbours' planes alone. When few are left, it also replaces two neighbours by a plane between
 * them. At the end planes rotate about the points that they touch, as long as that lowers the volume.
 * @param points (3·n) with the origin inside, of a size of about 1. @param planes (4·n) around them. @throws whatever `progress` throws.
 */
export function fewerPlanes(points: Float64Array, planes: ArrayLike<number>, limits: HullLimits, progress: Progress): ClippedPlanes | null {
  // A solid with three faces at each vertex has 2·F − 4 vertices.
  const ofVertices = Math.floor(limits.maxVertices / 2) + 2;
  const target = Math.max(maxPlanesOfSearch, Math.min(limits.maxFaces, ofVertices));
  let solid = clipPlanes(removeCheapest(planes, target, (fraction) => progress(fraction / 2)));
  if (solid.volume === Infinity) return null;
  const first = solid.polygons.length;
  while (!keeps(solid, limits)) {
    progress(0.5 + (0.2 * (first - solid.polygons.length)) / first);
    const next = cheapestReplacement(points, solid);
    if (next === null) return null;
    solid = next;
  }
  return rotatePlanes(points, solid, limits, (fraction) => progress(0.7 + 0.3 * fraction));
}

function keeps(solid: ClippedPlanes, { maxFaces, maxVertices }: HullLimits): boolean {
  if (solid.volume === Infinity) return false;
  const { faces, vertices } = countsOf(solid);
  return faces <= maxFaces && vertices <= maxVertices;
}

/** Removes planes until `target` are left, or until each other one bounds the solid. */
function removeCheapest(all: ArrayLike<number>, target: number, progress: Progress): readonly number[] {
  const whole = clipPlanes(all);
  const kept = whole.polygons.flatMap(({ points }, face) => (points.length > 0 ? [face] : []));
  const planes = kept.flatMap((face) => [all[4 * face]!, all[4 * face + 1]!, all[4 * face + 2]!, all[4 * face + 3]!]);
  const isAlive = kept.map(() => true);
  const alive = (): readonly number[] => isAlive.flatMap((is, face) => (is ? [face] : []));
  const polygons = kept.map((_, face) => planePolygon(planes, face));
  const costs = polygons.map((_, face) => costOfRemoval(planes, polygons, face));
  const first = kept.length;
  for (let left = first; left > target; left--) {
    progress((first - left) / (first - target));
    let best = -1;
    costs.forEach((cost, face) => {
      if (isAlive[face]! && cost < Infinity && (best < 0 || cost < costs[best]!)) best = face;
    });
    if (best < 0) break;
    const near = nearOf(polygons, best);
    isAlive[best] = false;
    const others = alive();
    const changed = [...near].filter((face) => {
      const before = polygons[face]!.across.join();
      polygons[face] = planePolygon(planes, face, others);
      return polygons[face]!.across.join() !== before;
    });
    for (const face of changed) costs[face] = costOfRemoval(planes, polygons, face);
  }
  return alive().flatMap((face) => planes.slice(4 * face, 4 * face + 4));
}

/** Returns the neighbours of a face and their neighbours. */
function nearOf(polygons: readonly FacePolygon[], face: number): ReadonlySet<number> {
  const near = new Set<number>();
  for (const neighbour of polygons[face]!.across) {
    if (neighbour < 0) continue;
    near.add(neighbour);
    for (const next of polygons[neighbour]!.across) if (next >= 0) near.add(next);
  }
  near.delete(face);
  return near;
}

/** Returns the volume between a face and the planes of its neighbours; infinite if they do not close. */
function costOfRemoval(planes: readonly number[], polygons: readonly FacePolygon[], face: number): number {
  const { points, across } = polygons[face]!;
  if (points.length === 0) return 0;
  if (across.includes(-1)) return Infinity;
  const near = [...new Set(across)];
  const [px, py, pz] = [points[0]!, points[1]!, points[2]!];
  // The solid beyond the face.
  const local = near.flatMap((other) => planes.slice(4 * other, 4 * other + 4));
  local.push(-planes[4 * face]!, -planes[4 * face + 1]!, -planes[4 * face + 2]!, -planes[4 * face + 3]!);
  let volume = 0;
  for (let i = 0; i < near.length; i++) {
    const polygon = planePolygon(local, i);
    if (polygon.across.includes(-1)) return Infinity;
    if (polygon.points.length === 0) continue;
    const height = local[4 * i + 3]! - local[4 * i]! * px - local[4 * i + 1]! * py - local[4 * i + 2]! * pz;
    volume += (polygonMeasures(polygon).area * height) / 3;
  }
  return Math.max(0, volume);
}

/** Weights of the first of two normals between which a plane is tried. */
const weights = [0.2, 0.35, 0.5, 0.65, 0.8];

/** Returns the smallest solid without one of the planes, or with one instead of two neighbours; `null` if all are unbounded. */
function cheapestReplacement(points: Float64Array, { planes, polygons, measures }: ClippedPlanes): ClippedPlanes | null {
  let best: ClippedPlanes | null = null;
  const tryPlanes = (without: readonly number[], added: readonly number[]): void => {
    const kept: number[] = [...added];
    for (let face = 0; face < polygons.length; face++) {
      if (without.includes(face) || polygons[face]!.points.length === 0) continue;
      for (let k = 0; k < 4; k++) kept.push(planes[4 * face + k]!);
    }
    const solid = clipPlanes(kept);
    if (solid.volume < (best?.volume ?? Infinity)) best = solid;
  };
  for (let face = 0; face < polygons.length; face++) {
    if (polygons[face]!.points.length === 0) continue;
    tryPlanes([face], []);
    for (const other of new Set(polygons[face]!.across)) {
      if (other <= face) continue;
      const [p, q] = [measures[face]!.area, measures[other]!.area];
      for (const weight of [...weights, p / (p + q)]) {
        const normal = [0, 1, 2].map((k) => weight * planes[4 * face + k]! + (1 - weight) * planes[4 * other + k]!);
        const plane = supportingPlane(points, normal);
        if (plane !== null) tryPlanes([face, other], plane);
      }
    }
  }
  return best;
}

/** Returns the plane with that normal (any length) that touches the points. */
function supportingPlane(points: Float64Array, [a, b, c]: readonly number[]): readonly number[] | null {
  const size = hypot(a!, b!, c!);
  if (!(size > 1e-6)) return null;
  const [x, y, z] = [a! / size, b! / size, c! / size];
  let offset = -Infinity;
  for (let i = 0; i < points.length; i += 3) offset = Math.max(offset, x * points[i] + y * points[i + 1] + z * points[i + 2]);
  return offset > 0 ? [x, y, z, offset] : null;
}

/** Sizes of the rotations that are tried. */
const rotations = [2, 1, 0.5, 0.2, 0.08, 0.03, 0.01];
/** A round that lowers the volume by less ends the search. */
const minGain = 1e-5;
const maxRounds = 60;
/** Up to this many planes, each is rotated alone too. */
const maxAlone = 40;

/**
 * Rotates each plane about the point that it touches, towards the centre of its face. In the smallest solid around points, each face touches them at
 * its centre (Klee 1986).
 */
function rotatePlanes(points: Float64Array, start: ClippedPlanes, limits: HullLimits, progress: Progress): ClippedPlanes {
  let best = start;
  const accept = (planes: readonly number[] | null): boolean => {
    const solid = planes === null ? null : clipPlanes(planes);
    if (solid === null || !(solid.volume < best.volume * (1 - 1e-9)) || !keeps(solid, limits)) return false;
    best = solid;
    return true;
  };
  for (let round = 0; round < maxRounds; round++) {
    progress(round / maxRounds);
    const before = best.volume;
    const count = best.planes.length / 4;
    const moves = Array.from({ length: count }, (_, face) => moveOf(points, best, face));
    const all = Array.from({ length: count }, (_, face) => face);
    rotations.some((size) => accept(rotated(points, best, moves, all, size)));
    for (let face = 0; face < count && count <= maxAlone; face++) {
      const move = moveOf(points, best, face);
      if (hypot(move[0]!, move[1]!, move[2]!) > 1e-6)
        rotations.some((size) => accept(rotated(points, best, { [face]: move }, [face], size)));
    }
    if (!(best.volume < before * (1 - minGain))) break;
  }
  return best;
}

/** Returns the way from the points that a face touches to its centre. */
function moveOf(points: Float64Array, { planes, measures }: ClippedPlanes, face: number): readonly number[] {
  const [x, y, z, d] = [planes[4 * face]!, planes[4 * face + 1]!, planes[4 * face + 2]!, planes[4 * face + 3]!];
  const touching: number[] = [];
  for (let i = 0; i < points.length; i += 3) {
    if (x * points[i] + y * points[i + 1] + z * points[i + 2] > d - 1e-7) touching.push(points[i], points[i + 1], points[i + 2]);
  }
  const { centre, area } = measures[face]!;
  if (touching.length === 0 || area === 0) return [0, 0, 0];
  const nearest = closestOfPoints(touching, centre);
  return centre.map((value, k) => value - nearest[k]!);
}

/** Returns the planes with some rotated; `null` if one would leave the points. */
function rotated(
  points: Float64Array,
  { planes }: ClippedPlanes,
  moves: Readonly<Record<number, readonly number[]>>,
  faces: readonly number[],
  size: number,
): readonly number[] | null {
  const result = Array.from(planes);
  for (const face of faces) {
    const move = moves[face]!;
    if (hypot(move[0]!, move[1]!, move[2]!) < 1e-9) continue;
    const plane = supportingPlane(
      points,
      [0, 1, 2].map((k) => planes[4 * face + k]! + size * move[k]!),
    );
    if (plane === null) return null;
    for (let k = 0; k < 4; k++) result[4 * face + k] = plane[k]!;
  }
  return result;
}
