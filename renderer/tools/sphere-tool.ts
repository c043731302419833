import { dot, length, minus, type Vec3 } from '#core/math';
import { defaultValues, sphereOptions } from '#core/options';
import { placementOf, pointFromWorld, pointToWorld, scaleOf } from '../state/pair/placement.ts';
import type { Scene, SphereInput } from '../state/store/records.ts';
import { surfaceUnit } from '../state/probe/surface-unit.ts';
import type { Store } from '../state/store/store.ts';
import { createDragTool } from './drag-tool.ts';
import { normalToEye } from './surface-normal.ts';
import type { Pixel, Tool, ToolPointer, ToolView } from './tool.ts';
import { along } from '../state/store/vectors.ts';

/**
 * A click sets a sphere on the surface. A drag of the sphere moves it in the plane that faces the eye; a drag that begins
 * outside it slides it over the surface. With Shift a drag changes the radius by the distance of the pointer from the centre.
 * All drags are live, and one undo step each. Escape restores the sphere.
 */
export function createSphereTool(store: Store, view: ToolView): Tool {
  const titles = { sliding: 'Slide sphere', moving: 'Move sphere', sizing: 'Change radius' } as const;
  return createDragTool<Drag, SphereInput>(store, {
    click: (pixel) => placed(store, view, pixel),
    clickTitle: 'Set sphere',
    documentOf: ({ document }) => document,
    begin: (pressed) => begin(store, view, pressed),
    drag: (drag, { pixel }) => dragged(store, view, drag, pixel),
    documents: (drag) => (drag.kind === 'sliding' ? [] : [drag.sphere.input.document]),
    dragTitle: ({ kind }) => titles[kind],
    edit: withSphere,
  });
}

type Drag =
  | { readonly kind: 'sliding' }
  /** `grab` is the pressed point of the view plane: the centre moves with it. */
  | { readonly kind: 'moving'; readonly sphere: WorldSphere; readonly grab: Vec3 }
  /** `reach` is the distance of the pressed point from the centre. */
  | { readonly kind: 'sizing'; readonly sphere: WorldSphere; readonly reach: number };

/** Returns the scene's sphere in world space. */
interface WorldSphere {
  readonly input: SphereInput;
  readonly center: Vec3;
  readonly radius: number;
}

function inWorld(scene: Scene, input: SphereInput): WorldSphere {
  const placement = placementOf(scene, input.document);
  return { input, center: pointToWorld(placement, input.center), radius: input.radius * scaleOf(placement) };
}

function begin(store: Store, view: ToolView, { pixel, shift }: ToolPointer): Drag {
  const scene = store.scene.peek();
  if (scene.sphere === null) return { kind: 'sliding' };
  const sphere = inWorld(scene, scene.sphere);
  const grab = view.onViewPlane(pixel, sphere.center);
  if (shift) return { kind: 'sizing', sphere, reach: length(minus(grab, sphere.center)) };
  return isOnSphere(view, sphere, pixel) ? { kind: 'moving', sphere, grab } : { kind: 'sliding' };
}

/** Returns the current sphere of a drag; `null` for none. */
function dragged(store: Store, view: ToolView, drag: Drag, pixel: Pixel): SphereInput | null {
  if (drag.kind === 'sliding') return placed(store, view, pixel);
  const { input, center } = drag.sphere;
  const placement = placementOf(store.scene.peek(), input.document);
  const now = view.onViewPlane(pixel, center);
  if (drag.kind === 'moving') return { ...input, center: pointFromWorld(placement, along(center, minus(now, drag.grab), 1)) };
  const grown = (length(minus(now, center)) - drag.reach) / scaleOf(placement);
  return { ...input, radius: Math.max(0, input.radius + grown) };
}

/** Whether a pixel shows the sphere: its ray hits the sphere before any surface. */
function isOnSphere(view: ToolView, { center, radius }: WorldSphere, pixel: Pixel): boolean {
  const { origin, direction } = view.rayThrough(pixel);
  const to = minus(center, origin);
  const ahead = dot(to, direction);
  const halfChordSq = radius * radius - (dot(to, to) - ahead * ahead);
  if (!(halfChordSq >= 0) || ahead + Math.sqrt(halfChordSq) < 0) return false;
  const surface = view.pick(pixel);
  return surface === null || ahead - Math.sqrt(halfChordSq) <= surface.distance;
}

/**
 * Distance of a new sphere's centre from the surface, as a share of its radius. At 1 the sphere would be tangent, and
 * rounding would decide whether it touches; a lower value gives a small overlap.
 */
const heightShare = 0.75;

/**
 * Returns a point on the surface under the pointer, on the side that faces the eye; without a surface, at the depth of the last one.
 * A mesh without a tree gets the sphere too: a message then says that it has no tree.
 */
function placed(store: Store, view: ToolView, pixel: Pixel): SphereInput | null {
  const scene = store.scene.peek();
  const { sphere, activeDocument } = scene;
  const point = view.pick(pixel);
  const document = point?.document ?? store.unpickable.peek() ?? sphere?.document ?? activeDocument;
  if (document === null) return null;
  const placement = placementOf(scene, document);
  const radius = sphere?.radius ?? surfaceUnit(store, document);
  const options = sphere?.options ?? defaultValues(sphereOptions);
  const center =
    point === null
      ? view.onViewPlane(pixel, sphere === null ? null : inWorld(scene, sphere).center)
      : along(point.position, normalToEye(store, view, pixel, point), heightShare * radius * scaleOf(placement));
  return { document, center: pointFromWorld(placement, center), radius, options };
}

/** Makes the sphere's document active, so that its panels show the touches. */
function withSphere(scene: Scene, sphere: SphereInput): Scene {
  return { ...scene, sphere, activeDocument: sphere.document };
}
