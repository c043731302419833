import { formatMany } from '../../text/format-number.ts';
import type { IndexSet } from '../selection/index-set.ts';
import type { Selection } from '../store/records.ts';
import { setRecord } from './set-text.ts';
import type { Snapshot } from './snapshot.ts';

/** A link holds at most this much of one set: browsers cut long addresses. Characters. */
const maxSetLength = 1000;
const maxParts = 100;

export interface LinkSnapshot {
  readonly snapshot: Snapshot;
  /** What the link does not hold, in words. */
  readonly leftOut: readonly string[];
}

/** Returns the part of a snapshot that a link holds: the view of the documents, without what makes it too long. */
export function linkSnapshot(full: Snapshot): LinkSnapshot {
  const leftOut: string[] = [];
  const parts = full.documents.reduce((sum, { hidden }) => sum + hidden.parts.length, 0);
  if (parts > maxParts) leftOut.push(formatMany(parts, 'hidden part'));
  const keeps = (set: IndexSet | null, what: string): boolean => {
    if (set === null || JSON.stringify(setRecord(set)).length <= maxSetLength) return true;
    leftOut.push(formatMany(set.count, what));
    return false;
  };
  const documents = full.documents.map((document) => ({
    ...document,
    hidden: {
      ...document.hidden,
      parts: parts > maxParts ? [] : document.hidden.parts,
      triangles: keeps(document.hidden.triangles, 'hidden triangle') ? document.hidden.triangles : null,
    },
    hiddenBefore: null,
    isChecked: false,
  }));
  const selection = linkedSelection(full.scene.selection, keeps);
  const { instances } = full.scene;
  if (instances !== null) leftOut.push(`the scene ${instances.name}`);
  if (full.bookmarks.length > 0) leftOut.push(formatMany(full.bookmarks.length, 'bookmark'));
  const scene = { ...full.scene, selection, instances: null };
  // The reader of the link has a window and panels of another size.
  return { snapshot: { ...full, documents, scene, bookmarks: [], flySpeed: null, layouts: null }, leftOut };
}

function linkedSelection(selection: Selection | null, keeps: (set: IndexSet, what: string) => boolean): Selection | null {
  switch (selection?.kind) {
    case 'parts':
      return keeps(selection.parts, 'selected part') ? selection : { kind: 'document', document: selection.document };
    case 'triangles':
      return keeps(selection.triangles, 'selected triangle') ? selection : { kind: 'document', document: selection.document };
    default:
      return selection ?? null;
  }
}
