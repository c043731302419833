import { effect } from '@preact/signals-core';
import { reportLens, reportSharedCamera } from '../commands/report-view.ts';
import type { CameraLens } from '../state/camera/camera-lens.ts';
import type { CameraPose, SharedCamera } from '../state/camera/camera-pose.ts';
import type { Store } from '../state/store/store.ts';
import { type CameraRig, firstPose } from './camera-rig.ts';
import { toLocal, toSource, type LocalSpace } from './local-space.ts';

export interface CameraLink {
  /** Shares the pose and lens of this camera if this view moved it. Call it whenever the view is drawn. */
  share(): void;
  dispose(): void;
}

/**
 * Links the camera of a view to the camera of the store. The view or command that moved it last leads; a view that joins takes the
 * current pose and lens.
 */
export function linkCamera(store: Store, rig: CameraRig, viewSpace: () => LocalSpace): CameraLink {
  const me = {};
  /**
   * The pose of the rig when it was shared or taken last. Conversion between spaces rounds, so poses are not compared directly. The first pose frames
   * nothing and is not shared: a page that is reloaded then would restore it.
   */
  let known: CameraPose = firstPose;
  let shared: SharedCamera | null = null;
  let sharedLens: CameraLens | null = null;
  const stop = effect(() => {
    const newest = store.camera.value;
    if (newest === null || newest === shared) return;
    shared = newest;
    const lens = store.lens.peek();
    const taken = lens === sharedLens ? null : lens;
    sharedLens = lens;
    rig.take(poseFromWorld(viewSpace(), newest.pose), taken, newest.glides ? 'glide' : 'jump');
    known = rig.pose;
  });
  return {
    share() {
      const isMoved = rig.pose !== known;
      const isMine = isMoved || shared?.by === me;
      if (isMine && sharedLens !== rig.lens) {
        sharedLens = rig.lens;
        reportLens(store, rig.lens);
      }
      if (!isMoved) return;
      known = rig.pose;
      shared = { pose: poseToWorld(viewSpace(), rig.pose), glides: rig.glides, by: me };
      reportSharedCamera(store, shared);
    },
    dispose: stop,
  };
}

function poseToWorld(space: LocalSpace, pose: CameraPose): CameraPose {
  return { ...pose, target: toSource(space, pose.target), distance: pose.distance * space.unit };
}

/** Returns a pose in view space. */
export function poseFromWorld(space: LocalSpace, pose: CameraPose): CameraPose {
  return { ...pose, target: toLocal(space, pose.target), distance: pose.distance / space.unit };
}
