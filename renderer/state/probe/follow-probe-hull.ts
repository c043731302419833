import { computed, effect, untracked } from '@preact/signals-core';
import { toErrorData } from '#core/error';
import type { TriangleMesh } from '#core/mesh';
import type { DocumentId } from '#host-api';
import { lostWorker } from '../store/lost-worker.ts';
import type { WritableStore } from '../store/store.ts';
import type { FromProbeHullWorker, SpawnProbeHull } from './probe-hull-messages.ts';

/** Most vertices of the hull of a mesh: more make each query slow. */
const maxVertices = 128;

/**
 * While `store.probeHull` is running, computes the hull of its mesh in a worker, one for each hull; ending it cancels. `take` gets the vertices. A mesh
 * that an animation moves is taken in the pose that is shown at the start. A hull and an error end where their mesh is closed, and where the
 * probe gets another shape. Returns the function that stops.
 */
export function followProbeHull(
  store: WritableStore,
  spawn: SpawnProbeHull,
  take: (document: DocumentId, vertices: Float64Array) => void,
): () => void {
  let worker: ReturnType<SpawnProbeHull> | null = null;
  const document = computed(() => (store.probeHull.value.kind === 'none' ? null : store.probeHull.value.document));
  const isRunning = computed(() => store.probeHull.value.kind === 'running');
  const isWanted = computed(() => {
    const kind = store.scene.value.probe?.shape.kind ?? store.probeKind.value;
    return kind === 'hull' && store.documents.value.some(({ summary, mesh }) => summary.id === document.value && mesh !== null);
  });

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
          store.probeHull.value = { ...message, document: of };
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
        store.probeHull.value = { kind: 'failed', document: of, problem: lostWorker('computes the hull', 'Close other documents', reason) };
      },
    );
    worker = own;
    try {
      own.post({ positions, indices, maxVertices });
    } catch (thrown) {
      store.probeHull.value = { kind: 'failed', document: of, problem: toErrorData(thrown) };
    }
  };
  const stop = effect(() => {
    const [of, runs, wanted] = [document.value, isRunning.value, isWanted.value];
    untracked(() => {
      end();
      if (of === null) return;
      const mesh = wanted ? store.shown.peek().find(({ summary }) => summary.id === of)?.mesh?.mesh : null;
      if (mesh == null) store.probeHull.value = { kind: 'none' };
      else if (runs) start(of, mesh);
    });
  });
  return () => {
    stop();
    end();
  };
}
