import { boundsCenter } from '#core/mesh';
import type { DocumentId } from '#host-api';
import { unitsOf } from '../state/documents/space-of.ts';
import { stepsWith } from '../state/pair/moving-steps.ts';
import { boundsOf, pairSize } from '../state/pair/pair-size.ts';
import type { Gizmo, MovingPose } from '../state/store/records.ts';
import { withMovingPose } from '../state/store/scene-edits.ts';
import type { Store } from '../state/store/store.ts';
import { ownLength } from '../text/shown-unit.ts';
import { setHover } from '../commands/actions.ts';
import { createDragTool } from './drag-tool.ts';
import { draggedPose, type DragGround } from './moving-drag.ts';
import { createSelectTool } from './select-tool.ts';
import type { Tool, ToolView } from './tool.ts';

/**
 * A drag of a handle of the moving mesh moves, rotates or scales it, live and as one undo step. Ctrl snaps; Escape restores the pose.
 * Away from the handles it is the select tool: drags rotate the camera.
 */
export function createMovingTool(store: Store, view: ToolView): Tool {
  const select = createSelectTool(store, view);
  const titles = { move: 'Move moving mesh', rotate: 'Rotate moving mesh', scale: 'Scale moving mesh' } as const;
  const handles = createDragTool<MovingDrag | null, MovingPose>(store, {
    click: () => null,
    clickTitle: '',
    begin: ({ pixel }) => (view.handles.grab(pixel) ? groundOf(store) : null),
    drag(ground, { pixel, ctrl }) {
      const move = ground === null ? null : view.handles.drag(pixel, ctrl ? store.preferences.peek().snapDegrees : null);
      return ground === null || move === null ? null : draggedPose(ground, move, ctrl);
    },
    documents: (ground) => ground?.documents ?? [],
    dragTitle: (ground) => titles[ground?.mode ?? 'move'],
    edit: withMovingPose,
  });
  let pressed: Tool | null = null;
  return {
    drags: ({ pixel }) => view.handles.over(pixel),
    hover(pointer, point) {
      if (view.handles.over(pointer.pixel)) setHover(store, null);
      else select.hover?.(pointer, point);
    },
    down(pointer) {
      pressed = view.handles.over(pointer.pixel) ? handles : select;
      pressed.down(pointer);
    },
    move: (pointer) => pressed?.move(pointer),
    up(pointer) {
      pressed?.up(pointer);
      pressed = null;
      view.handles.release();
    },
    cancel() {
      const was = pressed?.cancel() ?? false;
      pressed = null;
      view.handles.release();
      return was;
    },
  };
}

interface MovingDrag extends DragGround {
  /** The mode of the handles when the drag began. */
  readonly mode: Gizmo['mode'];
  readonly documents: readonly DocumentId[];
}

function groundOf(store: Store): MovingDrag | null {
  const { movingMesh, gizmo } = store.scene.peek();
  const bounds = movingMesh === null ? null : boundsOf(store, movingMesh.document);
  if (movingMesh === null || bounds === null) return null;
  const { translate, rotateDegrees, scale } = movingMesh;
  const { snapMove, snapScale } = store.preferences.peek();
  const fixed = store.documents.peek().find(({ summary }) => summary.id === movingMesh.fixed) ?? null;
  const units = unitsOf(store, fixed);
  return {
    mode: gizmo.mode,
    documents: [movingMesh.document, movingMesh.fixed],
    start: { translate, rotateDegrees, scale },
    pivot: boundsCenter(bounds),
    ...stepsWith(pairSize(store, movingMesh), ownLength(units, snapMove)),
    scaleStep: snapScale,
  };
}
