import { computed, effect, untracked } from '@preact/signals-core';
import type { TriangleMesh } from '#core/mesh';
import { type IndexSet, membersOf, sameSet } from '../selection/index-set.ts';
import { selectedSet } from '../selection/selected-set.ts';
import { lostWorker } from '../store/lost-worker.ts';
import type { WritableStore } from '../store/store.ts';
import type { FromMeasureWorker, SpawnMeasure } from './measure-messages.ts';

/**
 * While the measure tool measures bounds, measures the triangles of the selection in a worker, of the active document without a selection,
 * and writes `store.selectionBounds`. Returns the function that stops.
 */
export function followBounds(store: WritableStore, spawn: SpawnMeasure): () => void {
  let worker: ReturnType<SpawnMeasure> | null = null;
  let serial = 0;
  let isRunning = false;
  const isOn = computed(() => store.scene.value.tool === 'measure' && store.measuring.value === 'bounds');
  const wanted = computed(() => {
    if (!isOn.value) return null;
    const active = store.scene.value.activeDocument;
    return selectedSet(store) ?? (active === null ? null : selectedSet(store, { kind: 'document', document: active }));
  });

  function end(): void {
    worker?.terminate();
    worker = null;
    isRunning = false;
  }

  function receive(message: FromMeasureWorker): void {
    if (message.serial !== serial) return;
    isRunning = false;
    const state = store.selectionBounds.peek();
    if (message.kind === 'failed') store.selectionBounds.value = { kind: 'failed', problem: message.problem };
    else if (message.kind === 'surface' && state.kind === 'running')
      store.selectionBounds.value = { kind: 'done', document: state.document, measures: message.measures };
  }

  function lose(reason: string): void {
    end();
    store.selectionBounds.value = {
      kind: 'failed',
      problem: lostWorker('measures the selection', 'Select something again; for very large meshes close other documents first', reason),
    };
  }

  let last: { readonly mesh: TriangleMesh; readonly set: IndexSet } | null = null;
  const stop = effect(() => {
    const now = wanted.value;
    untracked(() => {
      if (now === null) {
        end();
        last = null;
        store.selectionBounds.value = { kind: 'none' };
        return;
      }
      // Another finding of the scene, or a moved mesh, does not change the triangles.
      if (last !== null && last.mesh === now.mesh && sameSet(last.set, now.set)) return;
      last = now;
      if (isRunning) end();
      worker ??= spawn(receive, lose);
      isRunning = true;
      store.selectionBounds.value = { kind: 'running', document: now.document };
      worker.post({ kind: 'surface', serial: ++serial, positions: now.mesh.positions, indices: indicesOf(now.mesh, now.set) });
    });
  });
  return () => {
    stop();
    end();
  };
}

function indicesOf({ indices }: TriangleMesh, set: IndexSet): Uint32Array {
  if (3 * set.count === indices.length) return indices;
  const picked = new Uint32Array(3 * set.count);
  membersOf(set).forEach((triangle, i) => picked.set(indices.subarray(3 * triangle, 3 * triangle + 3), 3 * i));
  return picked;
}
