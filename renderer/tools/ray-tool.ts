import { minus, normalized, type Vec3 } from '#core/math';
import { defaultValues, rayOptions } from '#core/options';
import type { DocumentId } from '#host-api';
import { placementOf, pointFromWorld, pointToWorld, vectorFromWorld } from '../state/pair/placement.ts';
import type { RayInput, Scene } from '../state/store/records.ts';
import type { Store } from '../state/store/store.ts';
import { createDragTool } from './drag-tool.ts';
import type { Pixel, Tool, ToolPointer, ToolView } from './tool.ts';
import { along } from '../state/store/vectors.ts';

/**
 * A click casts a ray from the camera through the pointer. A drag aims a ray from the pressed point to the surface under the
 * pointer, live and as one undo step. With Shift a drag moves the origin of the existing ray in the plane that faces the
 * eye. Escape restores the ray.
 */
export function createRayTool(store: Store, view: ToolView): Tool {
  return createDragTool<Drag, RayInput>(store, {
    click: (pixel) => castThrough(store, view, pixel),
    clickTitle: 'Cast ray from camera',
    documentOf: ({ document }) => document,
    begin: (pressed) => begin(store, view, pressed),
    drag: (drag, { pixel }) => dragged(store, view, drag, pixel),
    documents: (drag) => [drag.kind === 'aiming' ? drag.document : drag.ray.document],
    dragTitle: ({ kind }) => (kind === 'aiming' ? 'Aim ray' : 'Move ray'),
    edit: withRay,
  });
}

type Drag =
  | { readonly kind: 'aiming'; readonly document: DocumentId | null; readonly origin: Vec3 }
  /** `grab` is the pressed point of the view plane: the origin moves with it. Both in world space. */
  | { readonly kind: 'moving'; readonly ray: RayInput; readonly origin: Vec3; readonly grab: Vec3 };

/** A ray that starts exactly on the surface would hit it: its origin is moved this share of the way back to the eye. */
const startShare = 1 / 1024;

function begin(store: Store, view: ToolView, { pixel, shift }: ToolPointer): Drag {
  const scene = store.scene.peek();
  const { ray, activeDocument } = scene;
  if (shift && ray !== null) {
    const origin = pointToWorld(placementOf(scene, ray.document), ray.origin);
    return { kind: 'moving', ray, origin, grab: view.onViewPlane(pixel, origin) };
  }
  const pressed = view.pick(pixel);
  if (pressed === null)
    return { kind: 'aiming', document: store.unpickable.peek() ?? activeDocument, origin: view.onViewPlane(pixel, null) };
  const eye = view.rayThrough(pixel).origin;
  return { kind: 'aiming', document: pressed.document, origin: along(pressed.position, minus(eye, pressed.position), startShare) };
}

/** Returns the current ray of a drag; `null` for none, for instance with the pointer on the origin. */
function dragged(store: Store, view: ToolView, drag: Drag, pixel: Pixel): RayInput | null {
  switch (drag.kind) {
    case 'aiming': {
      const { origin, document } = drag;
      const aim = view.pick(pixel)?.position ?? view.onViewPlane(pixel, origin);
      return rayOf(store, document, origin, minus(aim, origin));
    }
    case 'moving': {
      const { ray, origin, grab } = drag;
      const moved = along(origin, minus(view.onViewPlane(pixel, origin), grab), 1);
      return { ...ray, origin: pointFromWorld(placementOf(store.scene.peek(), ray.document), moved) };
    }
  }
}

/** Returns a ray from the camera for the document under the pointer. */
function castThrough(store: Store, view: ToolView, pixel: Pixel): RayInput | null {
  const { origin, direction } = view.rayThrough(pixel);
  return rayOf(store, view.pick(pixel)?.document ?? store.unpickable.peek() ?? store.scene.peek().activeDocument, origin, direction);
}

/** Returns a ray from a world point with the options of the previous ray and without a far end. */
function rayOf(store: Store, document: DocumentId | null, origin: Vec3, towards: Vec3): RayInput | null {
  const scene = store.scene.peek();
  const placement = placementOf(scene, document);
  const direction = normalized(vectorFromWorld(placement, towards));
  if (document === null || direction === null) return null;
  const options = scene.ray?.options ?? defaultValues(rayOptions);
  return { document, origin: pointFromWorld(placement, origin), direction, far: Infinity, options };
}

/** Makes the ray's document active, so that its panels show the hits. A selected hit belongs to the previous ray. */
function withRay(scene: Scene, ray: RayInput): Scene {
  const selection = scene.selection?.kind === 'hit' ? null : scene.selection;
  return { ...scene, ray, selection, activeDocument: ray.document };
}
