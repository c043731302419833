import { length, minus } from '#core/math';
import { changeFlySpeed, flySpeed, setLooking } from '../commands/camera-actions.ts';
import { reportEnd } from '../commands/report-view.ts';
import { focusedAt } from '../state/camera/camera-moves.ts';
import { eyeOf, type CameraPose } from '../state/camera/camera-pose.ts';
import { dragKindOf, type DragKind } from '../state/camera/mouse-maps.ts';
import { pageMouseMap } from '../state/preferences/page-input.ts';
import { sceneBounds, sceneSize } from '../state/camera/scene-size.ts';
import { placementOf, scaleOf } from '../state/pair/placement.ts';
import type { Store } from '../state/store/store.ts';
import type { Pixel, SurfacePoint, ToolView } from '../tools/tool.ts';
import { createCameraDrag, pan } from './camera-drag.ts';
import type { CameraRig } from './camera-rig.ts';
import { followControlKey } from './control-key.ts';
import { notchesOf, pinchNotches, scrollOf, wheelCamera, type SurfaceAhead } from './camera-wheel.ts';
import { createFlyControl } from './fly-control.ts';
import { isSeenFromOutside } from './is-lost.ts';
import { toLocal, type LocalSpace } from './local-space.ts';
import { moveByKey } from './view-keys.ts';
import { createWalkControl } from './walk-control.ts';

/** Moves the camera of a view by buttons, fingers, wheel and keys. */
export interface CameraInput {
  /** Whether a button or finger moves the camera. */
  readonly isDragging: boolean;
  /** A button goes down. `leftIsFree`: the tool leaves a drag with the left button to the camera. */
  down(event: PointerEvent, pixel: Pixel, leftIsFree: boolean): void;
  move(event: PointerEvent, pixel: Pixel): void;
  up(event: PointerEvent): void;
  cancel(): void;
  wheel(event: WheelEvent, pixel: Pixel): void;
  /** A key of the focused view. */
  key(event: KeyboardEvent): void;
  /** Moves the camera by held keys up to this time. Returns whether it goes on. */
  step(time: number): boolean;
  dispose(): void;
}

export interface CameraInputParts {
  readonly element: HTMLElement;
  readonly store: Store;
  readonly view: Pick<ToolView, 'pick' | 'depthOf'>;
  readonly rig: CameraRig;
  readonly viewSpace: () => LocalSpace;
  /** Whether this view follows the fly mode: one of several linked views does. */
  readonly leads: boolean;
  readonly changed: () => void;
}

export function createCameraInput(parts: CameraInputParts): CameraInput {
  const { element, store, view, rig, viewSpace, changed } = parts;
  const depthAt = (pixel: Pixel): number | null => {
    const point = view.pick(pixel);
    return point === null ? null : view.depthOf(point.position);
  };
  const drag = createCameraDrag({
    rig,
    height: () => element.clientHeight,
    walkStep: () => flySpeed(store) / viewSpace().unit / pixelsPerSecond,
    depthAt,
  });
  /** After a flight the camera orbits what it looks at now. */
  const focus = (): void => {
    const depth = depthAt(rig.lens.center);
    if (depth !== null) rig.change('jump', (pose) => focusedAt(pose, rig.frame, depth));
  };
  const fly = createFlyControl({
    rig,
    isActive: () => drag.kind === 'look' || (parts.leads && store.flies.peek() && !isTyping(document.activeElement)),
    takesArrows: () => drag.kind === 'look' || isOfView(element, document.activeElement),
    speed: () => flySpeed(store) / viewSpace().unit,
    isWalking: () => parts.leads && store.walk.peek() !== null,
    changed,
    ended: focus,
  });
  const walk = createWalkControl({ store, rig, viewSpace, fly, changed });
  const end = (): void => {
    if (drag.kind !== 'look') return;
    setLooking(store, false);
    if (!store.flies.peek()) fly.stop();
    if (drag.hasMoved) focus();
  };
  const zoom = (pixel: Pixel, notches: number, fine: boolean): void => zoomTowards(parts, pixel, notches, fine);
  const control = followControlKey();
  return {
    get isDragging() {
      return drag.kind !== null;
    },
    down(event, pixel, leftIsFree) {
      const kind = dragOf(event, leftIsFree, store.flies.peek());
      drag.down(event.pointerId, pixel, kind);
    },
    move(event, pixel) {
      reportEnd(store, false);
      drag.move(event.pointerId, pixel);
      if (drag.kind === 'look' && drag.hasMoved) setLooking(store, true);
    },
    up(event) {
      end();
      drag.up(event.pointerId);
    },
    cancel() {
      end();
      drag.cancel();
    },
    wheel(event, pixel) {
      const notches = notchesOf(event);
      if (drag.kind === 'look' || store.flies.peek()) changeFlySpeed(store, notches);
      // Browsers report a pinch on a trackpad as a wheel with Ctrl.
      else if (event.ctrlKey) zoom(pixel, control.isHeld() ? notches : pinchNotches(event), true);
      else if (!panByWheel(rig, event)) zoom(pixel, notches, false);
      changed();
    },
    key(event) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (moveByKey(rig, event, (notches) => zoom(rig.lens.center, notches, false))) event.preventDefault();
    },
    step(time) {
      if (parts.leads && store.walk.peek() !== null) return walk.step(time);
      const goesOn = fly.step(time);
      if (goesOn && drag.kind === 'look') setLooking(store, true);
      return goesOn;
    },
    dispose() {
      end();
      walk.dispose();
      fly.dispose();
      control.dispose();
    },
  };
}

/** Moves towards a pixel. A step that would leave the view empty is not taken, and reported. */
function zoomTowards(parts: CameraInputParts, pixel: Pixel, notches: number, fine: boolean): void {
  const { store, view, rig, viewSpace } = parts;
  const size = sceneSize({ shown: store.shown, scene: store.scene }) / viewSpace().unit;
  const ahead = surfaceAhead(parts, view.pick(pixel));
  const before = rig.pose;
  wheelCamera(rig, pixel, notches, { ahead, size: size || before.distance, fine });
  const isEnd = notches > 0 && hasPassed(rig, before, ahead) && isViewEmpty(parts);
  if (isEnd) rig.change('jump', () => before);
  reportEnd(store, isEnd);
}

/** Whether the camera is beyond the surface that it moved towards, or has none ahead. */
function hasPassed(rig: CameraRig, before: CameraPose, ahead: SurfaceAhead | null): boolean {
  if (rig.pose.projection === 'orthographic') return false;
  const [from, to] = [eyeOf(before, rig.frame), eyeOf(rig.pose, rig.frame)];
  return ahead === null || length(minus(to, from)) >= ahead.distance;
}

/** Pixels of each row and column that are looked at for a surface. */
const looks = 9;

/** Whether nothing is to be seen from where the camera is. Among the meshes it looks at some pixels only: a thing between them is missed. */
function isViewEmpty({ store, view, rig, viewSpace }: CameraInputParts): boolean {
  const bounds = sceneBounds({ shown: store.shown, scene: store.scene });
  const space = viewSpace();
  if (bounds !== null && isSeenFromOutside({ min: toLocal(space, bounds.min), max: toLocal(space, bounds.max) }, rig.camera)) return false;
  const { width, height } = rig.lens;
  for (let row = 0; row < looks; row++) {
    for (let column = 0; column < looks; column++) {
      const pixel: Pixel = [((column + 0.5) * width) / looks, ((row + 0.5) * height) / looks];
      // What has no tree cannot be looked at.
      if (view.pick(pixel) !== null || store.unpickable.peek() !== null) return false;
    }
  }
  return true;
}

/** Pans by a wheel with Shift, or by a scroll to the side. Returns whether it was one. */
function panByWheel(rig: CameraRig, event: WheelEvent): boolean {
  const [x, y] = scrollOf(event);
  const isPan = event.shiftKey || Math.abs(x) > Math.abs(y);
  if (isPan) pan(rig, rig.lens.isMirrored ? x : -x, event.shiftKey ? -y : 0, null);
  return isPan;
}

/** Pixels of a walk that move as far as one second of flight. */
const pixelsPerSecond = 200;

/** Returns what a press drags in the user's mouse map. In the fly mode the left button looks around instead of orbiting. */
function dragOf(event: PointerEvent, leftIsFree: boolean, flies: boolean): DragKind | null {
  // A finger has no buttons to choose from.
  if (event.pointerType === 'touch') return leftIsFree ? (flies ? 'look' : 'orbit') : null;
  const button = (['left', 'middle', 'right'] as const)[event.button];
  if (button === undefined || (button === 'left' && !leftIsFree)) return null;
  const kind = dragKindOf(pageMouseMap.peek(), button, event);
  return flies && button === 'left' && !event.altKey && (kind === 'orbit' || kind === 'walk') ? 'look' : kind;
}

/** Returns the surface that a notch of the wheel moves towards, in view units. */
function surfaceAhead({ store, viewSpace }: CameraInputParts, point: SurfacePoint | null): SurfaceAhead | null {
  if (point === null) return null;
  const mesh = store.shown.peek().find(({ summary }) => summary.id === point.document)?.mesh?.mesh;
  if (mesh === undefined) return null;
  const { positions, indices } = mesh;
  let size = 0;
  for (let axis = 0; axis < 3; axis++) {
    const corners = [0, 1, 2].map((corner) => positions[3 * indices[3 * point.triangle + corner]! + axis]!);
    size = Math.max(size, Math.max(...corners) - Math.min(...corners));
  }
  const { unit } = viewSpace();
  const scale = scaleOf(placementOf(store.scene.peek(), point.document));
  return { distance: point.distance / unit, size: (size * scale) / unit };
}

/** Whether keys belong to a text field. */
function isTyping(target: Element | null): boolean {
  if (target instanceof HTMLInputElement) return target.type !== 'range' && target.type !== 'checkbox';
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}

/** Whether arrow keys belong to the view: nothing has the focus, or the view itself. */
function isOfView(element: HTMLElement, target: Element | null): boolean {
  return target === null || target === document.body || element.contains(target);
}
