import { computed, effect, type Signal, untracked } from '@preact/signals-core';
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
 * worker ends when nothing is left to do. Components and failures of meshes that are no longer open are dropped. Returns the function that stops.
 */
export function followComponents(store: WritableStore, spawn: SpawnComponents): () => void {
  let worker: ReturnType<SpawnComponents> | null = null;
  let running: { readonly serial: number; readonly mesh: TriangleMesh } | null = null;
  let serial = 0;
  const isOn = computed(() => store.scene.value.display.colourBy === 'component');
  const hidden = computed(() => store.scene.value.hidden);
  const wanted = computed((): TriangleMesh | null => {
    if (!isOn.value) return null;
    const meshes = store.documents.value.flatMap(({ summary, mesh }) =>
      mesh === null || hidden.value.has(hiddenKey(summary.id)) ? [] : [mesh.mesh],
    );
    return meshes.find((mesh) => !store.components.value.has(mesh) && !store.componentFailures.value.has(mesh)) ?? null;
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
    const mesh = running?.mesh;
    end();
    writeLog(store, 'error', `The worker that finds components has ended: ${reason}`);
    // The next mesh follows a failed one.
    if (mesh !== undefined) store.componentFailures.value = new Map(store.componentFailures.peek()).set(mesh, reason);
  }

  const stopDropping = effect(() => {
    const open = new Set(store.documents.value.map((document) => document.mesh?.mesh));
    const isGone = (mesh: TriangleMesh): boolean => !open.has(mesh);
    drop(store.components, isGone);
    drop(store.componentFailures, isGone);
  });
  // The user tries again by colouring by component again.
  const stopForgetting = effect(() => {
    if (!isOn.value) drop(store.componentFailures, () => true);
  });
  const stop = effect(() => {
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
    stopForgetting();
    end();
  };
}

/** Removes the entries of these meshes. */
function drop<Value>(known: Signal<ReadonlyMap<TriangleMesh, Value>>, isGone: (mesh: TriangleMesh) => boolean): void {
  const kept = [...known.peek()].filter(([mesh]) => !isGone(mesh));
  if (kept.length < known.peek().size) known.value = new Map(kept);
}
