import { effect } from '@preact/signals-core';
import { isClosed, type TriangleMesh } from '#core/mesh';
import { isPushed } from '../probe/probe-push-out.ts';
import type { WritableStore } from '../store/store.ts';

/**
 * Computes once for each mesh whether it is closed: when the sphere tool is activated on it, or when it has a sphere or a probe with a push-out.
 * It is not computed during a pointer move. `schedule` runs a function soon. Returns the function that stops.
 */
export function followClosedMeshes(store: WritableStore, schedule: (run: () => void) => void): () => void {
  const waiting = new WeakSet<TriangleMesh>();
  return effect(() => {
    const { sphere, probe, tool, activeDocument } = store.scene.value;
    const ids = [
      sphere?.document ?? (tool === 'sphere' ? activeDocument : null),
      probe !== null && isPushed(probe.shape) ? probe.document : null,
    ];
    const isWanted = (mesh: TriangleMesh): boolean => !store.closedMeshes.value.has(mesh) && !waiting.has(mesh);
    const mesh = store.queriedDocuments.value
      .filter(({ summary }) => ids.includes(summary.id))
      .map((document) => document.mesh?.mesh)
      .find((one) => one !== undefined && isWanted(one));
    if (mesh === undefined) return;
    waiting.add(mesh);
    schedule(() => {
      waiting.delete(mesh);
      const open = new Set([...store.documents.peek(), ...store.queriedDocuments.peek()].map((document) => document.mesh?.mesh));
      // Meshes of closed documents are dropped, and those of which other parts are queried now.
      const kept = [...store.closedMeshes.peek()].filter(([known]) => open.has(known));
      if (open.has(mesh)) store.closedMeshes.value = new Map([...kept, [mesh, isClosed(mesh)]]);
    });
  });
}
