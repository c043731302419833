/** Selections of several parts or triangles of one document, as sets. */
import type { DocumentId } from '#host-api';
import type { Selection } from '../store/records.ts';
import { difference, firstOf, has, hasAll, type IndexSet, setOf, union } from './index-set.ts';

/** `add`: also these; `remove`: all but these; `toggle`: removes them if all are selected, else adds them. */
export type PickHow = 'replace' | 'add' | 'toggle' | 'remove';

/** Picked parts or triangles of a document. */
export interface Picked {
  readonly kind: 'parts' | 'triangles';
  readonly document: DocumentId;
  readonly set: IndexSet;
}

/** Returns the selection of picked parts or triangles: one of them as a single selection, `null` for none. */
export function selectionOf({ kind, document, set }: Picked): Selection | null {
  const first = firstOf(set);
  if (first === null) return null;
  if (kind === 'parts') return set.count === 1 ? { kind: 'part', document, part: first } : { kind, document, parts: set };
  return set.count === 1 ? { kind: 'triangle', document, triangle: first, node: null } : { kind, document, triangles: set };
}

/** Returns the picked objects together with the selected ones of the same kind in the same document. Any other selection is replaced. */
export function joinedPick(selection: Selection | null, picked: Picked, how: PickHow): Picked {
  const before = setOfSelection(selection, picked);
  switch (how) {
    case 'replace':
      return picked;
    case 'add':
      return { ...picked, set: union(before, picked.set) };
    case 'remove':
      return { ...picked, set: difference(before, picked.set) };
    case 'toggle':
      return { ...picked, set: hasAll(before, picked.set) ? difference(before, picked.set) : union(before, picked.set) };
  }
}

/** Returns the selected objects of the kind and document of a pick; empty for another selection. */
export function setOfSelection(selection: Selection | null, { kind, document, set: { size } }: Picked): IndexSet {
  if (selection === null || !('document' in selection) || selection.document !== document) return setOf(size);
  switch (selection.kind) {
    case 'part':
      return setOf(size, kind === 'parts' ? [selection.part] : []);
    case 'parts':
      return kind === 'parts' ? selection.parts : setOf(size);
    case 'triangle':
      return setOf(size, kind === 'triangles' ? [selection.triangle] : []);
    case 'triangles':
      return kind === 'triangles' ? selection.triangles : setOf(size);
    default:
      return setOf(size);
  }
}

/** Returns whether a part is selected, alone or with others. */
export function isPartSelected(selection: Selection | null, document: DocumentId, part: number): boolean {
  if (selection?.kind === 'part') return selection.document === document && selection.part === part;
  return selection?.kind === 'parts' && selection.document === document && has(selection.parts, part);
}
