import { effect, type Signal } from '@preact/signals-core';
import type { Vec3 } from '#core/math/vec3';
import type { CameraRig } from './camera-rig.ts';
import type { Lens } from './lens.ts';
import { toLocal, toSource, type LocalSpace } from './local-space.ts';

/** Where the camera of linked views stands, world space; `by` tells which of them has moved it. */
export interface CameraPose {
  readonly position: Vec3;
  readonly target: Vec3;
  readonly lens: Lens;
  readonly by: object;
}

export interface CameraLink {
  /** To be called when the view is drawn: tells the others where this camera is, if it has moved by itself. */
  share(): void;
  dispose(): void;
}

/** Keeps a view's camera where the others of its kind are. The newest moving mesh leads; one that joins takes the pose that is there. */
export function linkCamera(pose: Signal<CameraPose | null>, rig: CameraRig, viewSpace: () => LocalSpace): CameraLink {
  const me = {};
  /** What was told or taken last: numbers that went through another space are not quite the same. */
  let known: string | null = null;
  let shared: CameraPose | null = null;
  const here = (): string => [...rig.camera.position.toArray(), ...rig.target].join();
  const stop = effect(() => {
    const newest = pose.value;
    if (newest === null || newest === shared) return;
    const isSamePlace = newest.position === shared?.position && newest.target === shared.target;
    shared = newest;
    // Views change their sizes together, each by itself: only one that joins needs to be told.
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
