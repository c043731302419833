import { Matrix4, Vector3, type Camera } from 'three';
import type { Vec3 } from '#core/math';
import { reportUnpickable } from '../commands/report-view.ts';
import type { ViewCamera } from '../state/heat/heat-image.ts';
import { lookAlong, pick, type SurfacePoint } from '../state/selection/pick.ts';
import { shownOutcome } from '../state/pair/pair-query.ts';
import { placementOf, pointToWorld } from '../state/pair/placement.ts';
import { hiddenKey } from '../state/store/records.ts';
import { isKept } from '../state/section/section.ts';
import { along } from '../state/store/vectors.ts';
import type { Store } from '../state/store/store.ts';
import type { InstancePoint, Pixel, ToolView } from '../tools/tool.ts';
import { type ContactSight, isContactSeen } from './contact-visibility.ts';
import { drawOrder } from './figure.ts';
import type { FindingClusters } from './finding-clusters.ts';
import type { GizmoView } from './gizmo.ts';
import { liftStep } from './line-material.ts';
import { tangentsThrough, type Lens } from './lens.ts';
import { toLocal, toSource, type LocalSpace } from './local-space.ts';
import { contactsNear, type NearContact } from './pick-contact.ts';
import { pickInstance } from './pick-instance.ts';
import { maxMarkedHits } from './ray-layer.ts';
import { forwardOf, type SceneCamera } from './scene-camera.ts';

/** State from which pointer rays are computed. */
export interface RaySource {
  readonly camera: SceneCamera;
  readonly viewSpace: LocalSpace;
  /** Orbit target of the camera, view space. */
  readonly target: Vec3;
  readonly gizmo: GizmoView;
  readonly clusters: Pick<FindingClusters, 'at'>;
}

/** Depth offset of contact curves towards the eye, as a share of the depth range. */
const contactLift = (drawOrder.ray + 1) * liftStep;
/** Half the size of the mark of a hit, CSS pixels. */
const markReach = 11;

/** From pixels to rays, surfaces and planes, all in f64 and in world space. */
export function createViewRays(store: Store, source: () => RaySource): Omit<ToolView, 'trianglesIn' | 'showRegion'> {
  const rayThrough: ToolView['rayThrough'] = (pixel) => {
    const { camera, viewSpace } = source();
    const { origin, direction } = camera.rayThrough(pixel);
    // A uniform scale and a move keep directions.
    return { origin: toSource(viewSpace, origin.toArray()), direction: direction.toArray() };
  };
  const depthOf: ToolView['depthOf'] = (point) => {
    const { camera, viewSpace } = source();
    return camera.depthOf(toLocal(viewSpace, point));
  };
  const nearestSurface = (pixel: Pixel): SurfacePoint | null => surfaceOn(store, rayThrough(pixel));
  /** Compares the depths that the GPU compares. */
  const isDrawnOver: ContactSight['isDrawnOver'] = (near, surface) => {
    const { projectionMatrix } = source().camera;
    const gpuDepth = (depth: number): number => new Vector3(0, 0, -depth).applyMatrix4(projectionMatrix).z;
    return gpuDepth(near.depth) - contactLift <= gpuDepth(depthOf(surface.position));
  };
  /** Returns whether the drawn point of a contact is not cut away. */
  const isNearKept = (near: NearContact): boolean => {
    const kept = store.kept.peek();
    if (kept.length === 0) return true;
    const { origin, direction } = rayThrough(near.pixel);
    const ahead = depthOf([origin[0] + direction[0], origin[1] + direction[1], origin[2] + direction[2]]) - depthOf(origin);
    return isKept(kept, along(origin, direction, (near.depth - depthOf(origin)) / ahead));
  };
  return {
    rayThrough,
    pick(pixel) {
      const { point, unpickable } = lookAlong(store, rayThrough(pixel));
      reportUnpickable(store, unpickable);
      return point;
    },
    surfaceAt: (pixel) => lookAlong(store, rayThrough(pixel)).point,
    instanceAt: (pixel) => instanceOn(store, rayThrough(pixel)),
    onViewPlane(pixel, through) {
      const { camera, viewSpace, target } = source();
      const { origin, direction } = camera.rayThrough(pixel);
      const forward = forwardOf(camera);
      const ahead = (point: Vec3): number => new Vector3(...point).sub(origin).dot(forward);
      const wanted = ahead(through === null ? target : toLocal(viewSpace, through));
      // For a point behind the eye, use the plane through the camera's target.
      const depth = wanted > 0 ? wanted : ahead(target);
      const along = depth / direction.dot(forward);
      return toSource(viewSpace, origin.addScaledVector(direction, along).toArray());
    },
    pixelOf(point) {
      const { camera, viewSpace } = source();
      const { x, y, z } = new Vector3(...toLocal(viewSpace, point)).project(camera);
      const { width, height } = camera.lens;
      // Behind the eye a perspective projection has depths beyond the far plane.
      return z > 1 ? null : [(0.5 + x / 2) * width, (0.5 - y / 2) * height];
    },
    depthOf,
    hitAt: (pixel) => hitAt(store, source(), pixel),
    clusterAt: (pixel) => clusterAt(source(), pixel),
    contactAt(pixel) {
      const { camera, viewSpace } = source();
      const { movingMesh, hidden, display } = store.scene.peek();
      const contacts = shownOutcome(store.pair.peek(), movingMesh)?.pairContacts?.contacts;
      if (movingMesh === null || contacts === undefined || hidden.has(hiddenKey(movingMesh.fixed))) return null;
      const clipFromView = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse).elements;
      const eyeFromView = camera.matrixWorldInverse.elements;
      const isOwn: ContactSight['isOwn'] = ({ contact }, { document, triangle }) =>
        (document === movingMesh.fixed && triangle === contacts.pairs[2 * contact]) ||
        (document === movingMesh.document && triangle === contacts.pairs[2 * contact + 1]);
      const sight = { surfaceAt: nearestSurface, isDrawnOver, isOwn };
      const seen = contactsNear({ contacts, viewSpace, clipFromView, eyeFromView, size: camera.lens, pixel }).find(
        (near) => isNearKept(near) && (display.shading === 'xray' || isContactSeen(near, sight)),
      );
      return seen === undefined ? null : { a: contacts.pairs[2 * seen.contact]!, b: contacts.pairs[2 * seen.contact + 1]! };
    },
    // Whichever gizmo there is now: another theme makes another.
    handles: {
      over: (pixel) => source().gizmo.over(pixel),
      grab: (pixel) => source().gizmo.grab(pixel),
      drag: (pixel, snapDegrees) => source().gizmo.drag(pixel, snapDegrees),
      release: () => source().gizmo.release(),
    },
  };
}

/** The nearest visible surface on a ray, also behind a mesh without a tree; `null` for none. */
function surfaceOn(store: Store, { origin, direction }: ReturnType<ToolView['rayThrough']>): SurfacePoint | null {
  return pick(store.shown.peek(), store.scene.peek(), origin, direction, store.kept.peek());
}

/** The nearest instance of the open scene on a ray; `null` for none. */
function instanceOn(store: Store, { origin, direction }: ReturnType<ToolView['rayThrough']>): InstancePoint | null {
  const [scene, { frame }] = [store.scene.peek(), store.sceneRun.peek()];
  if (scene.instances === null || frame === null) return null;
  return pickInstance(scene.instances, frame, { documents: store.documents.peek(), scene, kept: store.kept.peek() }, origin, direction);
}

/** The cluster of finding marks at a pixel, in world space; `null` for none. */
function clusterAt({ clusters, viewSpace }: RaySource, pixel: Pixel): ReturnType<ToolView['clusterAt']> {
  const found = clusters.at(pixel);
  if (found === null) return null;
  const { min, max } = found.bounds;
  return { ...found, bounds: { min: toSource(viewSpace, min), max: toSource(viewSpace, max) } };
}

/** Index of the marked hit of the scene's ray under a pixel; `null` for none. */
function hitAt(store: Store, { camera, viewSpace }: RaySource, pixel: Pixel): number | null {
  const { lens } = camera;
  const outcome = store.ray.peek();
  const hits = outcome?.result.hits.slice(0, maxMarkedHits) ?? [];
  const placement = placementOf(store.scene.peek(), outcome?.input.document ?? null);
  let nearest: number | null = null;
  let min = markReach;
  hits.forEach((hit, index) => {
    const world = pointToWorld(placement, hit.position);
    const point = new Vector3(...toLocal(viewSpace, world)).project(camera);
    if (point.z < -1 || point.z > 1 || !isKept(store.kept.peek(), world)) return;
    const distance = Math.hypot((point.x * 0.5 + 0.5) * lens.width - pixel[0], (0.5 - point.y * 0.5) * lens.height - pixel[1]);
    if (distance >= min) return;
    min = distance;
    nearest = index;
  });
  return nearest;
}

/**
 * Returns a camera in world space; the spaces differ by a uniform scale and a move, which keep directions. `parallel` is given for a
 * camera without perspective: the distance of its target, and of its near plane, in view units.
 */
export function viewCameraOf(
  camera: Camera,
  lens: Lens,
  viewSpace: LocalSpace,
  parallel: { readonly focus: number; readonly near: number } | null = null,
): ViewCamera {
  const right = new Vector3();
  const up = new Vector3();
  const back = new Vector3();
  camera.matrixWorld.extractBasis(right, up, back);
  const { width, height, focal, isMirrored } = lens;
  const [across, upward] = tangentsThrough(lens, [width / 2, height / 2]);
  const middle = right.clone().multiplyScalar(across).addScaledVector(up, upward);
  const [tanX, tanY] = [width / 2 / focal, height / 2 / focal];
  const size = parallel === null ? 1 : parallel.focus * viewSpace.unit;
  const position = camera.position.clone();
  if (parallel !== null) position.addScaledVector(middle, parallel.focus).addScaledVector(back, -parallel.near);
  return {
    position: toSource(viewSpace, position.toArray()),
    right: (isMirrored ? right.negate() : right).toArray(),
    up: up.toArray(),
    forward: (parallel === null ? middle.sub(back) : back.negate()).toArray(),
    tanY: tanY * size,
    tanX: tanX * size,
    isParallel: parallel !== null,
    width,
    height,
  };
}
