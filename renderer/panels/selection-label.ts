import type { Store } from '../state/store/store.ts';
import { findingLabel } from '../state/health/finding-label.ts';
import { partName } from '../commands/actions.ts';
import { selectionExists } from '../state/selection/selection-exists.ts';
import { documentLabel } from '../state/documents/document-label.ts';
import { formatCount, formatMany } from '../text/format-number.ts';

/** Returns the selection in two or three words; `null` for none, and for one that is not there (any more). */
export function selectionLabel(store: Store): string | null {
  const { selection } = store.scene.value;
  if (selection === null || !selectionExists(store, selection)) return null;
  switch (selection.kind) {
    case 'document':
      return documentLabel(store.documents.value, selection.document) || null;
    case 'part':
      return partName(store, selection.document, selection.part);
    case 'parts':
      return formatMany(selection.parts.count, 'part');
    case 'node':
      return `node ${formatCount(selection.node)}`;
    case 'triangle':
      return `triangle ${formatCount(selection.triangle)}`;
    case 'triangles':
      return formatMany(selection.triangles.count, 'triangle');
    case 'finding':
      return findingLabel(store, selection);
    case 'hit':
      return `hit ${selection.hit + 1}`;
    case 'touch':
      return `overlapping triangle ${formatCount(selection.triangle)}`;
    case 'contact':
      return `contact of triangles ${formatCount(selection.a)} and ${formatCount(selection.b)}`;
    case 'loop':
      return 'contact curve';
  }
}
