import { computed, effect, untracked } from '@preact/signals-core';
import type { InspectorErrorData } from '#core/error';
import type { TriangleMesh } from '#core/mesh';
import type { Tree } from '#core/tree';
import { lostWorker } from '../store/lost-worker.ts';
import type { WritableStore } from '../store/store.ts';
import type { FromWindingWorker, SpawnWinding } from './winding-messages.ts';
import { filterOf } from './probe-filter.ts';
import { maxInPage } from './winding-state.ts';

/**
 * While the shown probe tests whether a point is inside a large mesh, keeps the winding tree of that mesh in `store.winding`: built once, in a
 * worker. Returns the function that stops.
 */
export function followWinding(store: WritableStore, spawn: SpawnWinding): () => void {
  let worker: ReturnType<SpawnWinding> | null = null;
  let running: { readonly serial: number; readonly tree: Tree; readonly mesh: TriangleMesh; readonly parts: string } | null = null;
  let serial = 0;
  const chosen = computed(() => (store.shownProbe.value === null ? '' : filterOf(store.shownProbe.value).parts));
  const isWanted = computed(() => store.shownProbe.value?.shape.kind === 'inside');
  const id = computed(() => store.shownProbe.value?.document ?? null);
  const mesh = computed(() => store.queriedDocuments.value.find(({ summary }) => summary.id === id.value)?.mesh?.mesh ?? null);
  const tree = computed(() => (id.value === null ? null : (store.queriedScene.value.trees.get(id.value)?.tree ?? null)));

  const end = (): void => {
    worker?.terminate();
    worker = running = null;
  };
  const fail = (problem: InspectorErrorData): void => {
    const wanted = running;
    end();
    if (wanted !== null) store.winding.value = { tree: wanted.tree, mesh: wanted.mesh, parts: wanted.parts, built: null, problem };
  };
  const receive = (message: FromWindingWorker): void => {
    if (running === null || message.serial !== running.serial) return;
    if (message.kind === 'failed') return fail(message.problem);
    const { tree: ofTree, mesh: ofMesh, parts } = running;
    end();
    store.winding.value = { tree: ofTree, mesh: ofMesh, parts, built: { tree: ofTree, mesh: ofMesh, ...message.parts }, problem: null };
  };
  const build = (ofTree: Tree, ofMesh: TriangleMesh, parts: string): void => {
    const known = running ?? store.winding.peek();
    if (known?.tree === ofTree && known.mesh === ofMesh && known.parts === parts) return;
    end();
    store.winding.value = null;
    worker = spawn(receive, (reason) => fail(lostWorker('prepares winding numbers', 'Try again, or close other documents', reason)));
    running = { serial: ++serial, tree: ofTree, mesh: ofMesh, parts };
    const { positions, indices } = ofMesh;
    worker.post({ serial, bytes: { positions, indices, tree: ofTree.bytes }, parts: ofMesh.parts, chosen: parts });
  };
  const stop = effect(() => {
    const [wanted, ofTree, ofMesh, parts] = [isWanted.value, tree.value, mesh.value, chosen.value];
    untracked(() => {
      if (wanted && ofTree !== null && ofMesh !== null && ofTree.triangles > maxInPage) return build(ofTree, ofMesh, parts);
      // A tree that is built stays for the next probe, as long as its mesh is the probed one.
      end();
      if (store.winding.peek()?.mesh !== ofMesh) store.winding.value = null;
    });
  });
  return () => {
    stop();
    end();
  };
}
