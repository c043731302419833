import { Box3, Frustum, Matrix4, Plane, Vector3, type Camera, type OrthographicCamera } from 'three';
import type { Bounds } from '#core/mesh';

/** Below this share of the view's longer side an object counts as too small. */
const minShare = 1 / 8;

/** Returns whether a box is outside a camera's view or too small in it. Box and camera are in the same space. */
export function isLost({ min, max }: Bounds, camera: Camera): boolean {
  camera.updateMatrixWorld();
  const isParallel = (camera as Partial<OrthographicCamera>).isOrthographicCamera === true;
  let [left, right, low, high] = [Infinity, -Infinity, Infinity, -Infinity];
  let behind = 0;
  for (let corner = 0; corner < 8; corner++) {
    const point = new Vector3(corner & 1 ? max[0] : min[0], corner & 2 ? max[1] : min[1], corner & 4 ? max[2] : min[2]).applyMatrix4(
      camera.matrixWorldInverse,
    );
    if (!isParallel && !(point.z < 0)) {
      behind++;
      continue;
    }
    point.applyMatrix4(camera.projectionMatrix);
    left = Math.min(left, point.x);
    right = Math.max(right, point.x);
    low = Math.min(low, point.y);
    high = Math.max(high, point.y);
  }
  // The camera is inside the box, or some corners are behind it: the box is large in the view.
  if (behind > 0) return behind === 8;
  const across = Math.min(right, 1) - Math.max(left, -1);
  const along = Math.min(high, 1) - Math.max(low, -1);
  return !(across > 0 && along > 0 && Math.max(across, along) > 2 * minShare);
}

/** Returns whether a box is seen from outside: the eye of a perspective camera is not in it, and some of it may be in the view. Same space. */
export function isSeenFromOutside({ min, max }: Bounds, camera: Camera): boolean {
  camera.updateMatrixWorld();
  const box = new Box3(new Vector3(...min), new Vector3(...max));
  if (box.containsPoint(camera.position)) return false;
  const clipFromView = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse);
  // The planes at the sides go through the eye, and a wide box behind it is on the inner side of each. Near and far follow with the next frame.
  const ahead = new Plane().setFromNormalAndCoplanarPoint(camera.getWorldDirection(new Vector3()), camera.position);
  const sides = new Frustum().setFromProjectionMatrix(clipFromView).planes.slice(0, 4);
  const corner = new Vector3();
  return [ahead, ...sides].every(({ normal, constant }) => {
    corner.set(normal.x > 0 ? max[0] : min[0], normal.y > 0 ? max[1] : min[1], normal.z > 0 ? max[2] : min[2]);
    return normal.dot(corner) + constant >= 0;
  });
}
