import { reportPointer, reportUnpickable } from '../commands/report-view.ts';
import type { Store } from '../state/store/store.ts';
import { frame, setHover } from '../commands/actions.ts';
import type { ToolName } from '../state/store/records.ts';
import { createMovingTool } from '../tools/moving-tool.ts';
import { createRayTool } from '../tools/ray-tool.ts';
import { createSphereTool } from '../tools/sphere-tool.ts';
import { createSelectTool, selectionAt } from '../tools/select-tool.ts';
import type { Pixel, Tool, ToolPointer, ToolView } from '../tools/tool.ts';
import type { CameraRig } from './camera-rig.ts';

export interface ViewInput {
  /** Where the pointer rests over the view; `null` away from it, or while something is dragged. */
  readonly pointer: Pixel | null;
  dispose(): void;
}

/**
 * Shares the pointer between the camera and the active tool. Alt with the left button, the middle one, the right one
 * and the wheel are always the camera's; the left button is the tool's, which may leave its drags to the camera.
 * Moves are taken once a frame, however many come.
 */
export function createViewInput(element: HTMLElement, store: Store, view: ToolView, rig: CameraRig, changed: () => void): ViewInput {
  const tools: Readonly<Record<ToolName, Tool>> = {
    select: createSelectTool(store, view),
    ray: createRayTool(store, view),
    sphere: createSphereTool(store, view),
    movingMesh: createMovingTool(store, view),
  };
  const stop = new AbortController();
  const { signal } = stop;
  let pressed: Tool | null = null;
  let pointer: Pixel | null = null;
  const moved = oncePerFrame((at: ToolPointer) => {
    if (pressed !== null) pressed.move(at);
    else if (!rig.moving) hover(at);
  });

  // In the capture phase, before the camera's own listeners on the canvas.
  element.addEventListener(
    'pointerdown',
    (event) => {
      // A second finger makes it the camera's.
      if (!event.isPrimary) return void release()?.cancel();
      const tool = tools[store.scene.peek().tool];
      const forTool = event.button === 0 && !event.altKey;
      const at = toolPointer(event);
      rig.setLeftTurns(!forTool || !tool.drags(at));
      moved.drop();
      leave();
      if (!forTool) return;
      pressed = tool;
      tool.down(at);
      window.addEventListener('keydown', escape, { capture: true, signal });
    },
    { capture: true, signal },
  );

  element.addEventListener(
    'pointermove',
    (event) => {
      const at = toolPointer(event);
      pointer = pressed === null && event.buttons === 0 ? at.pixel : null;
      if (pressed !== null || event.buttons === 0) moved.call(at);
      else changed();
    },
    { signal },
  );

  element.addEventListener(
    'pointerup',
    (event) => {
      if (event.button !== 0 || pressed === null) return;
      moved.now();
      const tool = release();
      tool?.up(toolPointer(event));
    },
    { signal },
  );

  element.addEventListener('pointercancel', () => release()?.cancel(), { signal });
  element.addEventListener('pointerleave', leave, { signal });
  element.addEventListener('contextmenu', (event) => event.preventDefault(), { signal });

  element.addEventListener(
    'dblclick',
    (event) => {
      if (tools[store.scene.peek().tool].hover === undefined) return;
      const target = selectionAt(store, view, toolPointer(event).pixel);
      if (target !== null) frame(store, target);
    },
    { signal },
  );

  // What lies under the pointer is what zooming nears: else it would slow down before a surface behind the target.
  element.addEventListener(
    'wheel',
    (event) => {
      const { pixel } = toolPointer(event);
      const point = view.pick(pixel);
      if (point !== null) rig.focusAt(view.depthOf(point.position));
      changed();
    },
    { capture: true, passive: true, signal },
  );

  return {
    get pointer() {
      return pointer;
    },
    dispose() {
      stop.abort();
      moved.drop();
      release()?.cancel();
      leave();
    },
  };

  function hover(at: ToolPointer): void {
    const point = view.pick(at.pixel);
    reportPointer(store, point?.position ?? null);
    tools[store.scene.peek().tool].hover?.(at, point);
    changed();
  }

  function leave(): void {
    moved.drop();
    pointer = null;
    reportPointer(store, null);
    reportUnpickable(store, null);
    setHover(store, null);
    changed();
  }

  function release(): Tool | null {
    const tool = pressed;
    pressed = null;
    window.removeEventListener('keydown', escape, { capture: true });
    return tool;
  }

  /** While a button is down, Escape is the tool's and nobody else's. */
  function escape(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || pressed === null) return;
    moved.drop();
    release()?.cancel();
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  function toolPointer(event: MouseEvent): ToolPointer {
    const box = element.getBoundingClientRect();
    return { pixel: [event.clientX - box.left, event.clientY - box.top], shift: event.shiftKey, ctrl: event.ctrlKey || event.metaKey };
  }
}

/** The last of many calls, once, before the next frame. */
function oncePerFrame<T>(run: (value: T) => void): { call(value: T): void; now(): void; drop(): void } {
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
