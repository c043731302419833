import { length, type Vec3 } from '#core/math/vec3';
import { triangleVertices } from '#core/mesh/triangle-vertices';
import { defaultValues } from '#core/options/option';
import { sphereOptions } from '#core/options/sphere-options';
import { triangleNormal } from '#core/shape/triangle-normal';
import type { DocumentId } from '#host-api';
import type { Scene, SphereInput } from '../state/records.ts';
import type { Store } from '../state/store.ts';
import { movedBeyondClick, type Pixel, type SurfacePoint, type Tool, type ToolPointer, type ToolView } from './tool.ts';

/**
 * A click sets a sphere on the surface. A drag of the sphere moves it in the plane that faces the eye; a drag that begins
 * beside it slides it over the surface; with Shift a drag changes the radius by as much as the pointer goes away from the
 * centre. All live, each one step for undo. Escape gives back the sphere that was.
 */
export function createSphereTool(store: Store, view: ToolView): Tool {
  let state: State = { kind: 'idle' };

  return {
    drags: true,
    down(pointer) {
      state = { kind: 'pressed', at: pointer };
    },
    move(pointer) {
      if (state.kind === 'pressed') {
        if (!movedBeyondClick(state.at.pixel, pointer.pixel)) return;
        state = begin(store, view, state.at);
      }
      const sphere = dragged(store, view, state, pointer.pixel);
      if (sphere !== null) store.history.preview((scene) => withSphere(scene, sphere));
    },
    up(pointer) {
      const ended = state;
      state = { kind: 'idle' };
      switch (ended.kind) {
        case 'idle':
          return;
        case 'pressed': {
          const sphere = placed(store, view, pointer.pixel);
          if (sphere !== null) store.history.change('Set sphere', (scene) => withSphere(scene, sphere));
          return;
        }
        case 'sliding':
          return store.history.settle('Slide sphere');
        case 'moving':
          return store.history.settle('Move sphere');
        case 'sizing':
          return store.history.settle('Change radius');
      }
    },
    cancel() {
      const begun = state.kind;
      state = { kind: 'idle' };
      if (begun !== 'idle' && begun !== 'pressed') store.history.revert();
      return begun !== 'idle';
    },
  };
}

type State =
  | { readonly kind: 'idle' }
  /** The button is down, and it may still become a click. */
  | { readonly kind: 'pressed'; readonly at: ToolPointer }
  | { readonly kind: 'sliding' }
  /** `grab` is the point of the view plane that was pressed: the centre moves as it does. */
  | { readonly kind: 'moving'; readonly sphere: SphereInput; readonly grab: Vec3 }
  /** `reach` is how far from the centre was pressed. */
  | { readonly kind: 'sizing'; readonly sphere: SphereInput; readonly reach: number };

function begin(store: Store, view: ToolView, { pixel, shift }: ToolPointer): State {
  const { sphere } = store.scene.peek();
  if (sphere === null) return { kind: 'sliding' };
  const grab = view.onViewPlane(pixel, sphere.center);
  if (shift) return { kind: 'sizing', sphere, reach: length(minus(grab, sphere.center)) };
  return isOnSphere(view, sphere, pixel) ? { kind: 'moving', sphere, grab } : { kind: 'sliding' };
}

/** The sphere that a drag gives now; `null` while it gives none. */
function dragged(store: Store, view: ToolView, state: State, pixel: Pixel): SphereInput | null {
  switch (state.kind) {
    case 'idle':
    case 'pressed':
      return null;
    case 'sliding':
      return placed(store, view, pixel);
    case 'moving': {
      const { sphere, grab } = state;
      const move = minus(view.onViewPlane(pixel, sphere.center), grab);
      return { ...sphere, center: along(sphere.center, move, 1) };
    }
    case 'sizing': {
      const { sphere, reach } = state;
      const away = length(minus(view.onViewPlane(pixel, sphere.center), sphere.center));
      return { ...sphere, radius: Math.max(0, sphere.radius + away - reach) };
    }
  }
}

/** Whether a pixel shows the sphere: its ray meets it, and no surface before it. */
function isOnSphere(view: ToolView, { center, radius }: SphereInput, pixel: Pixel): boolean {
  const { origin, direction } = view.rayThrough(pixel);
  const to = minus(center, origin);
  const ahead = dot(to, direction);
  const halfChordSq = radius * radius - (dot(to, to) - ahead * ahead);
  if (!(halfChordSq >= 0) || ahead + Math.sqrt(halfChordSq) < 0) return false;
  const surface = view.pick(pixel);
  return surface === null || ahead - Math.sqrt(halfChordSq) <= surface.distance;
}

/**
 * Share of the radius between the surface and the centre of a sphere that is set on it. At 1 it would be tangent, and
 * whether it touches at all a matter of rounding; a little lower it touches, and has something to be pushed out of.
 */
const heightShare = 0.75;

/**
 * On the surface under the pointer, on the side that faces the eye; where there is none, at the depth of what was there. A mesh
 * that has no tree yet gets the sphere as well: that it cannot be asked is told then, instead of asking another.
 */
function placed(store: Store, view: ToolView, pixel: Pixel): SphereInput | null {
  const { sphere, activeDocument } = store.scene.peek();
  const point = view.pick(pixel);
  const document = point?.document ?? store.unpickable.peek() ?? sphere?.document ?? activeDocument;
  if (document === null) return null;
  const radius = sphere?.radius ?? firstRadius(store, document);
  const options = sphere?.options ?? defaultValues(sphereOptions);
  const center =
    point === null
      ? view.onViewPlane(pixel, sphere?.center ?? null)
      : along(point.position, normalToEye(store, view, pixel, point), heightShare * radius);
  return { document, center, radius, options };
}

/** The normal of the triangle, turned to the eye. */
function normalToEye(store: Store, view: ToolView, pixel: Pixel, { document, triangle }: SurfacePoint): Vec3 {
  const { direction } = view.rayThrough(pixel);
  const towardsEye: Vec3 = [-direction[0], -direction[1], -direction[2]];
  const mesh = store.documents.peek().find(({ summary }) => summary.id === document)?.mesh?.mesh;
  const normal = mesh === undefined ? null : triangleNormal(...triangleVertices(mesh, triangle));
  if (normal === null) return towardsEye;
  return dot(normal, direction) > 0 ? [-normal[0], -normal[1], -normal[2]] : normal;
}

/** 1, 2 or 5 times a power of ten, near a twelfth of the mesh: easy to read, and easy to see. */
function firstRadius(store: Store, document: DocumentId): number {
  const bounds = store.documents.peek().find(({ summary }) => summary.id === document)?.mesh?.bounds ?? null;
  const size = bounds === null ? 0 : length(minus(bounds.max, bounds.min));
  if (!(size > 0 && size < Infinity)) return 1;
  const wanted = size / 24;
  const power = 10 ** Math.floor(Math.log10(wanted));
  return ([5, 2, 1].find((factor) => factor * power <= wanted) ?? 1) * power;
}

/** The sphere's document becomes the active one, so that its panels show what is touched. */
function withSphere(scene: Scene, sphere: SphereInput): Scene {
  return { ...scene, sphere, activeDocument: sphere.document };
}

function along(p: Vec3, direction: Vec3, by: number): Vec3 {
  return [p[0] + direction[0] * by, p[1] + direction[1] * by, p[2] + direction[2] * by];
}

function minus(a: Vec3, b: Vec3): Vec3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function dot(a: Vec3, b: Vec3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
