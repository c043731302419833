import type { Transform, Vec3 } from '#core/math';
import type { MotionOptions } from '#core/options';
import type { MotionRequest } from '#core/sweep';
import { movingTransform } from '../pair/pair-query.ts';
import type { MotionInput, MotionTurn, MovingPose } from '../store/records.ts';

/** Returns the motion as `meshMotion` takes it. @throws InspectorError `invalid-argument` for a scale of 0. */
export function motionRequest({ start, end, options, turn }: MotionInput, pivot: Vec3): MotionRequest {
  return { path: options.path, ...posesOf({ start, end }), pivot, ...turnOf(turn, options.path) };
}

/** Returns both poses as transforms. @throws InspectorError `invalid-argument` for a scale of 0. */
export function posesOf({ start, end }: Pick<MotionInput, 'start' | 'end'>): { readonly from: Transform; readonly to: Transform } {
  return { from: movingTransform(start), to: movingTransform(end) };
}

/** A linear path rotates nothing. */
function turnOf(turn: MotionTurn | null, path: MotionOptions['path']): Partial<Pick<MotionRequest, 'axis' | 'angle'>> {
  if (turn === null || path === 'linear') return {};
  return { axis: turn.axis, angle: (turn.angleDegrees * Math.PI) / 180 };
}

/** Whether two inputs are the same motion; which pose is edited makes no difference. */
export function isSameMotion(a: MotionInput, b: MotionInput): boolean {
  return a === b || textOf(a) === textOf(b);
}

function textOf({ start, end, options, turn }: MotionInput): string {
  const pose = ({ translate, rotateDegrees, scale }: MovingPose): unknown => [translate, rotateDegrees, scale];
  return JSON.stringify([pose(start), pose(end), options.path, options.tolerance, options.separation, turn]);
}
