import { normalized, type Vec3 } from '#core/math';
import { axesOf, eyeOf } from '../state/camera/camera-pose.ts';
import { placementOf, pointFromWorld, vectorFromWorld } from '../state/pair/placement.ts';
import { lookAlong } from '../state/selection/pick.ts';
import { withRay } from '../state/store/scene-edits.ts';
import { writable, type Store } from '../state/store/store.ts';
import { worldFrame } from './camera-actions.ts';

/** Casts a ray from the camera to where it looks, at the mesh that is seen there, as one undo step. By keys it stands for a click in the middle of the view. */
export function castCameraRay(store: Store): void {
  const camera = store.camera.peek();
  const scene = store.scene.peek();
  if (camera === null || scene.activeDocument === null) return;
  const frame = worldFrame(store);
  const [x, y, z] = axesOf(camera.pose, frame).back;
  const [eye, towards]: [Vec3, Vec3] = [eyeOf(camera.pose, frame), [-x, -y, -z]];
  const { point, unpickable } = lookAlong(store, { origin: eye, direction: towards });
  const document = point?.document ?? unpickable ?? scene.activeDocument;
  const placement = placementOf(scene, document);
  const direction = normalized(vectorFromWorld(placement, towards));
  if (direction === null) return;
  const ray = { document, origin: pointFromWorld(placement, eye), direction, far: Infinity };
  writable(store).history.change('Cast ray from camera', (before) => ({ ...withRay(before, document, ray), activeDocument: document }));
}
