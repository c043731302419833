import { computed, type ReadonlySignal } from '@preact/signals-core';
import type { TriangleMesh } from '#core/mesh';
import type { DocumentId } from '#host-api';
import type { IndexSet } from '../selection/index-set.ts';
import type { FetchedTree, LoadedMesh, PageDocument, Scene } from '../store/records.ts';

/** The visible triangles of a document as a mesh with its own tree, for queries. */
export interface VisibleTree {
  /** What it was made from: valid while these three are the same objects. */
  readonly source: { readonly mesh: TriangleMesh; readonly tree: FetchedTree; readonly hidden: IndexSet };
  readonly loaded: LoadedMesh;
  readonly tree: FetchedTree;
}

export type VisibleTrees = ReadonlyMap<DocumentId, VisibleTree>;

interface QueriedSources {
  readonly scene: ReadonlySignal<Scene>;
  readonly documents: ReadonlySignal<readonly PageDocument[]>;
  readonly hiddenTriangles: ReadonlySignal<ReadonlyMap<DocumentId, IndexSet>>;
  readonly visibleTrees: ReadonlySignal<VisibleTrees>;
}

/** Scene and documents as queries see them. */
export interface QueriedSignals {
  /** A document of which queries see only the visible part has its tree of that part, or no tree until it is built. */
  readonly queriedScene: ReadonlySignal<Scene>;
  /** Such a document has the mesh of its visible part. */
  readonly queriedDocuments: ReadonlySignal<readonly PageDocument[]>;
}

/** Returns what queries see: all parts, or by the scene's choice the visible ones. Indices are those of the whole mesh. */
export function queriedSignals({ scene, documents, hiddenTriangles, visibleTrees }: QueriedSources): QueriedSignals {
  /** By document; `null` where the tree of the visible part is missing. */
  const visible = computed((): ReadonlyMap<DocumentId, VisibleTree | null> => {
    if (scene.value.queried === 'all') return nothing;
    const found = new Map<DocumentId, VisibleTree | null>();
    for (const [id, hidden] of hiddenTriangles.value) {
      const mesh = documents.value.find(({ summary }) => summary.id === id)?.mesh?.mesh;
      const known = visibleTrees.value.get(id) ?? null;
      const isValid = known !== null && mesh !== undefined && isVisibleTreeOf(known, mesh, scene.value.trees.get(id), hidden);
      found.set(id, isValid ? known : null);
    }
    return found.size === 0 ? nothing : found;
  });
  return {
    queriedScene: computed(() => {
      if (visible.value.size === 0) return scene.value;
      const trees = new Map(scene.value.trees);
      for (const [id, known] of visible.value) {
        if (known === null) trees.delete(id);
        else trees.set(id, known.tree);
      }
      return { ...scene.value, trees };
    }),
    queriedDocuments: computed(() => {
      if (visible.value.size === 0) return documents.value;
      return documents.value.map((document) => {
        const known = visible.value.get(document.summary.id) ?? null;
        return known === null ? document : { ...document, mesh: known.loaded };
      });
    }),
  };
}

const nothing: ReadonlyMap<DocumentId, VisibleTree | null> = new Map();

/** Returns whether a visible tree was made from exactly these. */
export function isVisibleTreeOf({ source }: VisibleTree, mesh: TriangleMesh, tree: FetchedTree | undefined, hidden: IndexSet): boolean {
  return source.mesh === mesh && source.tree === tree && source.hidden === hidden;
}
