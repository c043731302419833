import { batch, effect } from '@preact/signals-core';
import { buildOptions, type BuildOptions, sameValues } from '#core/options';
import type { DocumentId } from '#host-api';
import { hasStopped } from '../documents/is-settled.ts';
import { restoreEngines } from '../health/engine-of-file.ts';
import { withSelection } from '../store/scene-edits.ts';
import type { WritableStore } from '../store/store.ts';
import { type RestoreTarget, withSnapshot } from './restore-scene.ts';
import type { Snapshot } from './snapshot.ts';

/** What a restored snapshot needs of the page. */
export interface RestoreParts {
  readonly store: WritableStore;
  readonly rebuild: (document: DocumentId, options: BuildOptions) => Promise<void>;
  readonly showSecond: (document: DocumentId, options: BuildOptions) => Promise<void>;
  /** Shows a workspace by name, with the layouts of a session. */
  readonly showWorkspace: (name: string, layouts: Snapshot['layouts']) => void;
  /** Whether the snapshot is still wanted when the trees are built; without it always. */
  readonly isWanted?: () => boolean;
}

/** `page`: at the start of a page, without an undo step; `step`: as an undo step; `view`: as a step, without bookmarks and options of checks. */
export type RestoreHow =
  | { readonly kind: 'page' }
  | { readonly kind: 'step'; readonly title: string }
  | { readonly kind: 'view'; readonly title: string };

/**
 * Restores a snapshot: at once what needs only meshes, and when the trees are built the selected node and the second view. Resolves
 * when all of it is done. Does not run the checks again.
 */
export async function restoreSnapshot(
  parts: RestoreParts,
  snapshot: Snapshot,
  targets: readonly (RestoreTarget | null)[],
  how: RestoreHow,
): Promise<void> {
  const { store } = parts;
  batch(() => {
    if (snapshot.workspace !== null) parts.showWorkspace(snapshot.workspace, snapshot.layouts);
    if (how.kind === 'page') store.history.rewrite((scene) => withSnapshot(scene, snapshot, targets));
    else store.history.change(how.title, (scene) => withSnapshot(scene, snapshot, targets));
    store.measuring.value = snapshot.measuring;
    // A camera without its meshes would look at nothing.
    if (snapshot.camera !== null && targets.some((target) => target !== null)) {
      store.lens.value = snapshot.lens;
      store.camera.value = { pose: snapshot.camera, glides: false, by: null, isRestored: true };
    }
    if (how.kind === 'view') return;
    store.nodeMode.value = snapshot.nodeMode;
    store.bookmarks.value = snapshot.bookmarks;
    store.flySpeed.value = snapshot.flySpeed;
    store.healthOptions.value = snapshot.health;
    restoreEngines(
      store,
      targets.flatMap((target) => (target === null ? [] : [[target.document.summary.id, target.saved]])),
    );
  });
  await Promise.all(targets.map((target) => restoreTree(parts, target)));
  if (parts.isWanted?.() !== false) await restoreOfTrees(parts, snapshot, targets);
}

/** Waits for the tree of a document, and builds it again if it has other options. */
async function restoreTree({ store, rebuild }: RestoreParts, target: RestoreTarget | null): Promise<void> {
  const wanted = target?.saved.tree ?? null;
  if (target === null || wanted === null) return;
  const { id } = target.document.summary;
  await when(() => hasTreeOrNever(store, id));
  const built = store.history.current.peek().trees.get(id)?.summary.options;
  if (built !== undefined && !sameValues(buildOptions, built, wanted)) await rebuild(id, wanted);
}

/** Selects the node, and shows the second view. */
async function restoreOfTrees(
  { store, showSecond }: RestoreParts,
  { scene: { selection }, second }: Snapshot,
  targets: readonly (RestoreTarget | null)[],
): Promise<void> {
  const ofNode = selection?.kind === 'node' ? targets[selection.document] : null;
  if (selection?.kind === 'node' && ofNode?.isSame === true) {
    const { id } = ofNode.document.summary;
    store.history.amend((scene) => {
      // The person may have selected something else meanwhile.
      const isUntouched = scene.selection?.kind === 'document' && scene.selection.document === id;
      const isThere = selection.node < (scene.trees.get(id)?.tree.nodeCount ?? 0);
      return isUntouched && isThere ? withSelection(scene, { ...selection, document: id }) : scene;
    });
  }
  const ofSecond = second === null ? null : targets[second.document];
  if (second !== null && ofSecond != null) await showSecond(ofSecond.document.summary.id, second.options);
}

function hasTreeOrNever(store: WritableStore, id: DocumentId): boolean {
  if (store.history.current.value.trees.has(id)) return true;
  const summary = store.documents.value.find((document) => document.summary.id === id)?.summary;
  if (summary === undefined) return true;
  return hasStopped(summary.phase) || (summary.phase === 'ready' && summary.trees.length === 0);
}

/** Resolves as soon as a condition on signals holds. */
export function when(holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const stop = effect(() => {
      // After this run, when `stop` is assigned.
      if (holds()) queueMicrotask(() => (stop(), resolve()));
    });
  });
}
