import { length, normalized, plus, times, type Vec3 } from '../../math/vec3.ts';
import { sweepShape } from '../convex/sweep-shape.ts';
import type { Walker } from './walker.ts';

/** Radius of the camera, as a part of that of the body. */
const cameraPart = 0.25;

/**
 * Returns the chase camera: behind the upper end of the body, against the view, before the first surface in between. Its sphere is swept
 * from the body, so no surface hides the body.
 */
export function chaseCamera(walker: Walker): Vec3 {
  const { tree, mesh, settings, body, skin, workspace } = walker;
  const head = eye(walker);
  const back = normalized(times(walker.look, -1)) ?? [0, 0, 0];
  const motion = times(back, settings.chaseDistance);
  if (length(motion) === 0) return head;
  const sweep = { shape: { kind: 'sphere', radius: cameraPart * body.radius }, from: head, to: plus(head, motion) } as const;
  const { state, time } = sweepShape(tree, mesh, sweep, { tolerance: skin / 8 }, workspace, walker.filterFrom({ direction: motion }));
  if (state === 'miss' || time === null) return sweep.to;
  return plus(head, times(back, Math.max(0, time * settings.chaseDistance - skin)));
}

/** Returns the eye of the first person: the upper end of the axis of the body. */
export function eye({ position, axis }: Pick<Walker, 'position' | 'axis'>): Vec3 {
  return plus(position, axis);
}
