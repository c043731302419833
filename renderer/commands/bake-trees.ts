import { type BakeFormatName, bakeFormats, maxTrees } from '#core/bake';
import type { TreeSummary } from '#host-api';
import type { PageDocument } from '../state/store/records.ts';
import type { Store } from '../state/store/store.ts';

/** Returns the trees that a file gets, the shown one first; none for formats without trees. */
export function bakeTrees(
  store: Store,
  document: PageDocument,
  { format, allTrees }: { readonly format: BakeFormatName; readonly allTrees: boolean },
): readonly TreeSummary[] {
  const shown = shownTree(store, document);
  if (shown === null || !bakeFormats[format].hasTree) return [];
  return format === 'boxwood' && allTrees ? [shown, ...otherTrees(store, document)] : [shown];
}

/** Returns the tree of a document that is shown; `null` without one. */
export function shownTree({ scene }: Store, { summary }: PageDocument): TreeSummary | null {
  return scene.value.trees.get(summary.id)?.summary ?? null;
}

/** Returns the other trees that the host holds, as many as fit in a file. */
export function otherTrees(store: Store, document: PageDocument): readonly TreeSummary[] {
  const shown = shownTree(store, document);
  // The host may have dropped a tree that undo restored. Building it again replaces the host's oldest tree.
  return document.summary.trees.filter(({ id }) => id !== shown?.id).slice(1 - maxTrees);
}
