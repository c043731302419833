import type { DocumentId } from '#host-api';
import { stepTitle } from '../state/documents/step-title.ts';
import type { Scene } from '../state/store/records.ts';
import { type Store, writable } from '../state/store/store.ts';
import { movedBeyondClick, type Pixel, type Tool, type ToolPointer } from './tool.ts';

/** How a tool handles presses. `Value` is the scene value that it changes, `Drag` the state when a drag begins. */
export interface DragSteps<Drag, Value> {
  /** The value of a click, as the step `clickTitle`; `null` for no step. */
  readonly click: (pixel: Pixel) => Value | null;
  readonly clickTitle: string;
  /** The document that a value is of, which the titles name; left out for a value of the whole scene. */
  readonly documentOf?: (value: Value) => DocumentId;
  readonly begin: (pressed: ToolPointer) => Drag;
  /** The current value of a drag; `null` for none, for instance with the pointer on a ray's origin. */
  readonly drag: (drag: Drag, pointer: ToolPointer) => Value | null;
  /** The documents that a drag depends on. */
  readonly documents: (drag: Drag) => readonly (DocumentId | null)[];
  /** Title of the undo step of the drag. */
  readonly dragTitle: (drag: Drag) => string;
  readonly edit: (scene: Scene, value: Value) => Scene;
}

type State<Drag, Value> =
  | { readonly kind: 'idle' }
  /** The button is down, and it may still become a click. */
  | { readonly kind: 'pressed'; readonly at: ToolPointer }
  | { readonly kind: 'dragging'; readonly drag: Drag; readonly last: Value | null };

/**
 * Handles a press as a click, one undo step, or as a drag, with a live preview and one step at its end. Cancelling restores
 * the value, and so does closing or reloading the document during a drag.
 */
export function createDragTool<Drag, Value>(store: Store, steps: DragSteps<Drag, Value>): Tool {
  let state: State<Drag, Value> = { kind: 'idle' };
  const titleOf = (title: string, value: Value | null): string =>
    value === null || steps.documentOf === undefined ? title : stepTitle(store.documents.peek(), title, steps.documentOf(value));
  return {
    drags: () => true,
    down(pointer) {
      state = { kind: 'pressed', at: pointer };
    },
    move(pointer) {
      if (state.kind === 'pressed') {
        if (!movedBeyondClick(state.at.pixel, pointer.pixel)) return;
        state = { kind: 'dragging', drag: steps.begin(state.at), last: null };
      }
      if (state.kind === 'dragging' && steps.documents(state.drag).some((id) => id !== null && !isOpen(store, id))) {
        state = { kind: 'idle' };
        return writable(store).history.revert();
      }
      const value = state.kind === 'dragging' ? steps.drag(state.drag, pointer) : null;
      if (value === null || state.kind !== 'dragging') return;
      state = { ...state, last: value };
      writable(store).history.preview((scene) => steps.edit(scene, value));
    },
    up(pointer) {
      const ended = state;
      state = { kind: 'idle' };
      if (ended.kind === 'dragging') writable(store).history.settle(titleOf(steps.dragTitle(ended.drag), ended.last));
      const value = ended.kind === 'pressed' ? steps.click(pointer.pixel) : null;
      if (value !== null) writable(store).history.change(titleOf(steps.clickTitle, value), (scene) => steps.edit(scene, value));
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
