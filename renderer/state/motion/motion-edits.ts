/** Edits of the motion of a scene: pure functions that return the same reference when they change nothing. */
import { defaultValues, motionOptions, type MotionOptions } from '#core/options';
import type { MotionEnd, MotionInput, MotionTurn, MovingPose, Scene } from '../store/records.ts';

/** Adds a motion of the moving mesh from its pose to another one, which is edited next. */
export function withMotion(scene: Scene, end: MovingPose): Scene {
  const { movingMesh } = scene;
  if (movingMesh === null) return scene;
  const start = poseOf(movingMesh);
  const motion: MotionInput = {
    start,
    end: { ...end, scale: start.scale },
    edited: 'end',
    options: scene.motion?.options ?? defaultValues(motionOptions),
    turn: null,
  };
  return { ...scene, motion, movingMesh: { ...movingMesh, ...motion.end } };
}

/** Sets a whole motion; the moving mesh takes the edited pose. */
export function withWholeMotion(scene: Scene, motion: MotionInput): Scene {
  const { movingMesh } = scene;
  return movingMesh === null ? scene : { ...scene, motion, movingMesh: { ...movingMesh, ...motion[motion.edited] } };
}

/** Removes the motion. The moving mesh keeps its pose. */
export function withoutMotion(scene: Scene): Scene {
  return scene.motion === null ? scene : { ...scene, motion: null };
}

/** Edits the other pose: the moving mesh takes it. */
export function withEditedEnd(scene: Scene, edited: MotionEnd): Scene {
  const { motion } = scene;
  return motion === null || motion.edited === edited ? scene : withWholeMotion(scene, { ...motion, edited });
}

export function withMotionOptions(scene: Scene, change: Partial<MotionOptions>): Scene {
  const { motion } = scene;
  return motion === null ? scene : { ...scene, motion: { ...motion, options: { ...motion.options, ...change } } };
}

export function withMotionTurn(scene: Scene, turn: MotionTurn | null): Scene {
  const { motion } = scene;
  return motion === null ? scene : { ...scene, motion: { ...motion, turn } };
}

/** Returns the motion after its moving mesh got another pose: the edited pose is that one, and both have its scale. */
export function motionAfterPose(motion: MotionInput | null, pose: MovingPose): MotionInput | null {
  if (motion === null) return null;
  const { scale } = pose;
  const other = motion.edited === 'start' ? 'end' : 'start';
  return { ...motion, [motion.edited]: poseOf(pose), [other]: { ...motion[other], scale } };
}

function poseOf({ translate, rotateDegrees, scale }: MovingPose): MovingPose {
  return { translate, rotateDegrees, scale };
}
