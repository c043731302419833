import { computed, effect, untracked } from '@preact/signals-core';
import { toErrorData } from '#core/error';
import type { TriangleMesh } from '#core/mesh';
import type { Tree } from '#core/tree';
import { lostWorker } from '../store/lost-worker.ts';
import type { WritableStore } from '../store/store.ts';
import { filterOf } from './probe-filter.ts';
import type { ProbeInput } from './probe.ts';
import { sliceGrid } from './slice-grid.ts';
import type { FromSliceWorker, SpawnSlice } from './slice-messages.ts';
import { shownSlice, type SlicePicture } from './slice-state.ts';

/** Cells that are measured as one: the first picture is there in a 256th of the time of the last. */
const steps = [16, 4, 1] as const;

/** While the shown probe is a slice, keeps `store.slice` at its signed distances, measured by a worker. Returns the function that stops. */
export function followSlice(store: WritableStore, spawn: SpawnSlice): () => void {
  let worker: ReturnType<SpawnSlice> | null = null;
  let held: Tree | null = null;
  let heldMesh: TriangleMesh | null = null;
  let running: { readonly serial: number; readonly input: ProbeInput } | null = null;
  let serial = 0;
  const input = computed(() => (store.shownProbe.value?.shape.kind === 'slice' ? store.shownProbe.value : null));
  const id = computed(() => input.value?.document ?? null);
  const mesh = computed(() => store.queriedDocuments.value.find(({ summary }) => summary.id === id.value)?.mesh?.mesh ?? null);
  const tree = computed(() => (id.value === null ? null : (store.queriedScene.value.trees.get(id.value)?.tree ?? null)));

  const end = (): void => {
    worker?.terminate();
    worker = held = heldMesh = running = null;
  };
  const receive = (message: FromSliceWorker): void => {
    if (running === null || message.serial !== running.serial) return;
    switch (message.kind) {
      case 'progress':
        store.slice.value = { kind: 'running', fraction: message.fraction, picture: shownSlice(store.slice.peek()) };
        return;
      case 'failed':
        end();
        store.slice.value = { kind: 'failed', problem: message.problem };
        return;
      case 'picture': {
        const picture = pictureOf(running.input, message);
        store.slice.value = message.isLast ? { kind: 'done', picture } : { kind: 'running', fraction: 0, picture };
      }
    }
  };
  const measure = (wanted: ProbeInput, ofMesh: TriangleMesh, ofTree: Tree): void => {
    if (wanted.shape.kind !== 'slice') return;
    const { shape } = wanted;
    try {
      const grids = steps.filter((step) => step === 1 || shape.cells >= 4 * step).map((step) => sliceGrid(shape, step));
      worker ??= spawn(receive, (reason) => {
        end();
        store.slice.value = {
          kind: 'failed',
          problem: lostWorker('measures the slice', 'Use fewer cells, or close other documents', reason),
        };
      });
      const { positions, indices } = ofMesh;
      if (held !== ofTree || heldMesh !== ofMesh)
        worker.post({ kind: 'hold', bytes: { positions, indices, tree: ofTree.bytes }, parts: ofMesh.parts });
      [held, heldMesh] = [ofTree, ofMesh];
      running = { serial: ++serial, input: wanted };
      store.slice.value = { kind: 'running', fraction: 0, picture: null };
      worker.post({ kind: 'measure', serial, grids, chosen: filterOf(wanted).parts });
    } catch (thrown) {
      // A late message of the slice before this one would hide the reason.
      end();
      store.slice.value = { kind: 'failed', problem: toErrorData(thrown) };
    }
  };
  const stop = effect(() => {
    const [wanted, ofMesh, ofTree] = [input.value, mesh.value, tree.value];
    untracked(() => {
      if (wanted !== null && ofMesh !== null && ofTree !== null) return measure(wanted, ofMesh, ofTree);
      end();
      if (store.slice.peek().kind !== 'none') store.slice.value = { kind: 'none' };
    });
  });
  return () => {
    stop();
    end();
  };
}

function pictureOf(input: ProbeInput, { columns, rows, distances }: Extract<FromSliceWorker, { kind: 'picture' }>): SlicePicture {
  let min = Infinity;
  let max = -Infinity;
  for (const distance of distances) {
    if (distance < min) min = distance;
    if (distance > max) max = distance;
  }
  return { input, columns, rows, distances, min: min === Infinity ? 0 : min, max: max === -Infinity ? 0 : max };
}
