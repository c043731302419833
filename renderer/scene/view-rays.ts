import { Matrix4, Vector3, type PerspectiveCamera } from 'three';
import type { Vec3 } from '#core/math';
import { reportUnpickable } from '../commands/report-view.ts';
import type { ViewCamera } from '../state/heat/heat-image.ts';
import { shownOutcome } from '../state/pair/pair-query.ts';
import { placementOf, pointToWorld } from '../state/pair/placement.ts';
import { hiddenKey } from '../state/store/records.ts';
import type { Store } from '../state/store/store.ts';
import type { Pixel, SurfacePoint, ToolView } from '../tools/tool.ts';
import { drawOrder } from './figure.ts';
import type { GizmoView } from './gizmo.ts';
import { liftStep } from './line-material.ts';
import { tangentsThrough, type Lens } from './lens.ts';
import { toLocal, toSource, type LocalSpace } from './local-space.ts';
import { contactsNear, type NearContact } from './pick-contact.ts';
import { pick, treelessBefore } from './pick.ts';
import { maxMarkedHits } from './ray-layer.ts';

/** State from which pointer rays are computed. */
export interface RaySource {
  readonly camera: PerspectiveCamera;
  readonly lens: Lens;
  readonly viewSpace: LocalSpace;
  /** Orbit target of the camera, view space. */
  readonly target: Vec3;
  readonly gizmo: GizmoView;
}

/** Depth offset of contact curves towards the eye, as a share of the depth range. */
const contactLift = (drawOrder.ray + 1) * liftStep;
/** Half the size of the mark of a hit, CSS pixels. */
const markReach = 11;

/** From pixels to rays, surfaces and planes, all in f64 and in world space. */
export function createViewRays(store: Store, source: () => RaySource): Omit<ToolView, 'trianglesIn' | 'showRegion'> {
  const rayThrough: ToolView['rayThrough'] = (pixel) => {
    const { camera, viewSpace } = source();
    // A uniform scale and a move keep directions.
    return { origin: toSource(viewSpace, camera.position.toArray()), direction: directionThrough(source(), pixel) };
  };
  const depthOf: ToolView['depthOf'] = (point) => {
    const { camera, viewSpace } = source();
    return new Vector3(...toLocal(viewSpace, point)).sub(camera.position).dot(camera.getWorldDirection(new Vector3()));
  };
  const nearestSurface = (pixel: Pixel): SurfacePoint | null => {
    const { origin, direction } = rayThrough(pixel);
    return pick(store.shown.peek(), store.scene.peek(), origin, direction);
  };
  /** Returns whether a contact is visible at its pixel, by the depths that the GPU compares. */
  const isInFront = (near: NearContact): boolean => {
    const surface = nearestSurface(near.pixel);
    const { projectionMatrix } = source().camera;
    const onCard = (depth: number): number => new Vector3(0, 0, -depth).applyMatrix4(projectionMatrix).z;
    return surface === null || onCard(near.depth) - contactLift <= onCard(depthOf(surface.position));
  };
  return {
    rayThrough,
    pick(pixel) {
      const { origin, direction } = rayThrough(pixel);
      const [documents, scene] = [store.shown.peek(), store.scene.peek()];
      const point = pick(documents, scene, origin, direction);
      reportUnpickable(store, treelessBefore(documents, scene, origin, direction, point?.distance ?? Infinity));
      return store.unpickable.peek() === null ? point : null;
    },
    onViewPlane(pixel, through) {
      const { camera, viewSpace, target } = source();
      const eye = camera.position;
      const direction = new Vector3(...directionThrough(source(), pixel));
      const forward = camera.getWorldDirection(new Vector3());
      const point = new Vector3(...(through === null ? target : toLocal(viewSpace, through)));
      // For a point behind the eye, use the plane through the camera's target.
      const ahead = point.sub(eye).dot(forward);
      const depth = ahead > 0 ? ahead : new Vector3(...target).sub(eye).dot(forward);
      return toSource(
        viewSpace,
        direction
          .multiplyScalar(depth / direction.dot(forward))
          .add(eye)
          .toArray(),
      );
    },
    depthOf,
    hitAt: (pixel) => hitAt(store, source(), pixel),
    contactAt(pixel) {
      const { camera, lens, viewSpace } = source();
      const { movingMesh, hidden, display } = store.scene.peek();
      const contacts = shownOutcome(store.pair.peek(), movingMesh)?.pairContacts?.contacts;
      if (movingMesh === null || contacts === undefined || hidden.has(hiddenKey(movingMesh.fixed))) return null;
      const clipFromView = new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse).elements;
      const seen = contactsNear({ contacts, viewSpace, clipFromView, size: lens, pixel }).find(
        (near) => display.shading === 'xray' || isInFront(near),
      );
      return seen === undefined ? null : { a: contacts.pairs[2 * seen.contact]!, b: contacts.pairs[2 * seen.contact + 1]! };
    },
    // Whichever gizmo there is now: another theme makes another.
    handles: {
      over: (pixel) => source().gizmo.over(pixel),
      grab: (pixel) => source().gizmo.grab(pixel),
      drag: (pixel, snap) => source().gizmo.drag(pixel, snap),
      release: () => source().gizmo.release(),
    },
  };
}

/** Index of the marked hit of the scene's ray under a pixel; `null` for none. */
function hitAt(store: Store, { camera, lens, viewSpace }: RaySource, pixel: Pixel): number | null {
  const outcome = store.ray.peek();
  const hits = outcome?.result.hits.slice(0, maxMarkedHits) ?? [];
  const placement = placementOf(store.scene.peek(), outcome?.input.document ?? null);
  let nearest: number | null = null;
  let min = markReach;
  hits.forEach((hit, index) => {
    const point = new Vector3(...toLocal(viewSpace, pointToWorld(placement, hit.position))).project(camera);
    if (point.z > 1) return;
    const distance = Math.hypot((point.x * 0.5 + 0.5) * lens.width - pixel[0], (0.5 - point.y * 0.5) * lens.height - pixel[1]);
    if (distance >= min) return;
    min = distance;
    nearest = index;
  });
  return nearest;
}

function directionThrough({ camera, lens }: RaySource, pixel: Pixel): Vec3 {
  const right = new Vector3();
  const up = new Vector3();
  const back = new Vector3();
  camera.matrixWorld.extractBasis(right, up, back);
  const [across, upward] = tangentsThrough(lens, pixel);
  return right.multiplyScalar(across).addScaledVector(up, upward).sub(back).normalize().toArray();
}

/** The camera in world space; the spaces differ by a uniform scale and a move, which keep directions. */
export function viewCameraOf(camera: PerspectiveCamera, lens: Lens, viewSpace: LocalSpace): ViewCamera {
  const right = new Vector3();
  const up = new Vector3();
  const back = new Vector3();
  camera.matrixWorld.extractBasis(right, up, back);
  const { width, height, focal, isMirrored } = lens;
  const [across, upward] = tangentsThrough(lens, [width / 2, height / 2]);
  const forward = right.clone().multiplyScalar(across).addScaledVector(up, upward).sub(back);
  return {
    position: toSource(viewSpace, camera.position.toArray()),
    right: (isMirrored ? right.negate() : right).toArray(),
    up: up.toArray(),
    forward: forward.toArray(),
    tanY: height / 2 / focal,
    tanX: width / 2 / focal,
    width,
    height,
  };
}
