import { triangleCount } from '#core/mesh';
import { findingNamed, noFindings } from '../health/health-query.ts';
import { contactIndex, loopIndex } from '../pair/pair-query.ts';
import { touchIndex } from '../sphere/sphere-query.ts';
import type { Selection } from '../store/records.ts';
import type { Store } from '../store/store.ts';

/**
 * Returns whether there is something for a selection to show: a hit, an overlap or a contact disappears when its query changes. The selection
 * itself stays, and is shown again when it comes back. Subscribes to what it reads.
 */
export function selectionExists(store: Store, selection: Selection): boolean {
  switch (selection.kind) {
    case 'hit':
      return store.ray.value?.result.hits[selection.hit] !== undefined;
    case 'touch':
      return store.sphere.value !== null && touchIndex(store.sphere.value, selection.triangle) !== null;
    case 'contact':
    case 'loop': {
      const { outcome } = store.pair.value;
      const indexOf = selection.kind === 'contact' ? contactIndex : loopIndex;
      return outcome !== null && indexOf(outcome, selection.a, selection.b) !== null;
    }
    case 'node': {
      const tree = store.scene.value.trees.get(selection.document)?.tree;
      return tree !== undefined && selection.node < tree.nodeCount;
    }
    case 'finding':
      return findingNamed(store.findings.value.get(selection.document) ?? noFindings, selection.name) !== null;
    case 'document':
    case 'part':
    case 'parts':
    case 'triangle':
    case 'triangles':
      return isInDocument(store, selection);
  }
}

function isInDocument(
  store: Store,
  selection: Extract<Selection, { kind: 'document' | 'part' | 'parts' | 'triangle' | 'triangles' }>,
): boolean {
  const document = store.documents.value.find(({ summary }) => summary.id === selection.document);
  if (document === undefined) return false;
  const mesh = document.mesh?.mesh;
  if (selection.kind === 'document') return true;
  if (mesh === undefined) return false;
  if (selection.kind === 'part') return selection.part < mesh.parts.length;
  return selection.kind !== 'triangle' || selection.triangle < triangleCount(mesh);
}
