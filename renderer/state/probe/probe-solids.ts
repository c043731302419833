/** The shapes of the probe tool as the queries and the view take them. */
import { cross, dot, minus, normalized, transformOf, type Vec3 } from '#core/math';
import { invalidArgument } from '#core/error';
import type { BoxSolid } from '#core/shape';
import { along } from '../store/vectors.ts';
import type { ProbeOf } from './probe-shapes.ts';

/** Returns the box of a query. @throws InspectorError `invalid-argument` for a side below 0. */
export function probeBox({ center, size, rotate }: ProbeOf<'box'>): BoxSolid {
  if (size.some((side) => side < 0)) throw invalidArgument('A side of the box is below 0', 'Use lengths of 0 or more');
  if (rotate.every((angle) => angle === 0)) {
    const corner = (side: -1 | 1): Vec3 => [
      center[0] + (side * size[0]) / 2,
      center[1] + (side * size[1]) / 2,
      center[2] + (side * size[2]) / 2,
    ];
    return { kind: 'aligned', min: corner(-1), max: corner(1) };
  }
  return { kind: 'oriented', center, halfEdges: probeHalfEdges(size, rotate) };
}

/** Returns the vectors from the centre of a box to three of its sides. @throws InspectorError `invalid-argument` for a side below 0. */
export function probeHalfEdges(size: Vec3, rotate: Vec3): readonly [Vec3, Vec3, Vec3] {
  if (size.some((side) => side < 0)) throw invalidArgument('A side of the box is below 0', 'Use lengths of 0 or more');
  const turn = transformOf({ translate: [0, 0, 0], rotateDegrees: rotate, scale: [1, 1, 1] });
  const half = (k: 0 | 1 | 2): Vec3 => [(turn[4 * k]! * size[k]) / 2, (turn[4 * k + 1]! * size[k]) / 2, (turn[4 * k + 2]! * size[k]) / 2];
  return [half(0), half(1), half(2)];
}

/** The camera of a frustum: unit vectors to its right, up and forward. */
interface CameraAxes {
  readonly right: Vec3;
  readonly up: Vec3;
  readonly forward: Vec3;
}

/** Returns the axes of a frustum, with +Y up, or +Z where it looks along Y. @throws InspectorError `invalid-argument` where it looks nowhere. */
function frustumAxes({ eye, target }: ProbeOf<'frustum'>): CameraAxes {
  const forward = normalized(minus(target, eye));
  if (forward === null) throw invalidArgument('Eye and target of the frustum are the same point', 'Move one of them');
  const right = normalized(cross(forward, Math.abs(forward[1]) > 0.999 ? [0, 0, 1] : [0, 1, 0]))!;
  return { right, up: cross(right, forward), forward };
}

/** Returns projection times view of a frustum, 16 numbers column by column. @throws InspectorError `invalid-argument` for impossible sides. */
export function frustumMatrix(shape: ProbeOf<'frustum'>): readonly number[] {
  const { eye, near, far } = shape;
  if (!(near > 0 && far > near && far < Infinity))
    throw invalidArgument(
      'The near side of the frustum is not in front of its far side',
      'Use a near distance above 0, and a larger far one',
    );
  const { right, up, forward } = frustumAxes(shape);
  const [x, y] = slopes(shape);
  const depth = (far + near) / (far - near);
  const rows = [
    [...right.map((value) => value / x), -dot(right, eye) / x],
    [...up.map((value) => value / y), -dot(up, eye) / y],
    [...forward.map((value) => value * depth), -dot(forward, eye) * depth - (2 * far * near) / (far - near)],
    [...forward, -dot(forward, eye)],
  ];
  return [0, 1, 2, 3].flatMap((column) => rows.map((row) => row[column]! + 0));
}

/** Returns the eight corners of a frustum: near then far, counter-clockwise from the lower left one. @throws InspectorError as `frustumMatrix`. */
export function frustumCorners(shape: ProbeOf<'frustum'>): readonly Vec3[] {
  frustumMatrix(shape);
  const { right, up, forward } = frustumAxes(shape);
  const [x, y] = slopes(shape);
  return [shape.near, shape.far].flatMap((distance) =>
    [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ].map(([u, v]) => along(along(along(shape.eye, forward, distance), right, u! * x * distance), up, v! * y * distance)),
  );
}

/** Half width and half height at distance 1. */
function slopes({ angle, aspect }: ProbeOf<'frustum'>): readonly [number, number] {
  const y = Math.tan((angle * Math.PI) / 360);
  return [y * aspect, y];
}
