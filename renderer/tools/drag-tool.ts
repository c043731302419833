import type { DocumentId } from '#host-api';
import type { Scene } from '../state/store/records.ts';
import { type Store, writable } from '../state/store/store.ts';
import { movedBeyondClick, type Pixel, type Tool, type ToolPointer } from './tool.ts';

/** What a tool makes of presses: `Value` is what it changes in the scene, `Drag` what a drag began with. */
export interface DragSteps<Drag, Value> {
  /** What a click gives, as the step `clickTitle`; `null` for no step. */
  readonly click: (pixel: Pixel) => Value | null;
  readonly clickTitle: string;
  readonly begin: (pressed: ToolPointer) => Drag;
  /** What a drag gives now; `null` while it gives nothing, as with the pointer on a ray's origin. */
  readonly drag: (drag: Drag, pointer: ToolPointer) => Value | null;
  /** The documents that a drag was begun on, and that it writes down with each move. */
  readonly documents: (drag: Drag) => readonly (DocumentId | null)[];
  /** Of the step that the drag is. */
  readonly dragTitle: (drag: Drag) => string;
  readonly edit: (scene: Scene, value: Value) => Scene;
}

type State<Drag> =
  | { readonly kind: 'idle' }
  /** The button is down, and it may still become a click. */
  | { readonly kind: 'pressed'; readonly at: ToolPointer }
  | { readonly kind: 'dragging'; readonly drag: Drag };

/**
 * A press that is either a click, one step, or a drag, live and one step at its end. What is cancelled gives back what was, and
 * so does a drag whose document is closed or reloaded meanwhile.
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
