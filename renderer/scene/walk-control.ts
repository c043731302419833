import { advanceWalk } from '../commands/walk-actions.ts';
import { axesOf, sum } from '../state/camera/camera-pose.ts';
import { fastFactor } from '../state/camera/fly-speed.ts';
import type { Store } from '../state/store/store.ts';
import type { CameraRig } from './camera-rig.ts';
import type { FlyControl } from './fly-control.ts';
import { toLocal, type LocalSpace } from './local-space.ts';

interface WalkParts {
  readonly store: Store;
  readonly rig: CameraRig;
  readonly viewSpace: () => LocalSpace;
  /** The held keys. */
  readonly fly: Pick<FlyControl, 'held' | 'isFast'>;
  readonly changed: () => void;
}

/** Longest time of one frame, in milliseconds: after a slower one the body lags. */
const maxFrame = 400;

export interface WalkControl {
  /** Walks up to this time. Returns whether the body moves on. */
  step(time: number): boolean;
  dispose(): void;
}

/** Walks by the held keys, and puts the camera into the body or behind it. */
export function createWalkControl({ store, rig, viewSpace, fly, changed }: WalkParts): WalkControl {
  let last: number | null = null;
  // A start and a replay need a frame.
  const stop = store.walk.subscribe((session) => session !== null && changed());
  return {
    dispose: stop,
    step(time) {
      const keys = fly.held;
      const before = store.walk.peek();
      if (before?.rests === true && !before.replays && keys === null) {
        last = null;
        return false;
      }
      const seconds = last === null ? 0 : Math.min(Math.max(time - last, 0), maxFrame) / 1000;
      last = time;
      const side = rig.lens.isMirrored ? -1 : 1;
      const held = keys === null ? null : ([side * keys[0], keys[1], keys[2]] as const);
      const eye = advanceWalk(store, rig.pose, held, fly.isFast ? fastFactor : 1, seconds);
      if (eye === null) return false;
      const at = toLocal(viewSpace(), eye);
      rig.change('jump', (pose) => ({ ...pose, target: sum([at, 1], [axesOf(pose, rig.frame).back, -pose.distance]) }));
      return true;
    },
  };
}
