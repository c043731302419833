import { mainBounds, meshBounds, openMeshAnimation, openMeshBytes, openMeshSurface } from '#core/mesh';
import { openSurface } from '#core/patch';
import { buildOptions, defaultValues, sameValues } from '#core/options';
import { openTree, subtreeCosts } from '#core/tree';
import { meshPath, treePath, type DocumentId, type DocumentSummary, type TreeSummary } from '#host-api';
import type { FetchedTree } from '../store/records.ts';
import { withTree } from '../store/scene-edits.ts';
import { endMesh, findDocument, optionsInUse, updateDocument, type DocumentTracker } from './document-tracker.ts';
import { dropDocument, replacePredecessor } from './forget-document.ts';
import { showDocument, stopAwaiting } from './show-document.ts';

/** Fetches the mesh of a document and shows the document. A call while it is being fetched does nothing. */
export async function fetchMesh(tracker: DocumentTracker, id: DocumentId): Promise<void> {
  const hasFetched = await fetchOnce(tracker, meshKey(id), id, async () => {
    const start = performance.now();
    const bytes = await tracker.host.fetchBytes(meshPath(id));
    const mesh = openMeshBytes(bytes);
    const surface = openMeshSurface(bytes);
    const transferMilliseconds = performance.now() - start;
    updateDocument(tracker, id, (document) => ({
      ...document,
      mesh: {
        mesh,
        bounds: meshBounds(mesh),
        mainBounds: mainBounds(mesh),
        transferMilliseconds,
        animation: openMeshAnimation(bytes),
        surface: surface.length === 0 ? null : openSurface(surface),
      },
    }));
    const loaded = findDocument(tracker, id);
    if (loaded?.mesh?.bounds === null) handleEmptyMesh(tracker, loaded.summary);
    if (loaded !== null) replacePredecessor(tracker, loaded);
    showDocument(tracker, id);
  });
  if (!hasFetched) return;
  if (tracker.awaited === id && findDocument(tracker, id)?.mesh == null) stopAwaiting(tracker);
  // A document whose mesh could not be fetched does not replace what the host has closed.
  const replaces = findDocument(tracker, id)?.summary.replaces ?? null;
  if (replaces !== null && tracker.leaving.has(replaces)) dropDocument(tracker, replaces, 'replaced');
  endMesh(tracker, id);
}

/** Waits until the mesh of a document was fetched, could not be fetched, or the document is closed. */
export async function meshFetched(tracker: DocumentTracker, id: DocumentId): Promise<void> {
  const document = findDocument(tracker, id);
  const isFetched = document !== null && (document.mesh !== null || (document.summary.mesh !== null && !tracker.fetching.has(meshKey(id))));
  if (isFetched) return;
  const { meshEnded } = tracker;
  await new Promise<void>((resolve) => meshEnded.set(id, [...(meshEnded.get(id) ?? []), resolve]));
}

function meshKey(id: DocumentId): string {
  return `mesh ${id}`;
}

/** A mesh without a usable triangle is shown with a warning; a file of colliders only is read again with them. */
function handleEmptyMesh(tracker: DocumentTracker, summary: DocumentSummary): void {
  const ofColliders = hasCollidersAlone(summary);
  if (!ofColliders) tracker.news.warn(`${summary.name} has no usable triangle: see the Findings`, summary.id);
  if (summary.replaces === null) tracker.requested.add(summary.id);
  if (ofColliders) void readColliders(tracker, summary);
}

/** Whether a file was read without its colliders and shows nothing else. */
function hasCollidersAlone({ mesh, replaces }: DocumentSummary): boolean {
  return mesh !== null && mesh.triangles === 0 && replaces === null && mesh.colliders.length > 0 && mesh.importing.colliders === 'apart';
}

async function readColliders(tracker: DocumentTracker, { id, name, mesh }: DocumentSummary): Promise<void> {
  const { host, news, reframing } = tracker;
  news.inform(`${name} has only colliders: they are shown`);
  reframing.add(id);
  await news.attempt(id, async () => {
    const options = optionsInUse(tracker, id) ?? defaultValues(buildOptions);
    await host.request('importAgain', { document: id, importing: { ...mesh!.importing, colliders: 'with' }, options });
  });
}

/**
 * Fetches the tree with the inherited options, which may be built first; without such options the newest tree. A file of colliders only is
 * about to be replaced: its first tree, of no triangle, may be gone before it is fetched.
 */
export async function fetchFirstTree(tracker: DocumentTracker, summary: DocumentSummary): Promise<void> {
  if (hasCollidersAlone(summary)) return;
  const { host, store, inheritedOptions } = tracker;
  const { id, trees } = summary;
  await fetchOnce(tracker, `tree ${id}`, id, async () => {
    const options = inheritedOptions.get(id) ?? trees.at(-1)!.options;
    const held = trees.findLast((other) => sameValues(buildOptions, other.options, options));
    const tree = await fetchTree(tracker, id, held ?? (await host.request('build', { document: id, options })).tree);
    if (findDocument(tracker, id) === null) return;
    store.history.rewrite((scene) => (scene.trees.has(id) ? scene : withTree(scene, id, tree)));
  });
}

/** Returns whether it fetched: `false` while the same key is being fetched. */
async function fetchOnce({ fetching, news }: DocumentTracker, key: string, id: DocumentId, fetch: () => Promise<void>): Promise<boolean> {
  if (fetching.has(key)) return false;
  fetching.add(key);
  await news.attempt(id, fetch);
  fetching.delete(key);
  return true;
}

/** Returns a tree that some undo step holds, else fetches it: undo and redo fetch nothing. */
export async function fetchTree({ host, store }: DocumentTracker, id: DocumentId, summary: TreeSummary): Promise<FetchedTree> {
  for (const mark of store.history.marks.peek()) {
    const held = mark.state.trees.get(id);
    if (held?.summary.id === summary.id) return held;
  }
  const start = performance.now();
  const tree = openTree(await host.fetchBytes(treePath(id, summary.id)));
  const transferMilliseconds = performance.now() - start;
  return { summary, tree, costShares: subtreeCosts(tree), transferMilliseconds };
}
