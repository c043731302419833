import { transformPoints } from '#core/math';
import type { MeshVersion } from '#core/diff';
import type { TriangleMesh } from '#core/mesh';
import type { DocumentId } from '#host-api';
import { documentLabel } from '../documents/document-label.ts';
import { type Placement, placementOf } from '../pair/placement.ts';
import type { WritableStore } from '../store/store.ts';
import { addChanges } from './add-changes.ts';

/**
 * Requests the comparison of two open documents, as they are placed in the scene. Returns whether it did: not if one has no mesh. The versions
 * are drawn in place of the document that is not moved.
 */
export function noteCompared(store: WritableStore, a: DocumentId, b: DocumentId): boolean {
  const documents = store.documents.peek();
  const scene = store.scene.peek();
  const version = (id: DocumentId): MeshVersion | null => {
    const { summary, mesh } = documents.find((document) => document.summary.id === id) ?? { summary: null, mesh: null };
    return mesh === null ? null : { mesh: placed(mesh.mesh, placementOf(scene, id)), findings: summary.mesh?.findings ?? [] };
  };
  const [before, after] = [version(a), version(b)];
  if (a === b || before === null || after === null) return false;
  addChanges(store, {
    cause: 'compare',
    name: documentLabel(documents, a),
    otherName: documentLabel(documents, b),
    documents: placementOf(scene, a) === null ? [a, b] : [b, a],
    before,
    after,
  });
  return true;
}

function placed(mesh: TriangleMesh, placement: Placement): TriangleMesh {
  if (placement === null) return mesh;
  const positions = new Float64Array(mesh.positions.length);
  transformPoints(placement, mesh.positions, positions);
  return { ...mesh, positions };
}
