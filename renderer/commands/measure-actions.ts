/** Changes of the measure tool that commands, panels and the view share. */
import { membersOf } from '../state/selection/index-set.ts';
import { stepTitle } from '../state/documents/step-title.ts';
import { sidesOfPair, withSide } from '../state/measure/clearance.ts';
import type { ClearanceSide, MeasureKind, MeasureRefusal } from '../state/measure/measure-kinds.ts';
import { type Store, writable } from '../state/store/store.ts';
import { withTool } from '../state/store/scene-edits.ts';

/** Chooses the measure tool, and what it measures. No undo step. */
export function measure(store: Store, kind: MeasureKind): void {
  writable(store).measuring.value = kind;
  refuseMeasure(store, null);
  writable(store).history.amend((scene) => withTool(scene, 'measure'));
}

/** Reports why a click took nothing; `null` for a click that took something. */
export function refuseMeasure(store: Store, reason: MeasureRefusal | null): void {
  writable(store).measureRefusal.value = reason;
}

/** Chooses one of the surfaces whose distance is measured; a third one begins again. */
export function chooseSide(store: Store, side: ClearanceSide): void {
  const { clearance: chosen } = store.scene.peek();
  const clearance = withSide(chosen, side);
  refuseMeasure(store, clearance === chosen ? 'sameSurface' : null);
  writable(store).history.change(clearanceTitle(store, 'Measure clearance', clearance), (scene) =>
    clearance === chosen ? scene : { ...scene, clearance },
  );
}

/** Removes the measured points. */
export function clearPoints(store: Store): void {
  refuseMeasure(store, null);
  writable(store).history.change('Clear measurement', (scene) => ({ ...scene, measure: [] }));
}

/** Returns the surfaces of the selection, if these are two parts; `null` otherwise. Follows the store. */
export function sidesOfSelection({ scene }: Pick<Store, 'scene'>): readonly ClearanceSide[] | null {
  const { selection } = scene.value;
  if (selection?.kind !== 'parts' || selection.parts.count !== 2) return null;
  return Array.from(membersOf(selection.parts), (part) => ({ document: selection.document, part }));
}

/** Measures the distance of these surfaces. */
export function setClearance(store: Store, title: string, clearance: readonly ClearanceSide[]): void {
  refuseMeasure(store, null);
  writable(store).history.change(clearanceTitle(store, title, clearance), (scene) => ({ ...scene, clearance }));
}

function clearanceTitle(store: Store, title: string, sides: readonly ClearanceSide[]): string {
  return stepTitle(store.documents.peek(), title, ...sides.map(({ document }) => document));
}

/** Measures the distance of the moving mesh and its fixed mesh. */
export function measurePair(store: Store): void {
  const sides = sidesOfPair(store.scene.peek());
  if (sides !== null) setClearance(store, 'Measure clearance', sides);
}
