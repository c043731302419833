import { loadPair, type LoadedPair } from '#core/pair/loaded/load-pair';
import type { TreedMesh } from '#core/pair/treed-mesh';

/** A mesh and itself; the copy that WebAssembly needs is timed apart. */
export function loadedTwice(fast: TreedMesh): { readonly loaded: LoadedPair | null; readonly beside: string } {
  const start = performance.now();
  const loaded = loadPair(fast, fast);
  return {
    loaded,
    beside: loaded === null ? 'in TypeScript' : `in WebAssembly, after a copy in ${(performance.now() - start).toFixed(1)} ms`,
  };
}
