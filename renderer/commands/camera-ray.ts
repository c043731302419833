import { normalized, type Vec3 } from '#core/math';
import { axesOf, type CameraPose, eyeOf } from '../state/camera/camera-pose.ts';
import { stepTitle } from '../state/documents/step-title.ts';
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
  const { eye, towards } = middleOfView(store, camera.pose);
  const { point, unpickable } = lookAlong(store, { origin: eye, direction: towards });
  const document = point?.document ?? unpickable ?? scene.activeDocument;
  const placement = placementOf(scene, document);
  const direction = normalized(vectorFromWorld(placement, towards));
  if (direction === null) return;
  const ray = { document, origin: pointFromWorld(placement, eye), direction, far: Infinity };
  const title = stepTitle(store.documents.peek(), 'Cast ray from camera', document);
  writable(store).history.change(title, (before) => ({ ...withRay(before, document, ray), activeDocument: document }));
}

/** Returns the ray through the middle of the view, as it was drawn last. Without perspective it starts in front of all that is drawn. */
function middleOfView(store: Store, pose: CameraPose): { readonly eye: Vec3; readonly towards: Vec3 } {
  const drawn = store.viewCamera.peek();
  if (drawn !== null) return { eye: drawn.position, towards: normalized(drawn.forward) ?? drawn.forward };
  const frame = worldFrame(store);
  const [x, y, z] = axesOf(pose, frame).back;
  return { eye: eyeOf(pose, frame), towards: [-x, -y, -z] };
}
