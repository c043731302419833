import { effect } from '@preact/signals-core';
import { reportMeasureHover, reportPointer, reportUnpickable } from '../commands/report-view.ts';
import { reportProbeHover } from '../commands/probe-actions.ts';
import type { Store } from '../state/store/store.ts';
import { frame, setHover } from '../commands/actions.ts';
import type { ToolName } from '../state/store/records.ts';
import { cullsBackFaces } from '../state/store/culls-back-faces.ts';
import { createMeasureTool } from '../tools/measure-tool.ts';
import { createMovingTool } from '../tools/moving-tool.ts';
import { createProbeTool } from '../tools/probe-tool.ts';
import { createRayTool } from '../tools/ray-tool.ts';
import { createRegionTool } from '../tools/region-tool.ts';
import { createSphereTool } from '../tools/sphere-tool.ts';
import { selectForMenu } from '../tools/select-for-menu.ts';
import { createSelectTool, selectionAt } from '../tools/select-tool.ts';
import { movedBeyondClick, type Pixel, type Tool, type ToolPointer, type ToolView } from '../tools/tool.ts';
import { handleAt } from '../tools/section-handles.ts';
import { withSectionHandles } from '../tools/section-tool.ts';
import type { CameraInput } from './camera-input.ts';

export interface ViewInput {
  /** Where the pointer rests over the view; `null` away from it, or while something is dragged. */
  readonly pointer: Pixel | null;
  /** Looks again at what is under a resting pointer, if the camera or a mesh has moved since, a tree has come, or something was hidden or cut away. */
  lookAgain(): void;
  dispose(): void;
}

/** The pointer over a view: resting, or pressed with a tool that gets its moves. */
interface PointerState {
  readonly element: HTMLElement;
  readonly store: Store;
  readonly view: ToolView;
  readonly camera: CameraInput;
  /** Called when the pointer rests elsewhere, or nowhere in the view. */
  readonly pointed: () => void;
  readonly tools: Readonly<Record<ToolName, Tool>>;
  readonly moved: FrameThrottle<ToolPointer>;
  /** Takes Escape for the pressed tool. */
  readonly escape: (event: KeyboardEvent) => void;
  /** The tool that the left button is held down for; `null` for none. */
  pressed: Tool | null;
  /** Where the right button went down; `null` while it is up. */
  menuAt: Pixel | null;
  /** Where the pointer rests over the view; `null` away from it, or while something is dragged. */
  resting: ToolPointer | null;
  /** What the view showed under the pointer when that was looked at last. */
  seen: PointedAt | null;
}

/** What decides which surface a pointer shows. */
type PointedAt = readonly unknown[];

/**
 * Shares the pointer between the camera and the active tool. Alt with the left button, the middle button, the right button and the
 * wheel always move the camera. The left button is for the tool, which may leave drags to the camera. Moves are handled once a frame.
 * A click with the right button selects what is under the pointer and requests the context menu.
 */
export function createViewInput(element: HTMLElement, store: Store, view: ToolView, camera: CameraInput, pointed: () => void): ViewInput {
  const state: PointerState = {
    element,
    store,
    view,
    camera,
    pointed,
    tools: {
      select: withSectionHandles(store, view, createSelectTool(store, view)),
      measure: withSectionHandles(store, view, createMeasureTool(store, view)),
      boxSelect: withSectionHandles(store, view, createRegionTool(store, view, 'box')),
      lassoSelect: withSectionHandles(store, view, createRegionTool(store, view, 'lasso')),
      ray: withSectionHandles(store, view, createRayTool(store, view)),
      sphere: withSectionHandles(store, view, createSphereTool(store, view)),
      probe: withSectionHandles(store, view, createProbeTool(store, view)),
      movingMesh: withSectionHandles(store, view, createMovingTool(store, view)),
    },
    moved: oncePerFrame((at: ToolPointer) => {
      if (state.pressed !== null) state.pressed.move(at);
      else if (!camera.isDragging) hover(state, at);
    }),
    escape: (event) => cancelByKey(state, event),
    pressed: null,
    menuAt: null,
    resting: null,
    seen: null,
  };
  const stop = new AbortController();
  listen(state, stop.signal);
  const stopFollowing = effect(() => {
    void store.documents.value;
    void store.scene.value;
    void store.kept.value;
    lookAgain(state);
  });
  return {
    get pointer() {
      return state.resting?.pixel ?? null;
    },
    lookAgain: () => lookAgain(state),
    dispose() {
      stop.abort();
      stopFollowing();
      state.moved.drop();
      release(state)?.cancel();
      camera.cancel();
      leave(state);
    },
  };
}

function listen(state: PointerState, signal: AbortSignal): void {
  const { element } = state;
  element.addEventListener('pointerdown', (event) => press(state, event, signal), { signal });
  element.addEventListener('pointermove', (event) => move(state, event), { signal });
  element.addEventListener(
    'pointerup',
    (event) => {
      state.camera.up(event);
      if (event.button === 2) requestMenu(state, event);
      if (!event.isPrimary || state.pressed === null) return;
      state.moved.now();
      release(state)?.up(toolPointer(state, event));
    },
    { signal },
  );
  element.addEventListener('pointercancel', () => (state.camera.cancel(), release(state)?.cancel()), { signal });
  element.addEventListener('pointerleave', () => leave(state), { signal });
  // Browsers send it when the button goes down, which may be the start of a flight: see `requestMenu`.
  element.addEventListener('contextmenu', (event) => event.isTrusted && event.button === 2 && event.preventDefault(), { signal });
  element.addEventListener('dblclick', (event) => frameAt(state, event), { signal });
  element.addEventListener('wheel', (event) => wheel(state, event), { passive: false, signal });
  element.addEventListener('keydown', (event) => state.camera.key(event), { signal });
}

function press(state: PointerState, event: PointerEvent, signal: AbortSignal): void {
  const at = toolPointer(state, event);
  const tool = activeTool(state);
  const isForTool = event.button === 0 && !event.altKey;
  state.element.setPointerCapture(event.pointerId);
  state.menuAt = event.button === 2 ? at.pixel : null;
  state.camera.down(event, at.pixel, !isForTool || !tool.drags(at));
  // With a second finger the gesture moves the camera.
  if (!event.isPrimary) return void release(state)?.cancel();
  state.moved.drop();
  leave(state);
  if (!isForTool) return;
  state.pressed = tool;
  tool.down(at);
  window.addEventListener('keydown', state.escape, { capture: true, signal });
}

function move(state: PointerState, event: PointerEvent): void {
  const at = toolPointer(state, event);
  state.resting = state.pressed === null && event.buttons === 0 ? at : null;
  state.camera.move(event, at.pixel);
  if (state.pressed !== null || event.buttons === 0) state.moved.call(at);
  else state.pointed();
}

/** A right button that comes up where it went down is a click: the event that the window's context menu opens for. */
function requestMenu(state: PointerState, event: PointerEvent): void {
  const { element, store, view, menuAt } = state;
  const { pixel } = toolPointer(state, event);
  if (menuAt === null || movedBeyondClick(menuAt, pixel)) return;
  selectForMenu(store, view, pixel);
  const { clientX, clientY } = event;
  element.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, button: 2, clientX, clientY }));
}

function frameAt(state: PointerState, event: MouseEvent): void {
  if (activeTool(state).hover === undefined) return;
  const target = selectionAt(state.store, state.view, toolPointer(state, event).pixel);
  if (target !== null) frame(state.store, target);
}

function wheel(state: PointerState, event: WheelEvent): void {
  event.preventDefault();
  const at = toolPointer(state, event);
  state.camera.wheel(event, at.pixel);
  if (state.pressed === null && event.buttons === 0) state.moved.call(at);
}

function lookAgain(state: PointerState): void {
  const { resting, seen, pressed, camera, moved } = state;
  if (resting === null || pressed !== null || camera.isDragging) return;
  const now = pointedAt(state, resting.pixel);
  if (now.some((part, i) => !Object.is(part, seen?.[i]))) moved.call(resting);
}

function pointedAt({ store, view }: PointerState, pixel: Pixel): PointedAt {
  const { origin, direction } = view.rayThrough(pixel);
  const { trees, hidden, hiddenTriangles, movingMesh, display, tool } = store.scene.peek();
  const cull = cullsBackFaces(display);
  return [...origin, ...direction, store.documents.peek(), trees, hidden, hiddenTriangles, movingMesh, cull, tool, store.kept.peek()];
}

function hover(state: PointerState, at: ToolPointer): void {
  state.seen = pointedAt(state, at.pixel);
  const point = state.view.pick(at.pixel);
  reportPointer(state.store, point?.position ?? null);
  activeTool(state).hover?.(at, point);
  showCursor(state, at.pixel);
  state.pointed();
}

/** What can be dragged or opened shows in the pointer. */
function showCursor({ element, store, view }: PointerState, pixel: Pixel): void {
  const isOnHandle = store.kept.peek().length > 0 && handleAt(store.scene.peek().display.section, view, pixel) !== null;
  element.style.cursor = isOnHandle ? 'grab' : view.clusterAt(pixel) === null ? '' : 'pointer';
}

function leave(state: PointerState): void {
  const { store, moved, pointed } = state;
  moved.drop();
  state.resting = null;
  reportPointer(store, null);
  reportUnpickable(store, null);
  reportMeasureHover(store, null);
  reportProbeHover(store, null);
  setHover(store, null);
  pointed();
}

function release(state: PointerState): Tool | null {
  const tool = state.pressed;
  state.pressed = null;
  window.removeEventListener('keydown', state.escape, { capture: true });
  return tool;
}

/** While a button is down, only the tool gets Escape. */
function cancelByKey(state: PointerState, event: KeyboardEvent): void {
  if (event.key !== 'Escape' || state.pressed === null) return;
  state.moved.drop();
  release(state)?.cancel();
  event.preventDefault();
  event.stopImmediatePropagation();
}

function activeTool({ tools, store }: PointerState): Tool {
  return tools[store.scene.peek().tool];
}

function toolPointer({ element }: PointerState, event: MouseEvent): ToolPointer {
  const box = element.getBoundingClientRect();
  return { pixel: [event.clientX - box.left, event.clientY - box.top], shift: event.shiftKey, ctrl: event.ctrlKey || event.metaKey };
}

interface FrameThrottle<T> {
  call(value: T): void;
  /** Runs a waiting call at once. */
  now(): void;
  drop(): void;
}

/** Runs the last of many calls once, before the next frame. */
function oncePerFrame<T>(run: (value: T) => void): FrameThrottle<T> {
  let waiting: { readonly value: T; readonly handle: number } | null = null;
  const now = (): void => {
    const last = waiting;
    drop();
    if (last !== null) run(last.value);
  };
  const drop = (): void => {
    if (waiting !== null) cancelAnimationFrame(waiting.handle);
    waiting = null;
  };
  return {
    call(value) {
      const handle = waiting?.handle ?? requestAnimationFrame(now);
      waiting = { value, handle };
    },
    now,
    drop,
  };
}
