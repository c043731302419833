import { computed, type ReadonlySignal } from '@preact/signals-core';
import { triangleCount, type TriangleMesh } from '#core/mesh';
import type { DocumentId } from '#host-api';
import { type IndexSet, sameSet, setOf, setOfRuns, union } from '../selection/index-set.ts';
import { hiddenKey, type HiddenThings, type PageDocument, type Scene } from '../store/records.ts';

/** Returns the triangles of a document that are hidden by themselves or with their part; `null` for none. The document itself does not count. */
export function hiddenTrianglesOf({ hidden, hiddenTriangles }: HiddenThings, document: DocumentId, mesh: TriangleMesh): IndexSet | null {
  const size = triangleCount(mesh);
  const alone = hiddenTriangles.get(document) ?? null;
  // Most scenes hide nothing, and a level has thousands of parts.
  if (hidden.size === 0 && alone === null) return null;
  const runs = mesh.parts.flatMap(({ firstTriangle, triangleCount: count }, part) =>
    hidden.has(hiddenKey(document, part)) ? [{ first: firstTriangle, count }] : [],
  );
  if (runs.length === 0) return alone;
  const ofParts = setOfRuns(size, runs);
  return union(ofParts, alone ?? setOf(size));
}

interface HiddenSources {
  readonly scene: ReadonlySignal<Scene>;
  readonly documents: ReadonlySignal<readonly PageDocument[]>;
}

/** Returns the hidden triangles of each document that has some. The set of a document stays the same object until it changes. */
export function hiddenTrianglesSignal({ scene, documents }: HiddenSources): ReadonlySignal<ReadonlyMap<DocumentId, IndexSet>> {
  const hidden = computed(() => scene.value.hidden);
  const hiddenTriangles = computed(() => scene.value.hiddenTriangles);
  let known = new Map<DocumentId, IndexSet>();
  return computed(() => {
    const things = { hidden: hidden.value, hiddenTriangles: hiddenTriangles.value };
    const next = new Map<DocumentId, IndexSet>();
    for (const { summary, mesh } of documents.value) {
      const found = mesh === null ? null : hiddenTrianglesOf(things, summary.id, mesh.mesh);
      if (found === null) continue;
      const before = known.get(summary.id);
      next.set(summary.id, before !== undefined && sameSet(before, found) ? before : found);
    }
    known = next;
    return next;
  });
}
