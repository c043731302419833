import { trianglePath } from '#core/tree';
import { select } from '../commands/actions.ts';
import { type Store, writable } from '../state/store/store.ts';
import type { Selection } from '../state/store/records.ts';
import { movedBeyondClick, type Pixel, type SurfacePoint, type Tool, type ToolView } from './tool.ts';

/**
 * A click selects the triangle under the pointer with its leaf. Marked hits and contacts have priority. A click on nothing
 * clears the selection.
 */
export function createSelectTool(store: Store, view: ToolView): Tool {
  let pressedAt: Pixel | null = null;
  return {
    drags: () => false,
    hover({ pixel }, point) {
      writable(store).hover.value = selectionAt(store, view, pixel, point);
    },
    down({ pixel }) {
      pressedAt = pixel;
    },
    move() {},
    up({ pixel }) {
      if (pressedAt !== null && !movedBeyondClick(pressedAt, pixel)) {
        const selection = selectionAt(store, view, pixel);
        // The status bar reports the missing tree; the selection stays.
        if (selection !== null || store.unpickable.peek() === null) select(store, selection);
      }
      pressedAt = null;
    },
    cancel() {
      const was = pressedAt !== null;
      pressedAt = null;
      return was;
    },
  };
}

/** Returns what is visible at a pixel as a selection. `point` is its surface point, if known. */
export function selectionAt(
  store: Store,
  view: ToolView,
  pixel: Pixel,
  point: SurfacePoint | null = view.pick(pixel),
): Exclude<Selection, { kind: 'document' }> | null {
  const hit = view.hitAt(pixel);
  if (hit !== null) return { kind: 'hit', hit };
  const contact = view.contactAt(pixel);
  if (contact !== null) return { kind: 'contact', ...contact };
  return point === null ? null : triangleAt(store, point);
}

function triangleAt(store: Store, { document, triangle }: SurfacePoint): Extract<Selection, { kind: 'triangle' }> {
  const tree = store.scene.peek().trees.get(document)?.tree;
  const node = tree === undefined ? null : (trianglePath(tree, triangle)?.at(-1) ?? null);
  return { kind: 'triangle', document, triangle, node };
}
