import { loadPair, type LoadedPair } from '#core/pair/loaded/load-pair';
import type { TreedMesh } from '#core/pair/treed-mesh';

/** Returns a mesh loaded as both meshes of a pair; the note has the time of the copy to WebAssembly, which is not measured. */
export function loadedTwice(fast: TreedMesh): { readonly loaded: LoadedPair | null; readonly note: string } {
  const start = performance.now();
  const loaded = loadPair(fast, fast);
  return {
    loaded,
    note: loaded === null ? 'in TypeScript' : `in WebAssembly, after a copy in ${(performance.now() - start).toFixed(1)} ms`,
  };
}
