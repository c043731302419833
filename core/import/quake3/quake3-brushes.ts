import { cross, dot, type Vec3 } from '../../math/vec3.ts';
import type { Lump, Quake3Lumps } from './quake3-lumps.ts';

/** A convex solid of a level. */
export interface Quake3Brush {
  readonly index: number;
  /** Corners. */
  readonly points: readonly Vec3[];
  /** Corners of each face, counter-clockwise from outside. */
  readonly faces: readonly (readonly number[])[];
}

/** Bit of the contents of a texture: what nothing passes. */
const solidContents = 1;
/** Half the size of the box in which brushes are made, in units of the file: levels are smaller. */
const reach = 131_072;
/** Corners this near to a plane lie on it. Planes are f32, so corners of several planes differ by about a thousandth. */
const nearPlane = 0.01;
/**
 * Corners this near to a multiple of `grid` are moved there: brushes are made on such a grid, and neighbours share their planes then. Level
 * compilers merge planes whose distances differ by less than 0.01 (`DIST_EPSILON` of q3map), which moves a corner between sloped sides by
 * up to 0.0142. Without the move, cracks of that width are between brushes that seal the level.
 */
const nearGrid = 1 / 64;
const grid = 1 / 8;

/** Returns whether nothing passes a brush; false if its texture is not in the file. */
export function isSolidBrush(view: DataView, { brushes, textures }: Quake3Lumps, index: number): boolean {
  const texture = view.getInt32(brushes.offset + index * brushes.stride + 8, true);
  if (texture < 0 || texture >= textures.count) return false;
  return (view.getInt32(textures.offset + texture * textures.stride + 68, true) & solidContents) !== 0;
}

/**
 * Returns a brush as a polyhedron: what is behind all its planes. `damaged` for one with a plane that is not finite or that the file does not
 * have, `boundless` for one without volume or without an end.
 */
export function quake3Brush(view: DataView, lumps: Quake3Lumps, index: number): Quake3Brush | 'damaged' | 'boundless' {
  const { brushes, brushSides, planes } = lumps;
  const at = brushes.offset + index * brushes.stride;
  const first = view.getInt32(at, true);
  const count = view.getInt32(at + 4, true);
  if (first < 0 || count < 0 || first + count > brushSides.count) return 'damaged';
  let solid = startBox();
  for (let side = first; side < first + count; side++) {
    const plane = readPlane(view, planes, view.getInt32(brushSides.offset + side * brushSides.stride, true));
    if (plane === null) return 'damaged';
    solid = clipped(solid, plane);
    if (solid.faces.length < 4) return 'boundless';
  }
  // A side of the first box is left where no plane ends the brush.
  const isBoundless = solid.points.length === 0 || solid.faces.some(({ plane }) => plane.distance === reach);
  return isBoundless ? 'boundless' : { index, ...onGrid(solid) };
}

interface Plane {
  readonly normal: Vec3;
  readonly distance: number;
}

function readPlane(view: DataView, { offset, count, stride }: Lump, index: number): Plane | null {
  if (index < 0 || index >= count) return null;
  const [x, y, z, distance] = [0, 4, 8, 12].map((byte) => view.getFloat32(offset + index * stride + byte, true)) as [
    number,
    number,
    number,
    number,
  ];
  const length = Math.hypot(x, y, z);
  return length > 0 && Number.isFinite(length + distance)
    ? { normal: [x / length, y / length, z / length], distance: distance / length }
    : null;
}

interface Solid {
  readonly points: readonly SolidPoint[];
  readonly faces: readonly SolidFace[];
}

interface SolidPoint {
  readonly at: Vec3;
  /** Planes that it lies on. */
  readonly planes: readonly Plane[];
}

interface SolidFace {
  readonly plane: Plane;
  readonly corners: readonly number[];
}

function startBox(): Solid {
  const points = Array.from({ length: 8 }, (_, i): SolidPoint => {
    const at = [1, 2, 4].map((bit) => (i & bit ? reach : -reach)) as unknown as Vec3;
    return { at, planes: [] };
  });
  const face = (normal: Vec3, corners: readonly number[]): SolidFace => ({ plane: { normal, distance: reach }, corners });
  const faces = [
    face([-1, 0, 0], [0, 4, 6, 2]),
    face([1, 0, 0], [1, 3, 7, 5]),
    face([0, -1, 0], [0, 1, 5, 4]),
    face([0, 1, 0], [2, 6, 7, 3]),
    face([0, 0, -1], [0, 2, 3, 1]),
    face([0, 0, 1], [4, 5, 7, 6]),
  ];
  return {
    points: points.map((point, i) => ({ ...point, planes: faces.filter(({ corners }) => corners.includes(i)).map(({ plane }) => plane) })),
    faces,
  };
}

/** Returns the part of a solid behind a plane. Faces share their corners, so the result is closed however its corners are rounded. */
function clipped({ points, faces }: Solid, plane: Plane): Solid {
  const heights = points.map(({ at }) => height(plane, at));
  const sides = heights.map((value) => (value > nearPlane ? 1 : value < -nearPlane ? -1 : 0));
  // Points of earlier solids are left in the list.
  const isUsed = (side: number): boolean => faces.some(({ corners }) => corners.some((corner) => sides[corner] === side));
  if (!isUsed(1)) return { points, faces };
  if (!isUsed(-1)) return { points: [], faces: [] };
  const made = points.map((point, i) => (sides[i] === 0 ? { ...point, planes: [...point.planes, plane] } : point));
  const crossings = new Map<string, number>();
  const crossing = (p: number, q: number, of: readonly Plane[]): number => {
    const key = p < q ? `${p} ${q}` : `${q} ${p}`;
    const known = crossings.get(key);
    if (known !== undefined) return known;
    const part = heights[p]! / (heights[p]! - heights[q]!);
    const between = points[p]!.at.map((value, k) => value + part * (points[q]!.at[k]! - value)) as unknown as Vec3;
    const planes = [...points[p]!.planes.filter((one) => points[q]!.planes.includes(one)), ...of, plane];
    const index = made.push({ at: between, planes: [...new Set(planes)] }) - 1;
    crossings.set(key, index);
    return index;
  };
  const kept: SolidFace[] = [];
  for (const face of faces) {
    const corners: number[] = [];
    face.corners.forEach((corner, i) => {
      const next = face.corners[(i + 1) % face.corners.length]!;
      if (sides[corner]! <= 0) corners.push(corner);
      if (sides[corner]! * sides[next]! < 0) corners.push(crossing(corner, next, [face.plane]));
    });
    // A face of which only an edge or a corner remains is gone.
    if (corners.length >= 3 && corners.some((corner) => sides[corner] === -1)) kept.push({ plane: face.plane, corners });
  }
  const cap = capOf(kept);
  return { points: made, faces: cap.length < 3 ? [] : [...kept, { plane, corners: cap }] };
}

/** Returns the loop of the edges that only one face has, the other way round; empty if they are no loop. */
function capOf(faces: readonly SolidFace[]): readonly number[] {
  const next = new Map<number, number>();
  const edges = new Set(faces.flatMap(({ corners }) => corners.map((corner, i) => `${corner} ${corners[(i + 1) % corners.length]!}`)));
  for (const { corners } of faces) {
    corners.forEach((corner, i) => {
      const end = corners[(i + 1) % corners.length]!;
      if (!edges.has(`${end} ${corner}`)) next.set(end, corner);
    });
  }
  const [start] = next.keys();
  const loop: number[] = [];
  for (let at: number | undefined = start; at !== undefined && loop.length < next.size; at = next.get(at)) {
    loop.push(at);
    if (next.get(at) === start) break;
  }
  return loop.length === next.size ? loop : [];
}

/** Returns the solid with the corners that its faces use, as common points of three planes, on the grid where they are near to it. */
function onGrid({ points, faces }: Solid): Pick<Quake3Brush, 'points' | 'faces'> {
  const numbers = new Map<number, number>();
  const corners: Vec3[] = [];
  const numberOf = (point: number): number => {
    const known = numbers.get(point);
    if (known !== undefined) return known;
    const number = corners.push(snapped(commonPoint(points[point]!))) - 1;
    numbers.set(point, number);
    return number;
  };
  return { faces: faces.map((face) => face.corners.map(numberOf)), points: corners };
}

/** Returns the common point of the three planes with the most different normals: a point that was cut from a long edge is less exact. */
function commonPoint({ at, planes }: SolidPoint): Vec3 {
  let best = at;
  let bestVolume = 1e-3;
  for (let i = 0; i < planes.length; i++)
    for (let j = i + 1; j < planes.length; j++)
      for (let k = j + 1; k < planes.length; k++) {
        const [p, q, r] = [planes[i]!, planes[j]!, planes[k]!];
        const qr = cross(q.normal, r.normal);
        const volume = dot(p.normal, qr);
        if (Math.abs(volume) <= bestVolume) continue;
        bestVolume = Math.abs(volume);
        const rp = cross(r.normal, p.normal);
        const pq = cross(p.normal, q.normal);
        best = [0, 1, 2].map((m) => (p.distance * qr[m]! + q.distance * rp[m]! + r.distance * pq[m]!) / volume) as unknown as Vec3;
      }
  return best;
}

function snapped(point: Vec3): Vec3 {
  return point.map((value) => {
    const near = Math.round(value / grid) * grid;
    return Math.abs(near - value) <= nearGrid ? near + 0 : value;
  }) as unknown as Vec3;
}

function height({ normal, distance }: Plane, point: Vec3): number {
  return dot(normal, point) - distance;
}
