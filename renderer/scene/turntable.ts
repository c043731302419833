import { effect } from '@preact/signals-core';
import { setTurns } from '../commands/turntable-actions.ts';
import type { CameraPose } from '../state/camera/camera-pose.ts';
import { turnedFor } from '../state/camera/turntable.ts';
import type { Store } from '../state/store/store.ts';
import type { CameraRig } from './camera-rig.ts';

/** Moves the camera around its target while the store says so. */
export interface TurntableMotion {
  /** Moves the camera up to this time. Returns whether it goes on. */
  step(time: number): boolean;
  dispose(): void;
}

interface TurntableParts {
  readonly store: Store;
  readonly rig: Pick<CameraRig, 'pose' | 'change'>;
  /** Whether this view moves the camera: one of several linked views does. */
  readonly leads: boolean;
  readonly changed: () => void;
}

/** Longest time of one step: a slow frame must not turn the camera far. */
const maxStepMilliseconds = 1000;

/** Any other change of the camera, by pointer, wheel, key or command, ends the motion. */
export function createTurntableMotion({ store, rig, leads, changed }: TurntableParts): TurntableMotion {
  let last: { readonly time: number; readonly pose: CameraPose } | null = null;
  const stop = effect(() => {
    if (store.turns.value && leads) changed();
  });
  return {
    step(time) {
      if (!store.turns.peek() || !leads) {
        last = null;
        return false;
      }
      if (last !== null && last.pose !== rig.pose) {
        last = null;
        setTurns(store, false);
        return false;
      }
      const seconds = last === null ? 0 : Math.min(Math.max(time - last.time, 0), maxStepMilliseconds) / 1000;
      if (seconds > 0) rig.change('jump', (pose) => turnedFor(pose, store.turntable.peek(), seconds));
      last = { time, pose: rig.pose };
      return true;
    },
    dispose: stop,
  };
}
