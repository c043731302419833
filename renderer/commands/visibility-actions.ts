/** Hides, shows and isolates parts and triangles. */
import type { DocumentId } from '#host-api';
import { undoneEdits } from '../state/convex/undone-edits.ts';
import { setOf } from '../state/selection/index-set.ts';
import { selectedSet } from '../state/selection/selected-set.ts';
import { documentLabel } from '../state/documents/document-label.ts';
import type { Selection } from '../state/store/records.ts';
import { type Store, writable } from '../state/store/store.ts';
import {
  type HideTarget,
  isTargetHidden,
  withIsolated,
  withIsolationEnded,
  withOthersHidden,
  withPartsHidden,
  withTargetHidden,
} from '../state/visibility/hide-edits.ts';
import { formatMany } from '../text/format-number.ts';
import { documentOf, partName, selectionTitle } from './actions.ts';

/** Returns what of the scene a selection hides: a document, parts, or the triangles that it stands for; `null` for none. */
export function hideTargetOf(store: Store, selection: Selection | null): HideTarget | null {
  switch (selection?.kind) {
    case undefined:
      return null;
    case 'document':
      return selection;
    case 'part':
    case 'parts': {
      const { document } = selection;
      const size = documentOf(store, document)?.mesh?.mesh.parts.length ?? 0;
      return { kind: 'parts', document, set: selection.kind === 'parts' ? selection.parts : setOf(size, [selection.part]) };
    }
    default: {
      const found = selectedSet(store, selection);
      return found === null || found.set.count === 0 ? null : { kind: 'triangles', document: found.document, set: found.set };
    }
  }
}

/** Hides the selection, or shows it if all of it is hidden. */
export function hideSelected(store: Store): void {
  const target = hideTargetOf(store, store.scene.peek().selection);
  if (target === null) return;
  const hide = !isTargetHidden(store.scene.peek(), target);
  writable(store).history.change(`${hide ? 'Hide' : 'Show'} ${targetTitle(store, target)}`, (scene) =>
    withTargetHidden(scene, target, hide),
  );
}

/** Hides everything except the selection. */
export function hideUnselected(store: Store): void {
  const target = hideTargetOf(store, store.scene.peek().selection);
  if (target !== null) writable(store).history.change('Hide unselected', (scene) => withOthersHidden(scene, target, openIds(store)));
}

/** Shows only the selection; the second time, what was shown before. */
export function toggleIsolated(store: Store): void {
  if (store.scene.peek().isolated !== null) {
    const removed = undoneEdits(store);
    return writable(store).history.change('End isolation', (scene) => withIsolationEnded(scene, removed));
  }
  const target = isolationTarget(store);
  if (target !== null)
    writable(store).history.change(`Isolate ${targetTitle(store, target)}`, (scene) => withIsolated(scene, target, openIds(store)));
}

/** Returns what an isolation would show: the selection, or else the active one of several documents; `null` for nothing. */
export function isolationTarget(store: Store): HideTarget | null {
  const { selection, activeDocument } = store.scene.value;
  const target = hideTargetOf(store, selection);
  if (target !== null || activeDocument === null || store.documents.value.length < 2) return target;
  return { kind: 'document', document: activeDocument };
}

/** Shows only these parts. */
export function showPartsAlone(store: Store, document: DocumentId, parts: readonly number[]): void {
  const size = documentOf(store, document)?.mesh?.mesh.parts.length ?? 0;
  const target = { kind: 'parts', document, set: setOf(size, parts) } as const;
  const what = parts.length === 1 ? partName(store, document, parts[0]!) : formatMany(parts.length, 'part');
  writable(store).history.change(`Show only ${what}`, (scene) => withOthersHidden(scene, target, openIds(store)));
}

/** Hides or shows parts of a document; changes of one burst are one step. */
export function setPartsHidden(store: Store, document: DocumentId, parts: readonly number[], hide: boolean, burst?: symbol): void {
  const what = parts.length === 1 ? partName(store, document, parts[0]!) : formatMany(parts.length, 'part');
  writable(store).history.change(`${hide ? 'Hide' : 'Show'} ${what}`, (scene) => withPartsHidden(scene, document, parts, hide), burst);
}

/** Sets which parts rays, spheres and the moving mesh see. */
export function setQueried(store: Store, queried: 'all' | 'visible'): void {
  writable(store).history.change(queriedTitles[queried], (scene) => (scene.queried === queried ? scene : { ...scene, queried }));
}

export const queriedTitles = { all: 'Queries: all parts', visible: 'Queries: visible parts only' } as const;

function targetTitle(store: Store, target: HideTarget): string {
  switch (target.kind) {
    case 'document':
      return documentLabel(store.documents.peek(), target.document);
    case 'parts':
    case 'triangles': {
      if (target.set.count > 1) return formatMany(target.set.count, target.kind === 'parts' ? 'part' : 'triangle');
      return selectionTitle(store, store.scene.peek().selection).replace(/^Select /, '');
    }
  }
}

function openIds({ documents }: Store): readonly DocumentId[] {
  return documents.peek().map(({ summary }) => summary.id);
}
