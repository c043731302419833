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
  /** Meshes of closed documents are dropped, and those of which other parts are queried now. */
  const stopForgetting = effect(() => {
    const open = new Set([...store.documents.value, ...store.queriedDocuments.value].map((document) => document.mesh?.mesh));
    const known = store.closedMeshes.peek();
    const kept = [...known].filter(([mesh]) => open.has(mesh));
    if (kept.length < known.size) store.closedMeshes.value = new Map(kept);
  });
  const stopFinding = effect(() => {
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
      const isOpen = [...store.documents.peek(), ...store.queriedDocuments.peek()].some((document) => document.mesh?.mesh === mesh);
      if (isOpen) store.closedMeshes.value = new Map([...store.closedMeshes.peek(), [mesh, isClosed(mesh)]]);
    });
  });
  return () => {
    stopForgetting();
    stopFinding();
  };
}
