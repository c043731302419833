/** Edits of what is hidden: pure functions that return the same scene when they change nothing. */
import type { DocumentId } from '#host-api';
import { difference, type IndexSet, inverted, membersOf, sameSet, setOf, union } from '../selection/index-set.ts';
import { hiddenKey, type HiddenThings, type Scene } from '../store/records.ts';
import { hiddenKeysOf, withHidden } from '../store/scene-edits.ts';

/** A document, or some of its parts or triangles, to hide or show. */
export type HideTarget =
  | { readonly kind: 'document'; readonly document: DocumentId }
  | { readonly kind: 'parts'; readonly document: DocumentId; readonly set: IndexSet }
  | { readonly kind: 'triangles'; readonly document: DocumentId; readonly set: IndexSet };

/** Returns whether all of a target is hidden by itself. */
export function isTargetHidden({ hidden, hiddenTriangles }: HiddenThings, target: HideTarget): boolean {
  const { document } = target;
  switch (target.kind) {
    case 'document':
      return hidden.has(hiddenKey(document));
    case 'parts':
      return target.set.count > 0 && membersOf(target.set).every((part) => hidden.has(hiddenKey(document, part)));
    case 'triangles': {
      const already = hiddenTriangles.get(document);
      return target.set.count > 0 && already !== undefined && difference(target.set, already).count === 0;
    }
  }
}

/** Hides or shows a target. */
export function withTargetHidden(scene: Scene, target: HideTarget, hide: boolean): Scene {
  const { document } = target;
  switch (target.kind) {
    case 'document':
      return withHidden(scene, document, null, hide);
    case 'parts':
      return withPartsHidden(scene, document, membersOf(target.set), hide);
    case 'triangles': {
      const before = scene.hiddenTriangles.get(document) ?? setOf(target.set.size);
      return withHiddenTriangles(scene, document, hide ? union(before, target.set) : difference(before, target.set));
    }
  }
}

export function withPartsHidden(scene: Scene, document: DocumentId, parts: Iterable<number>, hide: boolean): Scene {
  const hidden = new Set(scene.hidden);
  for (const part of parts) {
    if (hide) hidden.add(hiddenKey(document, part));
    else hidden.delete(hiddenKey(document, part));
  }
  // Parts were only added or only removed: equal sizes mean equal sets.
  return hidden.size === scene.hidden.size ? scene : { ...scene, hidden };
}

/** Sets exactly these triangles of a document as hidden, in addition to those of hidden parts. */
function withHiddenTriangles(scene: Scene, document: DocumentId, set: IndexSet): Scene {
  const before = scene.hiddenTriangles.get(document);
  if (before === undefined ? set.count === 0 : sameSet(before, set)) return scene;
  const hiddenTriangles = new Map(scene.hiddenTriangles);
  if (set.count === 0) hiddenTriangles.delete(document);
  else hiddenTriangles.set(document, set);
  return { ...scene, hiddenTriangles };
}

/** Shows a target and hides everything else: other documents, and the other parts or triangles of its document. `open`: all documents. */
export function withOthersHidden(scene: Scene, target: HideTarget, open: readonly DocumentId[]): Scene {
  const { document } = target;
  const shown = withPartsShown(withHidden(scene, document, null, false), target);
  const alone = open.reduce((next, id) => (id === document ? next : withHidden(next, id, null, true)), shown);
  switch (target.kind) {
    case 'document':
      return alone;
    case 'parts':
      return withPartsHidden(alone, document, membersOf(inverted(target.set)), true);
    case 'triangles':
      return withHiddenTriangles(alone, document, inverted(target.set));
  }
}

/** Removes what would still hide a target: the hidden state of its parts and triangles. */
function withPartsShown(scene: Scene, target: HideTarget): Scene {
  const { document } = target;
  if (target.kind === 'document') return scene;
  const shown = withHiddenTriangles(scene, document, setOf(0));
  if (target.kind === 'parts') return withPartsHidden(shown, document, membersOf(target.set), false);
  // All parts: a triangle of a hidden part would stay hidden.
  const prefix = `${hiddenKey(document)}/`;
  const hidden = new Set([...shown.hidden].filter((key) => !key.startsWith(prefix)));
  return hidden.size === shown.hidden.size ? shown : { ...shown, hidden };
}

/** Shows only a target, and remembers what was hidden before. */
export function withIsolated(scene: Scene, target: HideTarget, open: readonly DocumentId[]): Scene {
  const { hidden, hiddenTriangles } = scene.isolated ?? scene;
  return { ...withOthersHidden(scene, target, open), isolated: { hidden, hiddenTriangles } };
}

/** Sets whether a document counts among what was hidden before the isolation. */
export function withHiddenBefore(scene: Scene, document: DocumentId, hide: boolean): Scene {
  const { isolated } = scene;
  const key = hiddenKey(document);
  if (isolated === null || isolated.hidden.has(key) === hide) return scene;
  const hidden = new Set(isolated.hidden);
  if (hide) hidden.add(key);
  else hidden.delete(key);
  return { ...scene, isolated: { ...isolated, hidden } };
}

/** Hides again what was hidden before the isolation, and shows the rest except some documents: those that undo has removed. */
export function withIsolationEnded(scene: Scene, removed: ReadonlySet<DocumentId>): Scene {
  if (scene.isolated === null) return scene;
  const { hidden, hiddenTriangles } = scene.isolated;
  return {
    ...scene,
    hidden: removed.size === 0 ? hidden : new Set([...hidden, ...hiddenKeysOf(removed)]),
    hiddenTriangles,
    isolated: null,
  };
}
