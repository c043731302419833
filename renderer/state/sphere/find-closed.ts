import { effect } from '@preact/signals-core';
import { isClosed, type TriangleMesh } from '#core/mesh';
import type { WritableStore } from '../store/store.ts';

/**
 * Computes once for each mesh whether it is closed: when the sphere tool is activated on it, or when it has a sphere, and not
 * during a pointer move. `schedule` runs a function soon. Returns the function that stops.
 */
export function followClosedMeshes(store: WritableStore, schedule: (run: () => void) => void): () => void {
  const waiting = new WeakSet<TriangleMesh>();
  return effect(() => {
    const { sphere, tool, activeDocument } = store.scene.value;
    const id = sphere?.document ?? (tool === 'sphere' ? activeDocument : null);
    const mesh = store.queriedDocuments.value.find(({ summary }) => summary.id === id)?.mesh?.mesh;
    if (mesh === undefined || store.closedMeshes.value.has(mesh) || waiting.has(mesh)) return;
    waiting.add(mesh);
    schedule(() => {
      const open = new Set(store.queriedDocuments.peek().map((document) => document.mesh?.mesh));
      // Meshes of closed documents are dropped.
      const kept = [...store.closedMeshes.peek()].filter(([known]) => open.has(known));
      if (open.has(mesh)) store.closedMeshes.value = new Map([...kept, [mesh, isClosed(mesh)]]);
    });
  });
}
