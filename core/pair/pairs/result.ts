import type { Engine } from '../../tree/engine.ts';

export interface PairStats {
  /** WebAssembly descends its wide trees (`loaded/load-pair.ts`), JavaScript the trees that were passed. */
  readonly engine: Engine;
  /** Pairs of nodes tested, including the roots. WebAssembly counts modulo 2³², here and below. */
  readonly nodePairsTested: number;
  /**
   * Pairs of triangles in the leaves that were reached, whatever ruled them out. In a query for one pair WebAssembly counts whole
   * blocks of four.
   */
  readonly trianglePairsTested: number;
}

export interface OverlapResult {
  /** Whether the surfaces intersect or touch; a mesh inside the other does not count. */
  readonly overlap: boolean;
  /** The first pair found, not the lowest; `null` if the surfaces are apart. */
  readonly witness: { readonly a: number; readonly b: number } | null;
  readonly stats: PairStats;
}

export interface PairsResult {
  readonly overlap: boolean;
  readonly pairCount: number;
  /** (2·pairCount) triangle of A, triangle of B; ascending by A, then B. */
  readonly pairs: Uint32Array;
  /** Distinct triangles of A, and of B, in any pair; ascending. */
  readonly trianglesA: Uint32Array;
  readonly trianglesB: Uint32Array;
  readonly stats: PairStats;
}
