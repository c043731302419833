import { hypot } from '../../math/hypot.ts';
/** The polygon that planes cut out of one of them. */
export interface FacePolygon {
  /** (3·k) corners, counter-clockwise from outside; empty for a plane that is no face. */
  readonly points: readonly number[];
  /** (k) the plane across the edge from each corner to the next; -1 at the reach, where nothing cuts. */
  readonly across: readonly number[];
}

/** Faces end at this distance from the origin: they are unbounded for solids of a size of about 1. */
const reach = 64;
/** Points nearer to a plane than this are on it. */
const onPlane = 1e-12;

/**
 * Returns the polygon of plane `face` in the intersection of half-spaces n·x ≤ d. In plain f64.
 * @param planes (4·n) unit normal and offset of each. @param among The planes that cut; all without it.
 */
export function planePolygon(planes: ArrayLike<number>, face: number, among?: Iterable<number>): FacePolygon {
  let polygon: FacePolygon = square(planes, face);
  const count = planes.length / 4;
  if (among === undefined) {
    for (let by = 0; by < count && polygon.points.length > 0; by++) if (by !== face) polygon = cutPolygon(polygon, planes, face, by);
    return polygon;
  }
  for (const by of among) if (by !== face && polygon.points.length > 0) polygon = cutPolygon(polygon, planes, face, by);
  return polygon;
}

/** A square around the point of the plane that is nearest to the origin. */
function square(planes: ArrayLike<number>, face: number): FacePolygon {
  const [x, y, z, d] = [planes[4 * face]!, planes[4 * face + 1]!, planes[4 * face + 2]!, planes[4 * face + 3]!];
  const [ax, ay, az] = Math.abs(x) < 0.6 ? [1, 0, 0] : [0, 1, 0];
  let [ux, uy, uz] = [y * az - z * ay, z * ax - x * az, x * ay - y * ax];
  const size = hypot(ux, uy, uz) / reach;
  [ux, uy, uz] = [ux / size, uy / size, uz / size];
  const [vx, vy, vz] = [y * uz - z * uy, z * ux - x * uz, x * uy - y * ux];
  const points: number[] = [];
  for (const [s, t] of [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ] as const)
    points.push(x * d + s * ux + t * vx, y * d + s * uy + t * vy, z * d + s * uz + t * vz);
  return { points, across: [-1, -1, -1, -1] };
}

/**
 * Returns the part of the polygon of plane `face` below plane `by`; the polygon itself where that cuts nothing. Hot.
 *
 * Source: Sutherland and Hodgman, "Reentrant Polygon Clipping" (1974).
 */
export function cutPolygon(polygon: FacePolygon, planes: ArrayLike<number>, face: number, by: number): FacePolygon {
  const { points: p, across: labels } = polygon;
  const x = planes[4 * by]!;
  const y = planes[4 * by + 1]!;
  const z = planes[4 * by + 2]!;
  const d = planes[4 * by + 3]!;
  const count = labels.length;
  let highest = -Infinity;
  let lowest = Infinity;
  // Most planes cut nothing, so heights are computed again rather than kept.
  for (let i = 0; i < count; i++) {
    const height = x * p[3 * i]! + y * p[3 * i + 1]! + z * p[3 * i + 2]! - d;
    highest = Math.max(highest, height);
    lowest = Math.min(lowest, height);
  }
  // Of equal planes, the first one is the face.
  if (highest <= onPlane) return lowest >= -onPlane && by < face ? { points: [], across: [] } : polygon;
  const points: number[] = [];
  const across: number[] = [];
  let to = x * p[0]! + y * p[1]! + z * p[2]! - d;
  for (let i = 0; i < count; i++) {
    const next = i + 1 < count ? i + 1 : 0;
    const from = to;
    to = x * p[3 * next]! + y * p[3 * next + 1]! + z * p[3 * next + 2]! - d;
    if (from <= onPlane) {
      points.push(p[3 * i]!, p[3 * i + 1]!, p[3 * i + 2]!);
      across.push(labels[i]!);
    }
    if (from <= onPlane === to <= onPlane) continue;
    const part = from / (from - to);
    for (let k = 0; k < 3; k++) points.push(p[3 * i + k]! + part * (p[3 * next + k]! - p[3 * i + k]!));
    across.push(from <= onPlane ? by : labels[i]!);
  }
  return { points, across };
}

/** Area and centre of gravity of a polygon. */
export interface PolygonMeasures {
  readonly area: number;
  readonly centre: readonly [number, number, number];
}

export function polygonMeasures({ points: p }: FacePolygon): PolygonMeasures {
  let [area, x, y, z] = [0, 0, 0, 0];
  for (let i = 3; i + 3 < p.length; i += 3) {
    const [ux, uy, uz] = [p[i]! - p[0]!, p[i + 1]! - p[1]!, p[i + 2]! - p[2]!];
    const [vx, vy, vz] = [p[i + 3]! - p[0]!, p[i + 4]! - p[1]!, p[i + 5]! - p[2]!];
    const part = hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) / 2;
    area += part;
    x += (part * (ux + vx)) / 3;
    y += (part * (uy + vy)) / 3;
    z += (part * (uz + vz)) / 3;
  }
  if (!(area > 0)) return { area: 0, centre: [p[0] ?? 0, p[1] ?? 0, p[2] ?? 0] };
  return { area, centre: [p[0]! + x / area, p[1]! + y / area, p[2]! + z / area] };
}

/** The intersection of half-spaces. */
export interface ClippedPlanes {
  readonly planes: ArrayLike<number>;
  readonly polygons: readonly FacePolygon[];
  readonly measures: readonly PolygonMeasures[];
  /** Infinite if it is unbounded. */
  readonly volume: number;
}

/** Returns the intersection of half-spaces that all contain the origin, of a size of about 1. */
export function clipPlanes(planes: ArrayLike<number>): ClippedPlanes {
  const polygons = Array.from({ length: planes.length / 4 }, (_, face) => planePolygon(planes, face));
  const measures = polygons.map(polygonMeasures);
  const isBounded = polygons.every(({ across }) => !across.includes(-1)) && measures.some(({ area }) => area > 0);
  const volume = measures.reduce((sum, { area }, face) => sum + (area * planes[4 * face + 3]!) / 3, 0);
  return { planes, polygons, measures, volume: isBounded ? volume : Infinity };
}

/** Corners nearer to each other than this are one. */
const sameCorner = 1e-9;

/** Counts of the faces and corners of a solid. */
export function countsOf({ polygons }: ClippedPlanes): { readonly faces: number; readonly vertices: number } {
  const corners: number[] = [];
  let faces = 0;
  for (const { points } of polygons) {
    if (points.length > 0) faces++;
    for (let i = 0; i < points.length; i += 3) {
      const [x, y, z] = [points[i]!, points[i + 1]!, points[i + 2]!];
      let isKnown = false;
      for (let at = 0; at < corners.length && !isKnown; at += 3)
        isKnown = Math.abs(corners[at]! - x) + Math.abs(corners[at + 1]! - y) + Math.abs(corners[at + 2]! - z) < sameCorner;
      if (!isKnown) corners.push(x, y, z);
    }
  }
  return { faces, vertices: corners.length / 3 };
}
