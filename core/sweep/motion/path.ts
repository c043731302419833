import { invalidArgument } from '../../error.ts';
import { axisRotation } from '../../math/axis-rotation.ts';
import { checkTransform, inverseTransform, transformPoint, transformVector, type Transform } from '../../math/transform.ts';
import { multiply } from '../../math/matrix.ts';
import { cross, dot, length, minus, normalized, type Vec3 } from '../../math/vec3.ts';

export type PathKind = 'linear' | 'slerp' | 'screw';

/** A rigid motion as it was requested. Poses place B in the space of A. */
export interface MotionRequest {
  readonly path: PathKind;
  readonly from: Transform;
  readonly to: Transform;
  /** Point of B, in its own space, that moves along a straight line; the centre of the bounds of B unless given. */
  readonly pivot?: Vec3;
  /** Axis of the rotation in the space of A, and its angle in radians: for 180° and more. The angle alone keeps the axis of the shortest turn. */
  readonly axis?: Vec3;
  readonly angle?: number;
}

/**
 * A motion as numbers, all in the space of A. Kind `linear`: the pose is from + t·(to − from), number by number. Other kinds: at time t
 * the pivot is at pivot + t·step, and the mesh is rotated from its first pose by t·angle about it.
 */
export interface MotionPath {
  readonly kind: 'linear' | 'turning';
  readonly from: Transform;
  readonly to: Transform;
  readonly pivot: Vec3;
  readonly step: Vec3;
  /** Unit vector. */
  readonly axis: Vec3;
  /** Radians, 0 or more. */
  readonly angle: number;
}

/** How far a matrix may be from a rotation, and poses from the requested ones. */
const poseTolerance = 1e-6;
/** Turns nearer to 180° than this have no shortest direction. */
const halfTurnTolerance = 1e-7;
/** Smaller turns count as none. */
const minAngle = 1e-12;

/**
 * Returns the path between two poses.
 * @throws InspectorError `invalid-argument` for poses of different scale or handedness, and for a rotation of 180° without an axis. Also for
 * an axis and an angle that do not lead from one pose to the other.
 */
export function motionPath(request: MotionRequest, center: Vec3): MotionPath {
  const from = checkTransform(request.from);
  const to = checkTransform(request.to);
  const aFromA = multiply(to, inverseTransform(from));
  checkRotation(aFromA);
  const pivotOfB = request.pivot ?? center;
  const start = transformPoint(from, pivotOfB);
  const straight = minus(transformPoint(to, pivotOfB), start);
  const none: Vec3 = [0, 0, 1];
  if (request.path === 'linear') return { kind: 'linear', from, to, pivot: start, step: straight, axis: none, angle: 0 };
  const { axis, angle } = rotationOf(aFromA, request);
  if (angle < minAngle) return { kind: 'turning', from, to, pivot: start, step: straight, axis: none, angle: 0 };
  if (request.path === 'slerp') return { kind: 'turning', from, to, pivot: start, step: straight, axis, angle };
  return { kind: 'turning', from, to, ...screwAxis(aFromA, axis, angle, start), axis, angle };
}

function checkRotation(m: Transform): void {
  const columns = [0, 4, 8].map((at): Vec3 => [m[at]!, m[at + 1]!, m[at + 2]!]);
  const isRotation =
    columns.every((u, i) => columns.every((v, j) => Math.abs(dot(u, v) - (i === j ? 1 : 0)) <= poseTolerance)) &&
    dot(cross(columns[0]!, columns[1]!), columns[2]!) > 0;
  if (!isRotation)
    throw invalidArgument(
      'The poses of the motion differ by more than rotation and translation',
      'Give both poses the same scale, and mirror both or neither',
    );
}

function rotationOf(m: Transform, { axis: givenAxis, angle: givenAngle }: MotionRequest): { readonly axis: Vec3; readonly angle: number } {
  const shortest = shortestRotation(m);
  if (givenAngle === undefined) {
    if (givenAxis !== undefined) throw invalidArgument('The rotation has an axis and no angle', 'Give the angle too');
    if (shortest.angle > Math.PI - halfTurnTolerance)
      throw invalidArgument('A rotation of 180° has no shortest direction', 'Give the axis and the angle of the rotation');
    return shortest;
  }
  if (givenAxis === undefined && shortest.angle < minAngle && givenAngle !== 0)
    throw invalidArgument('The poses have the same rotation, so full turns need an axis', 'Give the axis of the rotation');
  const axis = givenAxis === undefined ? shortest.axis : normalized(givenAxis);
  if (axis === null || !Number.isFinite(givenAngle))
    throw invalidArgument('The axis or the angle of the rotation is not usable', 'Give a vector that is not 0, and a finite angle');
  const turned = axisRotation(axis, givenAngle);
  if (turned.some((value, i) => Math.abs(value - m[i + Math.floor(i / 3)]!) > poseTolerance))
    throw invalidArgument(
      'The axis and the angle do not lead from the first pose to the last one',
      'Give an angle that ends at the rotation of the last pose',
    );
  return givenAngle < 0 ? { axis: [0 - axis[0], 0 - axis[1], 0 - axis[2]], angle: 0 - givenAngle } : { axis, angle: givenAngle };
}

/** Returns the rotation by at most 180° that a matrix makes, through its quaternion (Shepperd 1978). */
function shortestRotation(m: Transform): { readonly axis: Vec3; readonly angle: number } {
  const [xx, yy, zz] = [m[0]!, m[5]!, m[10]!];
  const squares = [1 + xx + yy + zz, 1 + xx - yy - zz, 1 - xx + yy - zz, 1 - xx - yy + zz];
  const largest = squares.indexOf(Math.max(...squares));
  const [yz, zx, xy] = [m[6]! - m[9]!, m[8]! - m[2]!, m[1]! - m[4]!];
  const [sxy, szx, syz] = [m[1]! + m[4]!, m[8]! + m[2]!, m[6]! + m[9]!];
  const [w, x, y, z] = (
    [
      [squares[0]!, yz, zx, xy],
      [yz, squares[1]!, sxy, szx],
      [zx, sxy, squares[2]!, syz],
      [xy, szx, syz, squares[3]!],
    ] as const
  )[largest as 0 | 1 | 2 | 3];
  const size = Math.hypot(x, y, z);
  if (size === 0) return { axis: [0, 0, 1], angle: 0 };
  const sign = w < 0 ? -1 : 1;
  return { axis: [(sign * x) / size, (sign * y) / size, (sign * z) / size], angle: 2 * Math.atan2(size, Math.abs(w)) };
}

/** Returns a point of the axis and the motion along it. */
function screwAxis(m: Transform, axis: Vec3, angle: number, start: Vec3): { readonly pivot: Vec3; readonly step: Vec3 } {
  const along = (v: Vec3, factor: number): Vec3 => [v[0] * factor, v[1] * factor, v[2] * factor];
  // Relative to the pivot of B, which keeps the digits of meshes far from the origin.
  const moved = minus(transformPoint(m, start), start);
  const height = dot(moved, axis);
  const across = minus(moved, along(axis, height));
  const tangent = Math.tan(angle / 2);
  if (Math.abs(tangent) < 1e-9) {
    if (length(across) > poseTolerance * (1 + length(moved)))
      throw invalidArgument(
        'No screw with full turns leads from the first pose to the last one',
        'Use the path slerp, or move along the axis only',
      );
    return { pivot: start, step: along(axis, height) };
  }
  const sideways = along(cross(axis, across), 1 / tangent);
  const pivot: Vec3 = [
    start[0] + (across[0] + sideways[0]) / 2,
    start[1] + (across[1] + sideways[1]) / 2,
    start[2] + (across[2] + sideways[2]) / 2,
  ];
  return { pivot, step: along(axis, height) };
}

/** Returns the pose at a time from 0 to 1: exactly the first one at 0. */
export function motionPose({ kind, from, to, pivot, step, axis, angle }: MotionPath, t: number): Transform {
  if (t === 0) return from;
  if (kind === 'linear') return t === 1 ? to : from.map((value, i) => value + t * (to[i]! - value));
  const r = axisRotation(axis, t * angle);
  const rotated = (v: Vec3): Vec3 => [
    r[0]! * v[0] + r[3]! * v[1] + r[6]! * v[2],
    r[1]! * v[0] + r[4]! * v[1] + r[7]! * v[2],
    r[2]! * v[0] + r[5]! * v[1] + r[8]! * v[2],
  ];
  const column = (at: number): Vec3 => [from[at]!, from[at + 1]!, from[at + 2]!];
  const arm = rotated(minus(column(12), pivot));
  return [
    ...rotated(column(0)),
    0,
    ...rotated(column(4)),
    0,
    ...rotated(column(8)),
    0,
    pivot[0] + t * step[0] + arm[0],
    pivot[1] + t * step[1] + arm[1],
    pivot[2] + t * step[2] + arm[2],
    1,
  ];
}

/** Returns the velocity of a point of B (in its own space) of a linear path; constant. */
export function linearVelocity({ from, to }: MotionPath, point: Vec3): Vec3 {
  const difference = to.map((value, i) => value - from[i]!);
  const [x, y, z] = transformVector(difference, point);
  return [x + difference[12]!, y + difference[13]!, z + difference[14]!];
}
