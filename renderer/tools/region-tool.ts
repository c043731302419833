import { partsOf } from '../state/selection/spread-triangles.ts';
import type { PickHow } from '../state/selection/set-selection.ts';
import { type Store } from '../state/store/store.ts';
import { documentOf } from '../commands/actions.ts';
import { pickSet } from '../commands/selection-actions.ts';
import { createSelectTool } from './select-tool.ts';
import { movedBeyondClick, type Pixel, type Tool, type ToolPointer, type ToolView } from './tool.ts';

/** Corners of a lasso are this far apart, CSS pixels. */
const lassoStep = 3;

/**
 * A drag outlines a region and selects the triangles or parts of the active document that it touches: with Shift in addition, with Ctrl it
 * removes them. A click selects as the select tool does. Escape cancels.
 */
export function createRegionTool(store: Store, view: ToolView, shape: 'box' | 'lasso'): Tool {
  const select = createSelectTool(store, view);
  let outline: Pixel[] | null = null;
  let isDragging = false;
  const end = (): void => {
    outline = null;
    isDragging = false;
    view.showRegion(null);
  };
  return {
    drags: () => true,
    hover: (pointer, point) => select.hover?.(pointer, point),
    down(pointer) {
      outline = [pointer.pixel];
      isDragging = false;
      select.down(pointer);
    },
    move({ pixel }) {
      if (outline === null) return;
      isDragging ||= movedBeyondClick(outline[0]!, pixel);
      if (!isDragging) return;
      outline = shape === 'box' ? rectangle(outline[0]!, pixel) : extended(outline, pixel);
      view.showRegion(outline);
    },
    up(pointer) {
      const drawn = isDragging ? outline : null;
      end();
      if (drawn === null) return select.up(pointer);
      select.cancel();
      selectRegion(store, view, drawn, pointer);
    },
    cancel() {
      const was = outline !== null;
      end();
      return select.cancel() || was;
    },
  };
}

function selectRegion(store: Store, view: ToolView, outline: readonly Pixel[], { shift, ctrl }: ToolPointer): void {
  const { activeDocument: document, picking } = store.scene.peek();
  const mesh = document === null ? undefined : documentOf(store, document)?.mesh?.mesh;
  if (document === null || mesh === undefined) return;
  const set = view.trianglesIn(document, outline, picking.through);
  if (set === null) return;
  const how: PickHow = shift ? 'add' : ctrl ? 'remove' : 'replace';
  pickSet(store, { kind: picking.what, document, set: picking.what === 'parts' ? partsOf(mesh, set) : set }, how);
}

/** Returns the corners of a rectangle from two opposite ones; the first stays the first. */
function rectangle([x0, y0]: Pixel, [x1, y1]: Pixel): Pixel[] {
  return [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ];
}

function extended(outline: Pixel[], pixel: Pixel): Pixel[] {
  const last = outline.at(-1)!;
  return Math.hypot(pixel[0] - last[0], pixel[1] - last[1]) < lassoStep ? outline : [...outline, pixel];
}
