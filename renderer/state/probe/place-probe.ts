import { minus, type Vec3 } from '#core/math';
import { powerOfTen } from '../../text/step-number.ts';
import { along } from '../store/vectors.ts';
import { type ProbeKind, type ProbeShape, probeFields, withProbeValue } from './probe-shapes.ts';

/** Returns 1, 2 or 5 times a power of ten, at or below a wanted length; 1 for none. */
export function roundLength(wanted: number): number {
  if (!(wanted > 0 && wanted < Infinity)) return 1;
  const power = powerOfTen(Math.floor(Math.log10(wanted)));
  return ([5, 2, 1].find((factor) => factor * power <= wanted) ?? 1) * power;
}

/**
 * Returns a shape at a point of a surface. `normal` is a unit vector out of the surface, `unit` the length that its size follows. Rays,
 * segments, planes and frusta are aligned with the normal.
 */
export function firstProbe(kind: ProbeKind, at: Vec3, normal: Vec3, unit: number): ProbeShape {
  const off = (x: number, y: number, z: number): Vec3 => [at[0] + x * unit, at[1] + y * unit, at[2] + z * unit];
  switch (kind) {
    case 'ray':
      return { kind, origin: along(at, normal, 2 * unit), direction: negated(normal), far: Infinity };
    case 'segment':
      return { kind, from: along(at, normal, 2 * unit), to: along(at, normal, -2 * unit) };
    case 'polygon':
      return { kind, points: [off(-1, -1, 0), off(1, -1, 0), off(1, 1, 0), off(-1, 1, 0)], from: off(0, 0, 2), to: off(0, 0, -2) };
    case 'sphere':
      return { kind, center: at, radius: unit };
    case 'box':
      return { kind, center: at, size: [2 * unit, 2 * unit, 2 * unit], rotate: [0, 0, 0] };
    case 'capsule':
      return { kind, from: off(0, -1, 0), to: off(0, 1, 0), radius: unit / 2 };
    case 'triangle':
      return { kind, a: off(-1, -0.5, 0), b: off(1, -0.5, 0), c: off(0, 1, 0) };
    case 'plane':
      return { kind, point: at, normal, thickness: 0 };
    case 'frustum':
      return { kind, eye: along(at, normal, 3 * unit), target: at, angle: 45, aspect: 1.5, near: unit / 2, far: 4 * unit };
    case 'hull':
      return { kind, points: [off(-1, -0.5, -0.5), off(1, -0.5, -0.5), off(0, -0.5, 1), off(0, 1.5, 0)] };
    case 'sweepSphere':
      return { kind, from: along(at, normal, 3 * unit), to: along(at, normal, -2 * unit), radius: unit / 2 };
    case 'sweepCapsule':
      return { kind, from: along(at, normal, 3 * unit), to: along(at, normal, -2 * unit), axis: [0, unit / 2, 0], radius: unit / 3 };
    case 'sweepBox':
      return { kind, from: along(at, normal, 3 * unit), to: along(at, normal, -2 * unit), size: [unit, unit, unit], rotate: [0, 0, 0] };
    case 'sweepHull': {
      const start = along(at, normal, 3 * unit);
      const point = (x: number, y: number, z: number): Vec3 => [start[0] + x * unit, start[1] + y * unit, start[2] + z * unit];
      const motion = along([0, 0, 0], normal, -5 * unit);
      return { kind, points: [point(-0.5, -0.25, -0.25), point(0.5, -0.25, -0.25), point(0, -0.25, 0.5), point(0, 0.75, 0)], motion };
    }
    case 'closest':
      return { kind, point: along(at, normal, unit / 2), count: 5 };
    case 'within':
      return { kind, point: along(at, normal, unit / 2), distance: unit };
    case 'inside':
      return { kind, point: along(at, normal, -unit / 4) };
    case 'slice':
      return { kind, point: at, normal: acrossOf(normal), size: 8 * unit, cells: 128 };
  }
}

/** Returns a shape moved to a point of a surface, with the size that it has: see `firstProbe`. */
export function probeAt(shape: ProbeShape, at: Vec3, normal: Vec3, unit: number): ProbeShape {
  switch (shape.kind) {
    case 'ray':
      return { ...shape, origin: along(at, normal, 2 * unit), direction: negated(normal) };
    case 'closest':
      return { ...shape, point: along(at, normal, unit / 2) };
    case 'inside':
      return { ...shape, point: along(at, normal, -unit / 4) };
    case 'sweepSphere':
    case 'sweepCapsule':
    case 'sweepBox': {
      const way = distanceOf(shape.from, shape.to);
      return { ...shape, from: along(at, normal, 0.6 * way), to: along(at, normal, -0.4 * way) };
    }
    case 'segment': {
      const half = distanceOf(shape.from, shape.to) / 2;
      return { ...shape, from: along(at, normal, half), to: along(at, normal, -half) };
    }
    case 'plane':
      return { ...shape, point: at, normal };
    case 'slice':
      return { ...shape, point: at, normal: acrossOf(normal) };
    case 'frustum':
      return { ...shape, eye: along(at, normal, distanceOf(shape.eye, shape.target)), target: at };
    case 'within':
      return { ...shape, point: along(at, normal, shape.distance / 2) };
    default:
      return movedProbe(shape, minus(at, probeMiddle(shape)));
  }
}

/** Returns the mean of the points of a shape: its handle. */
export function probeMiddle(shape: ProbeShape): Vec3 {
  const points = pointsOf(shape);
  const mean = (k: 0 | 1 | 2): number => points.reduce((sum, point) => sum + point[k] / points.length, 0);
  return points.length === 0 ? [0, 0, 0] : [mean(0), mean(1), mean(2)];
}

/** Returns a first shape of a kind with the middle of another shape, so that both are at the same place. */
export function probeInPlaceOf(shape: ProbeShape, kind: ProbeKind, unit: number): ProbeShape {
  const mean = probeMiddle(shape);
  // The mean of several points is rounded: without this, a coordinate of 1 would become 0.9999999999999999.
  const middle: Vec3 = pointsOf(shape).length === 1 ? mean : [tidied(mean[0]), tidied(mean[1]), tidied(mean[2])];
  const first = firstProbe(kind, middle, [0, 1, 0], unit);
  const by = minus(middle, probeMiddle(first));
  return Math.hypot(...by) < 1e-9 * unit ? first : movedProbe(first, by);
}

function tidied(value: number): number {
  return Number(value.toPrecision(12));
}

/** Returns a shape moved by a vector. */
export function movedProbe(shape: ProbeShape, by: Vec3): ProbeShape {
  return mapPoints(shape, (point) => along(point, by, 1));
}

/** Returns a shape with each of its points mapped. */
function mapPoints(shape: ProbeShape, map: (point: Vec3) => Vec3): ProbeShape {
  return probeFields(shape).reduce((changed, { name, field, value }) => {
    if (field.type === 'point') return withProbeValue(changed, name, map(value as Vec3));
    return field.type === 'points' ? withProbeValue(changed, name, (value as readonly Vec3[]).map(map)) : changed;
  }, shape);
}

/** Returns all points of a shape. */
export function pointsOf(shape: ProbeShape): readonly Vec3[] {
  return probeFields(shape).flatMap(({ field, value }) =>
    field.type === 'point' ? [value as Vec3] : field.type === 'points' ? (value as readonly Vec3[]) : [],
  );
}

/** Returns a horizontal unit vector in a surface, so that a slice cuts through it. */
function acrossOf([x, , z]: Vec3): Vec3 {
  const size = Math.hypot(x, z);
  return size < 1e-6 ? [0, 0, 1] : [-z / size + 0, 0, x / size];
}

function distanceOf(a: Vec3, b: Vec3): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function negated([x, y, z]: Vec3): Vec3 {
  return [0 - x, 0 - y, 0 - z];
}
