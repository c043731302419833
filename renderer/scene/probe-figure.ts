import { cross, length, minus, normalized, type Vec3 } from '#core/math';
import type { Bounds } from '#core/mesh';
import { boundsCenter, boundsRadius } from '#core/mesh';
import { ConvexHull } from 'three/examples/jsm/math/ConvexHull.js';
import { Vector3 } from 'three';
import { sliceCorners } from '../state/probe/slice-grid.ts';
import { frustumCorners, probeBox } from '../state/probe/probe-solids.ts';
import { probeSweep, restingProbe } from '../state/probe/probe-sweep.ts';
import type { ProbeOf, ProbeShape, SweptProbe } from '../state/probe/probe-shapes.ts';
import { along } from '../state/store/vectors.ts';

/** A shape as lines, filled triangles, balls and points; source space. */
export interface ProbeFigure {
  readonly lines: readonly (readonly [Vec3, Vec3])[];
  /** Corners of triangles, three each. */
  readonly faces: readonly Vec3[];
  readonly balls: readonly { readonly center: Vec3; readonly radius: number }[];
  readonly points: readonly Vec3[];
}

const nothing: ProbeFigure = { lines: [], faces: [], balls: [], points: [] };

/** Returns how a shape is drawn; an endless one is drawn as far as the mesh reaches. @throws InspectorError for an impossible shape. */
export function probeFigure(shape: ProbeShape, bounds: Bounds): ProbeFigure {
  switch (shape.kind) {
    case 'ray':
      return rayFigure(shape, bounds);
    case 'segment':
      return { ...nothing, lines: [[shape.from, shape.to]], points: [shape.from] };
    case 'polygon':
      return { ...nothing, lines: [...ring(shape.points), [shape.from, shape.to]], faces: fan(shape.points), points: [shape.from] };
    case 'sphere':
      return { ...nothing, balls: [shape], points: [shape.center] };
    case 'within':
      return { ...nothing, balls: [{ center: shape.point, radius: shape.distance }], points: [shape.point] };
    case 'closest':
    case 'inside':
      return { ...nothing, points: [shape.point] };
    case 'box':
      return { ...hexahedron(boxCorners(shape)), points: [shape.center] };
    case 'frustum':
      return { ...hexahedron(frustumCorners(shape)), points: [shape.eye] };
    case 'capsule':
      return capsuleFigure(shape);
    case 'triangle':
      return { ...nothing, lines: ring([shape.a, shape.b, shape.c]), faces: [shape.a, shape.b, shape.c] };
    case 'plane':
      return planeFigure(shape, bounds);
    case 'slice': {
      const corners = sliceCorners(shape);
      return { ...nothing, lines: ring(corners), points: [shape.point] };
    }
    case 'hull':
      return hullFigure(shape.points);
    case 'sweepSphere':
    case 'sweepCapsule':
    case 'sweepBox':
    case 'sweepHull':
      return sweptFigure(shape, bounds);
  }
}

/** The shape at both ends, and lines between them. */
function sweptFigure(shape: SweptProbe, bounds: Bounds): ProbeFigure {
  const [start, end] = [probeFigure(restingProbe(shape, 0), bounds), probeFigure(restingProbe(shape, 1), bounds)];
  const { from, to } = probeSweep(shape);
  return {
    lines: [...start.lines, ...end.lines, [from, to]],
    faces: start.faces,
    balls: [...start.balls, ...end.balls],
    points: [from],
  };
}

function rayFigure({ origin, direction, far }: ProbeOf<'ray'>, bounds: Bounds): ProbeFigure {
  const unit = normalized(direction);
  if (unit === null) return { ...nothing, points: [origin] };
  const beyond = length(minus(boundsCenter(bounds), origin)) + 1.3 * boundsRadius(bounds);
  return { ...nothing, lines: [[origin, along(origin, unit, Math.min(far, beyond))]], points: [origin] };
}

/** Corners of a lower and an upper side, each counter-clockwise. */
function boxCorners(shape: ProbeOf<'box'>): readonly Vec3[] {
  const solid = probeBox(shape);
  const center = shape.center;
  const half: readonly Vec3[] =
    solid.kind === 'oriented'
      ? solid.halfEdges
      : [
          [shape.size[0] / 2, 0, 0],
          [0, shape.size[1] / 2, 0],
          [0, 0, shape.size[2] / 2],
        ];
  return [-1, 1].flatMap((w) =>
    [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ].map(([u, v]) => along(along(along(center, half[0]!, u!), half[1]!, v!), half[2]!, w)),
  );
}

/** A solid with eight corners, as `boxCorners` orders them. */
function hexahedron(corners: readonly Vec3[]): ProbeFigure {
  const lower = corners.slice(0, 4);
  const upper = corners.slice(4);
  const sides = lower.flatMap((corner, i) => fan([corner, lower[(i + 1) % 4]!, upper[(i + 1) % 4]!, upper[i]!]));
  return {
    ...nothing,
    lines: [...ring(lower), ...ring(upper), ...lower.map((corner, i) => [corner, upper[i]!] as const)],
    faces: [...fan(lower), ...fan(upper), ...sides],
  };
}

/** Segments of a circle that is drawn. */
const circleSteps = 32;

function capsuleFigure({ from, to, radius }: ProbeOf<'capsule'>): ProbeFigure {
  const axis = normalized(minus(to, from));
  if (axis === null) return { ...nothing, balls: [{ center: from, radius }], points: [from] };
  const [u, v] = across(axis);
  const circle = (center: Vec3): readonly Vec3[] =>
    Array.from({ length: circleSteps }, (_, i) => onCircle(center, u, v, radius, (2 * Math.PI * i) / circleSteps));
  const [start, end] = [circle(from), circle(to)];
  const arc = (center: Vec3, side: Vec3, sign: number): (readonly [Vec3, Vec3])[] => {
    const at = (i: number): Vec3 => onCircle(center, side, scaled(axis, sign), radius, (Math.PI * i) / (circleSteps / 2));
    return Array.from({ length: circleSteps / 2 }, (_, i) => [at(i), at(i + 1)] as const);
  };
  const quarter = circleSteps / 4;
  const lines = [0, 1, 2, 3].map((k) => [start[k * quarter]!, end[k * quarter]!] as const);
  const tube = start.flatMap((point, i) => fan([point, start[(i + 1) % circleSteps]!, end[(i + 1) % circleSteps]!, end[i]!]));
  const caps = [u, v].flatMap((side) => [...arc(from, side, -1), ...arc(to, side, 1)]);
  return {
    lines: [...lines, ...ring(start), ...ring(end), ...caps],
    faces: [...tube, ...dome(from, u, v, scaled(axis, -1), radius), ...dome(to, u, v, axis, radius)],
    balls: [],
    points: [from, to],
  };
}

/** The triangles of a half ball over a circle. */
function dome(center: Vec3, u: Vec3, v: Vec3, up: Vec3, radius: number): readonly Vec3[] {
  const levels = 6;
  const at = (level: number, i: number): Vec3 => {
    const height = ((Math.PI / 2) * level) / levels;
    const middle = along(center, up, radius * Math.sin(height));
    return onCircle(middle, u, v, radius * Math.cos(height), (2 * Math.PI * i) / circleSteps);
  };
  return Array.from({ length: levels }, (_, level) =>
    Array.from({ length: circleSteps }, (_, i) => fan([at(level, i), at(level, i + 1), at(level + 1, i + 1), at(level + 1, i)])).flat(),
  ).flat();
}

function planeFigure({ point, normal, thickness }: ProbeOf<'plane'>, bounds: Bounds): ProbeFigure {
  const unit = normalized(normal);
  if (unit === null) return { ...nothing, points: [point] };
  const [u, v] = across(unit);
  const center = boundsCenter(bounds);
  const height = unit.reduce((sum, value, k) => sum + value * (center[k]! - point[k]!), 0);
  const middle = along(center, unit, -height);
  const reach = 1.1 * boundsRadius(bounds);
  const square = (by: number): readonly Vec3[] =>
    [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ].map(([x, y]) => along(along(along(middle, unit, by), u, x! * reach), v, y! * reach));
  if (!(thickness > 0)) return { ...nothing, lines: ring(square(0)), faces: fan(square(0)), points: [point] };
  return { ...hexahedron([...square(-thickness / 2), ...square(thickness / 2)]), points: [point] };
}

/** More points than this are not drawn as a hull: they would take longer than a frame. */
const maxDrawnPoints = 2000;

function hullFigure(points: readonly Vec3[]): ProbeFigure {
  if (points.length < 4 || points.length > maxDrawnPoints) return { ...nothing, lines: ring(points), faces: fan(points), points };
  const hull = new ConvexHull().setFromPoints(points.map((point) => new Vector3(...point)));
  const faces: Vec3[] = [];
  const lines: (readonly [Vec3, Vec3])[] = [];
  for (const face of hull.faces) {
    const corners: Vec3[] = [];
    let edge = face.edge;
    do {
      corners.push(at(edge.head().point));
      // Each edge belongs to two faces.
      const [p, q] = [at(edge.tail()!.point), at(edge.head().point)];
      if (p.join() < q.join()) lines.push([p, q]);
      edge = edge.next;
    } while (edge !== face.edge);
    faces.push(...fan(corners));
  }
  return { ...nothing, lines, faces, points: faces.length === 0 ? points : [] };
}

function at({ x, y, z }: Vector3): Vec3 {
  return [x, y, z];
}

/** Returns a closed outline. */
function ring(points: readonly Vec3[]): readonly (readonly [Vec3, Vec3])[] {
  return points.map((point, i) => [point, points[(i + 1) % points.length]!] as const);
}

/** Returns the triangles of a convex polygon. */
function fan(points: readonly Vec3[]): readonly Vec3[] {
  return points.slice(2).flatMap((point, i) => [points[0]!, points[i + 1]!, point]);
}

function onCircle(center: Vec3, u: Vec3, v: Vec3, radius: number, angle: number): Vec3 {
  return along(along(center, u, radius * Math.cos(angle)), v, radius * Math.sin(angle));
}

/** Returns two unit vectors at right angles to a unit vector and to each other. */
function across(axis: Vec3): readonly [Vec3, Vec3] {
  const u = normalized(cross(axis, Math.abs(axis[1]) < 0.9 ? [0, 1, 0] : [1, 0, 0]))!;
  return [u, cross(axis, u)];
}

function scaled([x, y, z]: Vec3, by: number): Vec3 {
  return [x * by, y * by, z * by];
}
