import { normalized, type Vec3 } from '#core/math/vec3';
import { defaultValues } from '#core/options/option';
import { rayOptions } from '#core/options/ray-options';
import type { DocumentId } from '#host-api';
import type { RayInput, Scene } from '../state/records.ts';
import type { Store } from '../state/store.ts';
import { movedBeyondClick, type Pixel, type Tool, type ToolPointer, type ToolView } from './tool.ts';

/**
 * A click fires a ray from the eye through the pointer. A drag aims one: from the point that was pressed to what is
 * under the pointer, live, and one step for undo. With Shift a drag moves the origin of the ray that is there, in the
 * plane that faces the eye. Escape gives back the ray that was.
 */
export function createRayTool(store: Store, view: ToolView): Tool {
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
      const ray = dragged(store, view, state, pointer.pixel);
      if (ray !== null) store.history.preview((scene) => withRay(scene, ray));
    },
    up(pointer) {
      const ended = state;
      state = { kind: 'idle' };
      switch (ended.kind) {
        case 'idle':
          return;
        case 'pressed': {
          const ray = fired(store, view, pointer.pixel);
          if (ray !== null) store.history.change('Fire ray', (scene) => withRay(scene, ray));
          return;
        }
        case 'aiming':
          return store.history.settle('Aim ray');
        case 'moving':
          return store.history.settle('Move ray');
      }
    },
    cancel() {
      const begun = state.kind;
      state = { kind: 'idle' };
      if (begun === 'aiming' || begun === 'moving') store.history.revert();
      return begun !== 'idle';
    },
  };
}

type State =
  | { readonly kind: 'idle' }
  /** The button is down, and it may still become a click. */
  | { readonly kind: 'pressed'; readonly at: ToolPointer }
  | { readonly kind: 'aiming'; readonly document: DocumentId | null; readonly origin: Vec3 }
  /** `grab` is the point of the view plane that was pressed: the origin moves as it does. */
  | { readonly kind: 'moving'; readonly ray: RayInput; readonly grab: Vec3 };

/** A ray that starts on the very surface would be stopped there at once: it starts this share of the way back to the eye. */
const startShare = 1 / 1024;

function begin(store: Store, view: ToolView, { pixel, shift }: ToolPointer): State {
  const { ray, activeDocument } = store.scene.peek();
  if (shift && ray !== null) return { kind: 'moving', ray, grab: view.onViewPlane(pixel, ray.origin) };
  const pressed = view.pick(pixel);
  if (pressed === null) return { kind: 'aiming', document: store.unpickable.peek() ?? activeDocument, origin: view.onViewPlane(pixel, null) };
  return { kind: 'aiming', document: pressed.document, origin: towards(pressed.position, view.rayThrough(pixel).origin, startShare) };
}

/** The ray that a drag gives now; `null` while it gives none, as with the pointer on the origin. */
function dragged(store: Store, view: ToolView, state: State, pixel: Pixel): RayInput | null {
  switch (state.kind) {
    case 'idle':
    case 'pressed':
      return null;
    case 'aiming': {
      const { origin, document } = state;
      const aim = view.pick(pixel)?.position ?? view.onViewPlane(pixel, origin);
      return rayOf(store, document, origin, minus(aim, origin));
    }
    case 'moving': {
      const { ray, grab } = state;
      const move = minus(view.onViewPlane(pixel, ray.origin), grab);
      return { ...ray, origin: [ray.origin[0] + move[0], ray.origin[1] + move[1], ray.origin[2] + move[2]] };
    }
  }
}

/** From the eye, at the document under the pointer. */
function fired(store: Store, view: ToolView, pixel: Pixel): RayInput | null {
  const { origin, direction } = view.rayThrough(pixel);
  return rayOf(store, view.pick(pixel)?.document ?? store.unpickable.peek() ?? store.scene.peek().activeDocument, origin, direction);
}

/** A new ray keeps the options of the one before it, and has no far end. */
function rayOf(store: Store, document: DocumentId | null, origin: Vec3, towardsPoint: Vec3): RayInput | null {
  const direction = normalized(towardsPoint);
  if (document === null || direction === null) return null;
  const options = store.scene.peek().ray?.options ?? defaultValues(rayOptions);
  return { document, origin, direction, far: Infinity, options };
}

/** The ray's document becomes the active one, so that its panels show what was hit. A chosen hit was another ray's. */
function withRay(scene: Scene, ray: RayInput): Scene {
  const selection = scene.selection?.kind === 'hit' ? null : scene.selection;
  return { ...scene, ray, selection, activeDocument: ray.document };
}

function towards(from: Vec3, to: Vec3, share: number): Vec3 {
  return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share, from[2] + (to[2] - from[2]) * share];
}

function minus(a: Vec3, b: Vec3): Vec3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}
