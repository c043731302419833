import { effect, type Signal } from '@preact/signals-core';
import type { Vec3 } from '#core/math';
import type { CameraRig } from './camera-rig.ts';
import type { Lens } from './lens.ts';
import { toLocal, toSource, type LocalSpace } from './local-space.ts';

/** Pose of the camera that linked views share, world space. `by` identifies the view that moved it. */
export interface CameraPose {
  readonly position: Vec3;
  readonly target: Vec3;
  readonly lens: Lens;
  readonly by: object;
}

export interface CameraLink {
  /** Shares the pose of this camera if this view moved it. Call it whenever the view is drawn. */
  share(): void;
  dispose(): void;
}

/** Links the camera of a view to the shared pose. The view that moved last leads; a view that joins takes the current pose. */
export function linkCamera(pose: Signal<CameraPose | null>, rig: CameraRig, viewSpace: () => LocalSpace): CameraLink {
  const me = {};
  /** The pose that was shared or taken last. Conversion between spaces rounds, so poses are not compared directly. */
  let known: string | null = null;
  let shared: CameraPose | null = null;
  const here = (): string => [...rig.camera.position.toArray(), ...rig.target].join();
  const stop = effect(() => {
    const newest = pose.value;
    if (newest === null || newest === shared) return;
    const isSamePlace = newest.position === shared?.position && newest.target === shared.target;
    shared = newest;
    // Each view handles size changes itself: only a view that joins takes the lens.
    if (isSamePlace) return;
    rig.take(toLocal(viewSpace(), newest.position), toLocal(viewSpace(), newest.target), newest.lens);
    known = here();
  });
  const share = (next: CameraPose): void => {
    shared = next;
    pose.value = next;
  };
  return {
    share() {
      const now = here();
      const { lens } = rig;
      if (now !== known) {
        known = now;
        share({ position: toSource(viewSpace(), rig.camera.position.toArray()), target: toSource(viewSpace(), rig.target), lens, by: me });
      } else if (shared?.by === me && shared.lens !== lens) share({ ...shared, lens });
    },
    dispose: stop,
  };
}
