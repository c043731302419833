import type { Transform } from '../math/transform.ts';
import type { PairOptions } from '../options/pair-options.ts';
import type { DistanceResult } from '../pair/distance/distance.ts';
import type { OverlapResult, PairsResult } from '../pair/pairs/pairs.ts';
import type { FromWork, ToWork, WorkThread } from '../work-messages.ts';

/** A mesh and its tree in shared memory. */
export interface SharedSide {
  readonly mesh: SharedArrayBuffer;
  readonly tree: SharedArrayBuffer;
}

/** What all batches share; `b` is `null` for a mesh against itself. */
export interface PairStart {
  readonly a: SharedSide;
  readonly b: SharedSide | null;
}

/** Which query is run in the placements of a batch. */
export type PairStep =
  | { readonly kind: 'overlaps' }
  | { readonly kind: 'intersect'; readonly options: Partial<PairOptions> }
  | { readonly kind: 'distance' };

export type PairResults = readonly OverlapResult[] | readonly PairsResult[] | readonly DistanceResult[];

/** A thread that runs `servePairs`, and its messages. */
export type PairThread = WorkThread<PairStart, PairStep, readonly Transform[], PairResults>;
export type ToPairThread = ToWork<PairStart, PairStep, readonly Transform[]>;
export type FromPairThread = FromWork<PairResults>;
