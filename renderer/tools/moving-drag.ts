import { inverseTransform, length, minus, transformPoint, transformVector, type Vec3 } from '#core/math';
import { mapped, movedInSteps, type MoveSteps } from '../state/pair/moving-steps.ts';
import { rotationDegrees } from '../state/pair/rotation-degrees.ts';
import { movingTransform } from '../state/pair/pair-query.ts';
import type { Gizmo, MovingPose } from '../state/store/records.ts';
import { scaleRange } from '../state/store/scene-edits.ts';
import { noStepKeys, stepBy } from '../text/step-number.ts';

/** Change of a handle drag since its start; world space. */
export type HandleMove =
  /** `axes` are the axes of the drag. */
  | { readonly kind: 'move'; readonly by: Vec3; readonly axes: Gizmo['axes'] }
  /** (9) columns of the absolute rotation, not relative to the start. */
  | { readonly kind: 'rotate'; readonly rotation: readonly number[] }
  | { readonly kind: 'scale'; readonly by: number };

export interface DragGround extends MoveSteps {
  /** The scale is a multiple of it while the user snaps; 0 keeps two significant digits instead. */
  readonly scaleStep?: number;
  readonly start: MovingPose;
  /** The fixed point of rotations and scales; source space of the moving mesh. */
  readonly pivot: Vec3;
}

/** 0.01 degrees. */
const angleSteps = 100;
/** Tolerance of an angle that is extracted from a matrix, degrees: a larger difference is a rotation by the user. */
const angleNoise = 1e-5;
const scaleDigits = { fine: 4, coarse: 2 } as const;

/** Returns the pose of a handle drag. Unchanged values keep all digits. */
export function draggedPose(ground: DragGround, handles: HandleMove, snap: boolean): MovingPose {
  const { start } = ground;
  switch (handles.kind) {
    case 'move':
      return { ...start, translate: moved(ground, handles, snap) };
    case 'rotate':
      return aboutPivot(ground, { ...start, rotateDegrees: turned(start.rotateDegrees, handles.rotation) });
    case 'scale': {
      const wanted = Math.min(Math.max(Math.abs(start.scale * handles.by), scaleRange.min), scaleRange.max);
      const scale = roundedScale(wanted, snap, ground.scaleStep ?? 0) * Math.sign(start.scale);
      return aboutPivot(ground, { ...start, scale: handles.by === 1 ? start.scale : scale });
    }
  }
}

function roundedScale(wanted: number, snap: boolean, step: number): number {
  if (!snap || step === 0) return Number(wanted.toPrecision(snap ? scaleDigits.coarse : scaleDigits.fine));
  return Math.min(scaleRange.max, stepBy(0, Math.max(1, Math.round(wanted / step)), { step }, noStepKeys, {}));
}

function moved({ start, fineStep, coarseStep }: DragGround, { by, axes }: Extract<HandleMove, { kind: 'move' }>, snap: boolean): Vec3 {
  const { translate } = start;
  if (!snap) return movedInSteps(translate, by, fineStep);
  if (axes === 'movingMesh') return movedInSteps(translate, snappedAlong(start, by, coarseStep), fineStep);
  // Changed values snap to whole steps.
  return mapped(translate, (value, i) =>
    by[i] === 0 ? value : stepBy(0, Math.round((value + by[i]!) / coarseStep), { step: coarseStep }, noStepKeys, {}),
  );
}

/** Returns a translation in whole steps along the axes of the moving mesh. */
function snappedAlong(pose: MovingPose, by: Vec3, step: number): Vec3 {
  const rotation = movingTransform({ ...pose, translate: [0, 0, 0], scale: 1 });
  const own = transformVector(inverseTransform(rotation), by);
  return transformVector(
    rotation,
    mapped(own, (value) => Math.round(value / step) * step),
  );
}

/** Returns the translation that keeps the pivot in place. */
function aboutPivot({ start, pivot, fineStep }: DragGround, turnedPose: MovingPose): MovingPose {
  const before = transformPoint(movingTransform({ ...start, translate: [0, 0, 0] }), pivot);
  const after = transformPoint(movingTransform({ ...turnedPose, translate: [0, 0, 0] }), pivot);
  return { ...turnedPose, translate: movedInSteps(start.translate, minus(before, after), fineStep) };
}

/** Returns the angles of a rotation about the fixed axes X, Y, Z, nearest to the previous angles, so that they do not jump. */
function turned(from: Vec3, rotation: readonly number[]): Vec3 {
  const first = rotationDegrees(rotation, from[0]);
  const second: Vec3 = [first[0] + 180, 180 - first[1], first[2] + 180];
  const [near, far] = [nearest(first, from), nearest(second, from)];
  const best = length(minus(near, from)) <= length(minus(far, from)) ? near : far;
  return mapped(best, (degrees, i) =>
    Math.abs(degrees - from[i]!) < angleNoise ? from[i]! : Math.round(degrees * angleSteps) / angleSteps,
  );
}

/** Returns equal angles modulo 360 degrees, nearest to others. */
function nearest(degrees: Vec3, to: Vec3): Vec3 {
  return mapped(degrees, (value, i) => value + 360 * Math.round((to[i]! - value) / 360));
}
