import { hypot } from '../../math/hypot.ts';
import { symmetricEigen } from '../../math/symmetric-eigen.ts';
import { cross, normalized, type Vec3 } from '../../math/vec3.ts';
import { noProgress, type Progress } from '../../progress.ts';
import type { ConvexHull } from '../hull/convex-hull.ts';
import { hullPlanes } from '../hull/hull-planes.ts';
import { grahamHull } from '../hull/graham.ts';
import { type Interval, intervalAlong } from '../pair/interval.ts';
import { enclosingBall } from './enclosing-ball.ts';
import { type FittedShape, type ShapeKind, shapeVolume } from './fitted-shape.ts';

/**
 * Returns a small shape of a kind around a hull, up to rounding. The sphere is the smallest. The box is the smallest with a side on a face
 * of the hull, which O'Rourke's box (1985) nearly always is. Capsules and cylinders start at several axes, and the best one is rotated while
 * that makes it smaller.
 * @throws whatever `progress` throws.
 */
export function enclosingShape(hull: ConvexHull, kind: ShapeKind, progress: Progress = noProgress): FittedShape {
  switch (kind) {
    case 'sphere':
      return { shape: 'sphere', ...enclosingBall(hull.positions) };
    case 'box':
      return enclosingBox(hull, progress);
    case 'capsule':
    case 'cylinder':
      return enclosingRound(hull, kind, progress);
  }
}

/** Faces of the hull that a box is tried on, the largest first. */
const maxFaces = 400;
/** Part of the search for a box that finds the normals. */
const normalsPart = 0.1;

function enclosingBox(hull: ConvexHull, progress: Progress): FittedShape {
  const faces = facesByArea(hull, (fraction) => progress(normalsPart * fraction)).slice(0, maxFaces);
  const candidates = [...faces, ...mainAxes(hull.positions), ...coordinateAxes];
  let best: FittedShape | null = null;
  for (const [i, normal] of candidates.entries()) {
    progress(normalsPart + ((1 - normalsPart) * i) / candidates.length);
    const along = intervalAlong(hull.positions, ...normal);
    const { corners, sides } = sidesAcross(hull.positions, normal);
    for (const [u, v] of sides) {
      const box = boxOf([u, v, normal], [intervalAlong(corners, ...u), intervalAlong(corners, ...v), along]);
      if (best === null || boxCost(box) < boxCost(best)) best = box;
    }
  }
  return best!;
}

const coordinateAxes: readonly Vec3[] = [
  [0, 0, 1],
  [1, 0, 0],
  [0, 1, 0],
];

/** Volume, and for flat boxes the area. */
function boxCost(box: FittedShape): number {
  if (box.shape !== 'box') return Infinity;
  const [x, y, z] = box.size;
  return x * y * z + 1e-9 * (x * y + y * z + z * x) * (x + y + z);
}

/** Returns the normals of the faces, the largest face first. */
function facesByArea(hull: ConvexHull, progress: Progress): readonly Vec3[] {
  const { positions: p, faceFirst, faceCorners } = hull;
  const planes = hullPlanes(hull, progress);
  const faces = Array.from({ length: faceFirst.length - 1 }, (_, face) => {
    let area = 0;
    const a = 3 * faceCorners[faceFirst[face]];
    for (let i = faceFirst[face] + 1; i + 1 < faceFirst[face + 1]; i++) {
      const [b, c] = [3 * faceCorners[i], 3 * faceCorners[i + 1]];
      const edge = (q: number): Vec3 => [p[q] - p[a], p[q + 1] - p[a + 1], p[q + 2] - p[a + 2]];
      area += hypot(...cross(edge(b), edge(c)));
    }
    return { area, normal: [planes[4 * face], planes[4 * face + 1], planes[4 * face + 2]] as Vec3 };
  });
  return faces.toSorted((f, g) => g.area - f.area).map(({ normal }) => normal);
}

/** Returns the axes along which points are spread most, the most first. */
function mainAxes(positions: Float64Array): readonly Vec3[] {
  const count = positions.length / 3;
  const mean = [0, 1, 2].map((k) => {
    let sum = 0;
    for (let at = k; at < positions.length; at += 3) sum += positions[at] / count;
    return sum;
  });
  const matrix = new Array<number>(9).fill(0);
  for (let at = 0; at < positions.length; at += 3)
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++) matrix[3 * i + j]! += (positions[at + i] - mean[i]!) * (positions[at + j] - mean[j]!);
  return symmetricEigen(matrix).vectors.toReversed();
}

interface Outline {
  /** (3·n) the points of the outline, which reach as far as all points across the normal, up to rounding. */
  readonly corners: Float64Array;
  /** Pairs of axes across the normal: along each side of the outline. */
  readonly sides: readonly (readonly [Vec3, Vec3])[];
}

/** Returns the outline of points seen along a normal. */
function sidesAcross(positions: Float64Array, normal: Vec3): Outline {
  const u = acrossOf(normal);
  const v = cross(normal, u);
  const flat = flattened(positions, u, v);
  const outline = grahamHull(flat);
  const sides: (readonly [Vec3, Vec3])[] = outline.length < 3 ? [[u, v]] : [];
  for (let i = 0; i < outline.length; i++) {
    const [p, q] = [outline[i]!, outline[(i + 1) % outline.length]!];
    const [dx, dy] = [flat[2 * q] - flat[2 * p], flat[2 * q + 1] - flat[2 * p + 1]];
    const size = hypot(dx, dy);
    if (!(size > 0)) continue;
    const side = normalized([0, 1, 2].map((k) => (dx * u[k]! + dy * v[k]!) / size) as unknown as Vec3);
    if (side !== null) sides.push([side, cross(normal, side)]);
  }
  const corners = new Float64Array(3 * outline.length);
  outline.forEach((point, i) => corners.set(positions.subarray(3 * point, 3 * point + 3), 3 * i));
  return { corners, sides };
}

function acrossOf(axis: Vec3): Vec3 {
  const sizes = axis.map(Math.abs);
  const smallest = sizes.indexOf(Math.min(...sizes));
  return normalized(cross(axis, coordinateAxes[(smallest + 1) % 3]!)) ?? [1, 0, 0];
}

function flattened(positions: Float64Array, u: Vec3, v: Vec3): Float64Array {
  const flat = new Float64Array((2 * positions.length) / 3);
  for (let i = 0; i < flat.length / 2; i++) {
    const [x, y, z] = [positions[3 * i], positions[3 * i + 1], positions[3 * i + 2]];
    flat[2 * i] = x * u[0] + y * u[1] + z * u[2];
    flat[2 * i + 1] = x * v[0] + y * v[1] + z * v[2];
  }
  return flat;
}

/** Returns the box with these axes, and the intervals along them. */
function boxOf(axes: readonly [Vec3, Vec3, Vec3], intervals: readonly [Interval, Interval, Interval]): FittedShape {
  const middles = intervals.map(([min, max]) => min / 2 + max / 2);
  const center = [0, 1, 2].map((k) => axes.reduce((sum, axis, i) => sum + middles[i]! * axis[k]!, 0)) as unknown as Vec3;
  return { shape: 'box', center, axes, size: intervals.map(([min, max]) => max - min) as unknown as Vec3 };
}

/** Part of the search for a capsule or cylinder that finds a box, for its axes. */
const boxPart = 0.7;
/** Steps of the rotation of the axis, as lengths across it: the first one, and where it ends. */
const [firstStep, lastStep] = [0.2, 1e-5];

function enclosingRound(hull: ConvexHull, shape: 'capsule' | 'cylinder', progress: Progress): FittedShape {
  const { positions } = hull;
  const box = enclosingBox(hull, (fraction) => progress(boxPart * fraction));
  const starts = [...mainAxes(positions), ...(box.shape === 'box' ? box.axes : []), ...coordinateAxes];
  const around = (axis: Vec3): FittedShape => roundAlong(positions, axis, shape);
  let best = starts.reduce<{ readonly axis: Vec3; readonly fitted: FittedShape } | null>((found, axis) => {
    const fitted = around(axis);
    return found === null || roundCost(fitted) < roundCost(found.fitted) ? { axis, fitted } : found;
  }, null)!;
  for (let step = firstStep; step > lastStep; ) {
    progress(boxPart + (1 - boxPart) * (1 - step / firstStep));
    const u = acrossOf(best.axis);
    const v = cross(best.axis, u);
    const better = [u, v, u.map((x) => -x) as unknown as Vec3, v.map((x) => -x) as unknown as Vec3]
      .map((side) => normalized([0, 1, 2].map((k) => best.axis[k]! + step * side[k]!) as unknown as Vec3)!)
      .map((axis) => ({ axis, fitted: around(axis) }))
      .find(({ fitted }) => roundCost(fitted) < roundCost(best.fitted));
    if (better === undefined) step /= 2;
    else best = better;
  }
  return withAxis(best.fitted, best.axis);
}

/** Length of a flat cylinder, as a part of its radius: with less, its axis would be rounded away. */
const minLength = 2 ** -24;

/** Returns a shape with a length that keeps its axis. A capsule needs none: at that length it is a ball. */
function withAxis(fitted: FittedShape, axis: Vec3): FittedShape {
  if (fitted.shape !== 'cylinder') return fitted;
  const { from, to, radius } = fitted;
  if (hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]) >= minLength * radius) return fitted;
  const end = (sign: number): Vec3 =>
    [0, 1, 2].map((k) => from[k]! / 2 + to[k]! / 2 + (sign * minLength * radius * axis[k]!) / 2) as unknown as Vec3;
  return { ...fitted, from: end(-1), to: end(1) };
}

/** Volume, and for flat cylinders the area of their ends. */
function roundCost(fitted: FittedShape): number {
  return shapeVolume(fitted) + (fitted.shape === 'cylinder' ? 1e-9 * fitted.radius ** 3 : 0);
}

/** Returns the smallest round shape along an axis, with the smallest circle across it. */
function roundAlong(positions: Float64Array, axis: Vec3, shape: 'capsule' | 'cylinder'): FittedShape {
  const u = acrossOf(axis);
  const v = cross(axis, u);
  const flat = flattened(positions, u, v);
  const inSpace = new Float64Array(positions.length);
  for (let i = 0; i < flat.length / 2; i++) inSpace.set([flat[2 * i], flat[2 * i + 1], 0], 3 * i);
  const { center, radius } = enclosingBall(inSpace);
  let [low, high] = [Infinity, -Infinity];
  for (let i = 0; i < positions.length / 3; i++) {
    const height = positions[3 * i] * axis[0] + positions[3 * i + 1] * axis[1] + positions[3 * i + 2] * axis[2];
    // How far the round end of a capsule reaches beyond the end of its segment here.
    const across = hypot(flat[2 * i] - center[0], flat[2 * i + 1] - center[1]);
    const reach = shape === 'capsule' ? Math.sqrt(Math.max(0, radius * radius - across * across)) : 0;
    low = Math.min(low, height + reach);
    high = Math.max(high, height - reach);
  }
  if (low > high) low = high = (low + high) / 2;
  const at = (height: number): Vec3 => [0, 1, 2].map((k) => center[0] * u[k]! + center[1] * v[k]! + height * axis[k]!) as unknown as Vec3;
  return { shape, from: at(low), to: at(high), radius };
}
