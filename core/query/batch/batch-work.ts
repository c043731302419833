import type { FilterOptions } from '../../options/filter-options.ts';
import type { InsideOptions } from '../../options/inside-options.ts';
import type { RayOptions } from '../../options/ray-options.ts';
import type { FromWork, ToWork, WorkThread } from '../../work-messages.ts';
import type { SharedTree } from '../../tree/kinds/wide/share-tree.ts';
import type { WindingTree } from '../inside/winding-tree.ts';
import type { Points } from './closest-point-many.ts';
import type { ShapeBatch } from './shapes.ts';
import type { Rays } from './raycast-many.ts';
import type { ClosestPointsResult, InsideManyResult, OverlapsResult, RaysResult } from './result.ts';

/** What all batches share: bytes of `writeMeshBytes`, and of a tree; and the tree in the memory of WebAssembly, `null` where that cannot be shared. */
export interface BatchStart {
  readonly mesh: SharedArrayBuffer;
  readonly tree: SharedArrayBuffer;
  readonly loaded: SharedTree | null;
}

/** The arrays of a winding tree; the thread adds its own tree and mesh. */
export type WindingArrays = Omit<WindingTree, 'tree' | 'mesh'>;

/** A batch in shared memory. Threads write the results of their ranges; those of shapes are replies, since their length is unknown. */
export type BatchStep =
  | {
      readonly kind: 'rays';
      readonly rays: Rays;
      readonly options: Partial<RayOptions>;
      readonly filter: Partial<FilterOptions>;
      readonly result: RaysResult;
    }
  | { readonly kind: 'closest'; readonly points: Points; readonly filter: Partial<FilterOptions>; readonly result: ClosestPointsResult }
  | { readonly kind: 'shapes'; readonly shapes: ShapeBatch; readonly filter: Partial<FilterOptions> }
  | {
      readonly kind: 'inside';
      readonly points: Points;
      readonly options: Partial<InsideOptions>;
      readonly winding: WindingArrays;
      readonly result: InsideManyResult;
    };

/** Queries from `from` to `to - 1`. */
export interface BatchRange {
  readonly from: number;
  readonly to: number;
}

/** A thread that runs `serveQueries`, and its messages. */
export type QueryThread = WorkThread<BatchStart, BatchStep, BatchRange, OverlapsResult | null>;
export type ToQueryThread = ToWork<BatchStart, BatchStep, BatchRange>;
export type FromQueryThread = FromWork<OverlapsResult | null>;
