import type { DocumentId } from '#host-api';
import type { Scene } from '../state/store/records.ts';
import { type Store, writable } from '../state/store/store.ts';
import { movedBeyondClick, type Pixel, type Tool, type ToolPointer } from './tool.ts';

/** How a tool handles presses. `Value` is the scene value that it changes, `Drag` the state when a drag begins. */
export interface DragSteps<Drag, Value> {
  /** The value of a click, as the step `clickTitle`; `null` for no step. */
  readonly click: (pixel: Pixel) => Value | null;
  readonly clickTitle: string;
  readonly begin: (pressed: ToolPointer) => Drag;
  /** The current value of a drag; `null` for none, for instance with the pointer on a ray's origin. */
  readonly drag: (drag: Drag, pointer: ToolPointer) => Value | null;
  /** The documents that a drag depends on. */
  readonly documents: (drag: Drag) => readonly (DocumentId | null)[];
  /** Title of the undo step of the drag. */
  readonly dragTitle: (drag: Drag) => string;
  readonly edit: (scene: Scene, value: Value) => Scene;
}

type State<Drag> =
  | { readonly kind: 'idle' }
  /** The button is down, and it may still become a click. */
  | { readonly kind: 'pressed'; readonly at: ToolPointer }
  | { readonly kind: 'dragging'; readonly drag: Drag };

/**
 * Handles a press as a click, one undo step, or as a drag, with a live preview and one step at its end. Cancelling restores
 * the value, and so does closing or reloading the document during a drag.
 */
export function createDragTool<Drag, Value>(store: Store, steps: DragSteps<Drag, Value>): Tool {
  let state: State<Drag> = { kind: 'idle' };
  return {
    drags: () => true,
    down(pointer) {
      state = { kind: 'pressed', at: pointer };
    },
    move(pointer) {
      if (state.kind === 'pressed') {
        if (!movedBeyondClick(state.at.pixel, pointer.pixel)) return;
        state = { kind: 'dragging', drag: steps.begin(state.at) };
      }
      if (state.kind === 'dragging' && steps.documents(state.drag).some((id) => id !== null && !isOpen(store, id))) {
        state = { kind: 'idle' };
        return writable(store).history.revert();
      }
      const value = state.kind === 'dragging' ? steps.drag(state.drag, pointer) : null;
      if (value !== null) writable(store).history.preview((scene) => steps.edit(scene, value));
    },
    up(pointer) {
      const ended = state;
      state = { kind: 'idle' };
      if (ended.kind === 'dragging') writable(store).history.settle(steps.dragTitle(ended.drag));
      const value = ended.kind === 'pressed' ? steps.click(pointer.pixel) : null;
      if (value !== null) writable(store).history.change(steps.clickTitle, (scene) => steps.edit(scene, value));
    },
    cancel() {
      const begun = state.kind;
      state = { kind: 'idle' };
      if (begun === 'dragging') writable(store).history.revert();
      return begun !== 'idle';
    },
  };
}

function isOpen(store: Store, id: DocumentId): boolean {
  return store.documents.peek().some(({ summary }) => summary.id === id);
}
