import { normalized } from '#core/math';
import { axesOf, eyeOf } from '../state/camera/camera-pose.ts';
import { placementOf, pointFromWorld, vectorFromWorld } from '../state/pair/placement.ts';
import type { Store } from '../state/store/store.ts';
import { changeRay } from './actions.ts';
import { worldFrame } from './camera-actions.ts';

/** Casts a ray at the active document from the camera to where it looks, as one undo step. By keys it stands for a click in the middle of the view. */
export function castCameraRay(store: Store): void {
  const camera = store.camera.peek();
  const scene = store.scene.peek();
  if (camera === null || scene.activeDocument === null) return;
  const frame = worldFrame(store);
  const placement = placementOf(scene, scene.activeDocument);
  const [x, y, z] = axesOf(camera.pose, frame).back;
  const direction = normalized(vectorFromWorld(placement, [-x, -y, -z]));
  if (direction === null) return;
  changeRay(store, 'Cast ray from camera', { origin: pointFromWorld(placement, eyeOf(camera.pose, frame)), direction, far: Infinity });
}
