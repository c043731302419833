import { computed, effect, signal, untracked } from '@preact/signals-core';
import type { TriangleMesh } from '#core/mesh';
import type { FromComponentWorker, ToComponentWorker } from './component-messages.ts';
import { hiddenKey } from '../store/records.ts';
import type { WritableStore } from '../store/store.ts';
import { writeLog } from '../store/write-log.ts';

export type SpawnComponents = (
  message: (message: FromComponentWorker) => void,
  lost: (reason: string) => void,
) => { post(message: ToComponentWorker): void; terminate(): void };

/**
 * While meshes are coloured by component, finds the components of the visible ones in a worker, one mesh after the other, each once. The
 * worker ends when nothing is left to do. Components of meshes that are no longer open are dropped. Returns the function that stops.
 */
export function followComponents(store: WritableStore, spawn: SpawnComponents): () => void {
  let worker: ReturnType<SpawnComponents> | null = null;
  let running: { readonly serial: number; readonly mesh: TriangleMesh } | null = null;
  let serial = 0;
  const failed = new WeakSet<TriangleMesh>();
  /** Counts failures, so that the next mesh follows a failed one. */
  const failures = signal(0);
  const isOn = computed(() => store.scene.value.display.colourBy === 'component');
  const hidden = computed(() => store.scene.value.hidden);
  const wanted = computed((): TriangleMesh | null => {
    void failures.value;
    if (!isOn.value) return null;
    const meshes = store.documents.value.flatMap(({ summary, mesh }) =>
      mesh === null || hidden.value.has(hiddenKey(summary.id)) ? [] : [mesh.mesh],
    );
    return meshes.find((mesh) => !store.components.value.has(mesh) && !failed.has(mesh)) ?? null;
  });

  function end(): void {
    worker?.terminate();
    worker = null;
    running = null;
  }

  function receive({ serial: of, count, setOf }: FromComponentWorker): void {
    if (running === null || running.serial !== of) return;
    const { mesh } = running;
    running = null;
    store.components.value = new Map(store.components.peek()).set(mesh, { count, setOf });
  }

  function lose(reason: string): void {
    if (running !== null) failed.add(running.mesh);
    end();
    writeLog(store, 'error', `The worker that finds components has ended: ${reason}`);
    failures.value++;
  }

  const stopDropping = effect(() => {
    const open = new Set(store.documents.value.map((document) => document.mesh?.mesh));
    const known = store.components.peek();
    const kept = [...known].filter(([mesh]) => open.has(mesh));
    if (kept.length < known.size) store.components.value = new Map(kept);
  });
  const stop = effect(() => {
    void failures.value;
    const mesh = wanted.value;
    untracked(() => {
      if (mesh === null) return end();
      if (running?.mesh === mesh) return;
      if (running !== null) end();
      worker ??= spawn(receive, lose);
      running = { serial: ++serial, mesh };
      worker.post({ serial, positions: mesh.positions, indices: mesh.indices });
    });
  });
  return () => {
    stop();
    stopDropping();
    end();
  };
}
