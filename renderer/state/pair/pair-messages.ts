import type { InspectorErrorData } from '#core/error';
import type { Transform } from '#core/math';
import type { PairOptions } from '#core/options';
import type { HeldBytes } from '../store/held-bytes.ts';
import type { PairContacts, PairsFound } from './pair-query.ts';

/** `a` is the fixed mesh, `b` the moving mesh. */
export type PairSide = 'a' | 'b';

export type ToPairWorker =
  /** `wanted` is shared: the serial of the query that is wanted now, which the worker reads during a query; `null` without shared memory. */
  | { readonly kind: 'begin'; readonly wanted: Int32Array | null }
  | { readonly kind: 'hold'; readonly side: PairSide; readonly bytes: HeldBytes }
  | ({ readonly kind: 'query'; readonly serial: number } & PairQuery)
  /** The worker replies with `pong` as soon as it takes messages. */
  | { readonly kind: 'ping'; readonly serial: number };

export interface PairQuery {
  readonly aFromB: Transform;
  readonly options: PairOptions;
  /** More contacts than this are not described. */
  readonly maxContacts: number;
}

/** The result of a query comes in steps; a query that a newer one has replaced may end without the last. */
export type FromPairWorker =
  | { readonly kind: 'pong'; readonly serial: number }
  | { readonly kind: 'progress'; readonly serial: number; readonly fraction: number }
  | { readonly kind: 'overlap'; readonly serial: number; readonly overlap: boolean }
  | { readonly kind: 'found'; readonly serial: number; readonly found: PairsFound }
  /** The last step; `null` for more than `maxContacts` pairs. */
  | { readonly kind: 'contacts'; readonly serial: number; readonly pairContacts: PairContacts | null }
  | { readonly kind: 'failed'; readonly serial: number; readonly problem: InspectorErrorData }
  /** After the last step: large meshes now have wide trees. `built` were built, `parallel` of them by several threads. */
  | {
      readonly kind: 'loaded';
      readonly serial: number;
      readonly built: number;
      readonly parallel: number;
      readonly threads: number;
      readonly milliseconds: number;
    };

/** In place of a serial: no query is wanted, and the one under way ends at once. */
export const nothingWanted = -1;
