import { computed, effect, untracked } from '@preact/signals-core';
import type { TriangleMesh } from '#core/mesh';
import type { DocumentId } from '#host-api';
import { lostWorker } from '../store/lost-worker.ts';
import type { WritableStore } from '../store/store.ts';
import type { FromProbeHullWorker, SpawnProbeHull } from './probe-hull-messages.ts';

/** Most vertices of the hull of a mesh: more make each query slow. */
const maxVertices = 128;

/**
 * While `store.probeHull` is running, computes the hull of its mesh in a worker, one for each hull; ending it cancels. `take` gets the vertices.
 * Returns the function that stops.
 */
export function followProbeHull(
  store: WritableStore,
  spawn: SpawnProbeHull,
  take: (document: DocumentId, vertices: Float64Array) => void,
): () => void {
  let worker: ReturnType<SpawnProbeHull> | null = null;
  const document = computed(() => (store.probeHull.value.kind === 'running' ? store.probeHull.value.document : null));
  const mesh = computed(() => store.shown.value.find(({ summary }) => summary.id === document.value)?.mesh?.mesh ?? null);

  const end = (): void => {
    worker?.terminate();
    worker = null;
  };
  const start = (of: DocumentId, { positions, indices }: TriangleMesh): void => {
    const receive = (message: FromProbeHullWorker): void => {
      switch (message.kind) {
        case 'progress':
          store.probeHull.value = { kind: 'running', document: of, fraction: message.fraction };
          return;
        case 'failed':
          store.probeHull.value = message;
          return;
        case 'done':
          store.probeHull.value = { kind: 'none' };
          take(of, message.vertices);
      }
    };
    const own = spawn(
      // Messages of a worker that was terminated may still come.
      (message) => void (worker === own && receive(message)),
      (reason) => {
        if (worker !== own) return;
        store.probeHull.value = { kind: 'failed', problem: lostWorker('computes the hull', 'Close other documents', reason) };
      },
    );
    worker = own;
    own.post({ positions, indices, maxVertices });
  };
  const stop = effect(() => {
    const [of, wanted] = [document.value, mesh.value];
    untracked(() => {
      end();
      if (of === null) return;
      if (wanted === null) store.probeHull.value = { kind: 'none' };
      else start(of, wanted);
    });
  });
  return () => {
    stop();
    end();
  };
}
