import { transformPoints } from '#core/math';
import type { MeshVersion } from '#core/diff';
import type { TriangleMesh } from '#core/mesh';
import { documentLabel } from '../documents/document-label.ts';
import { type Placement, placementOf } from '../pair/placement.ts';
import type { Store, WritableStore } from '../store/store.ts';
import { addChanges } from './add-changes.ts';
import { type CompareSide, isSameSide, meshOfSide, sideLabel } from './compare-side.ts';
import type { MeshChanges } from './mesh-changes.ts';

/**
 * Requests the comparison of two open meshes or parts of them, as they are placed in the scene. Returns whether it did: not if one has no
 * triangles. The versions are drawn in place of the document that is not moved.
 */
export function noteCompared(store: WritableStore, a: CompareSide, b: CompareSide): boolean {
  const scene = store.scene.peek();
  const [before, after] = [versionOf(store, a), versionOf(store, b)];
  if (isSameSide(a, b) || before === null || after === null) return false;
  const documents = placementOf(scene, a.document) === null ? [a.document, b.document] : [b.document, a.document];
  addChanges(store, {
    cause: 'compare',
    name: nameOf(store, a),
    otherName: nameOf(store, b),
    documents: [...new Set(documents)],
    compared: [a, b].map((side) => ({ side, placement: placementOf(scene, side.document) })),
    before,
    after,
  });
  return true;
}

/** Returns whether a compared mesh was moved after the comparison: the results are those of its place then. */
export function hasMoved({ scene }: Pick<Store, 'scene'>, { compared }: MeshChanges): boolean {
  return compared.some(({ side, placement }) => {
    const now = placementOf(scene.value, side.document);
    return now === null || placement === null ? now !== placement : now.some((value, i) => value !== placement[i]);
  });
}

function versionOf(store: WritableStore, side: CompareSide): MeshVersion | null {
  const { summary, mesh } = store.documents.peek().find((document) => document.summary.id === side.document) ?? {
    summary: null,
    mesh: null,
  };
  const chosen = mesh === null ? null : meshOfSide(mesh.mesh, side);
  if (chosen === null || summary === null) return null;
  const findings = side.parts === 'all' ? (summary.mesh?.findings ?? []) : [];
  return { mesh: placed(chosen, placementOf(store.scene.peek(), side.document)), findings };
}

/** `level.glb: colliders`; without the file where both sides are of one would be ambiguous in a list of meshes. */
function nameOf(store: WritableStore, { document, parts }: CompareSide): string {
  const documents = store.documents.peek();
  const mesh = documents.find(({ summary }) => summary.id === document)?.mesh?.mesh ?? null;
  const label = sideLabel(parts, mesh);
  return `${documentLabel(documents, document)}${label === null ? '' : `: ${label}`}`;
}

function placed(mesh: TriangleMesh, placement: Placement): TriangleMesh {
  if (placement === null) return mesh;
  const positions = new Float64Array(mesh.positions.length);
  transformPoints(placement, mesh.positions, positions);
  return { ...mesh, positions };
}
