import type { Section } from '../state/section/section.ts';
import { unitsOf } from '../state/documents/space-of.ts';
import type { Scene } from '../state/store/records.ts';
import { withDisplay } from '../state/store/scene-edits.ts';
import { type Store, writable } from '../state/store/store.ts';
import { ownLength } from '../text/shown-unit.ts';
import { stepOf } from '../text/step-number.ts';
import { createDragTool } from './drag-tool.ts';
import {
  beginSectionDrag,
  draggedSection,
  handleAt,
  pixelSize,
  type PlacedHandle,
  type SectionDrag,
  type SectionSteps,
} from './section-handles.ts';
import type { Tool, ToolPointer, ToolView } from './tool.ts';

/**
 * Returns a tool that handles drags of the section's handles, live and as one undo step, and passes everything else to the given tool. Ctrl
 * snaps; Escape restores the section.
 */
export function withSectionHandles(store: Store, view: ToolView, inner: Tool): Tool {
  const grabbed = ({ pixel }: ToolPointer): PlacedHandle | null =>
    store.kept.peek().length === 0 ? null : handleAt(store.scene.peek().display.section, view, pixel);
  const handles = createDragTool<SectionDrag | null, Section>(store, {
    click: () => null,
    clickTitle: '',
    begin(pressed) {
      const placed = grabbed(pressed);
      return placed === null ? null : beginSectionDrag(store.scene.peek().display.section, placed, view, pressed.pixel);
    },
    drag: (drag, { pixel, ctrl }) => (drag === null ? null : draggedSection(drag, view, pixel, ctrl ? stepsOf(store, view, drag) : null)),
    documents: () => [],
    dragTitle: (drag) => (drag === null ? '' : titles[drag.handle.kind]),
    edit: (scene: Scene, section) => withDisplay(scene, { section }),
  });
  let pressed: Tool | null = null;
  return {
    drags: (pointer) => grabbed(pointer) !== null || inner.drags(pointer),
    ...(inner.hover === undefined
      ? {}
      : {
          hover(pointer, point) {
            if (grabbed(pointer) === null) inner.hover?.(pointer, point);
            else writable(store).hover.value = null;
          },
        }),
    down(pointer) {
      pressed = grabbed(pointer) === null ? inner : handles;
      pressed.down(pointer);
    },
    move: (pointer) => pressed?.move(pointer),
    up(pointer) {
      const was = pressed;
      pressed = null;
      was?.up(pointer);
    },
    cancel() {
      const was = pressed;
      pressed = null;
      return was?.cancel() ?? false;
    },
  };
}

const titles = { move: 'Move section plane', turn: 'Rotate section plane', face: 'Move face of clip box' } as const;

/** Returns the steps that the user prefers; by default a move of about a dozen pixels, 1 times a power of ten. */
function stepsOf(store: Store, view: ToolView, { position }: SectionDrag): SectionSteps {
  const { snapMove, snapDegrees } = store.preferences.peek();
  const own = ownLength(unitsOf(store, store.activeDocument.peek()), snapMove);
  return { step: own > 0 ? own : stepOf(12 * 10 * pixelSize(view, position)), degrees: snapDegrees };
}
