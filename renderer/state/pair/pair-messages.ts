import type { InspectorErrorData } from '#core/error';
import type { Transform } from '#core/math/transform';
import type { PairOptions } from '#core/options/pair-options';
import type { HeldBytes } from '../store/held-bytes.ts';
import type { PairMeeting, PairsFound } from './pair-query.ts';

/** `a` is the still mesh, `b` the moving mesh. */
export type PairSide = 'a' | 'b';

export type ToPairWorker =
  /** `wanted` is shared: the serial of the question that is wanted now, which work under way looks at; `null` without shared memory. */
  | { readonly kind: 'begin'; readonly wanted: Int32Array | null }
  | { readonly kind: 'hold'; readonly side: PairSide; readonly bytes: HeldBytes }
  | ({ readonly kind: 'ask'; readonly serial: number } & PairQuestion)
  /** Answered by `heard` as soon as the worker takes messages. */
  | { readonly kind: 'hear'; readonly serial: number };

export interface PairQuestion {
  readonly aFromB: Transform;
  readonly options: PairOptions;
  /** More contacts than this are not described. */
  readonly maxContacts: number;
}

/** The answer to a question comes in steps; one that a newer question has overtaken may end without its last. */
export type FromPairWorker =
  | { readonly kind: 'heard'; readonly serial: number }
  | { readonly kind: 'progress'; readonly serial: number; readonly fraction: number }
  | { readonly kind: 'meets'; readonly serial: number; readonly overlap: boolean }
  | { readonly kind: 'found'; readonly serial: number; readonly found: PairsFound }
  /** The last step; `null` for more than `maxContacts` pairs. */
  | { readonly kind: 'meeting'; readonly serial: number; readonly meeting: PairMeeting | null }
  | { readonly kind: 'failed'; readonly serial: number; readonly problem: InspectorErrorData }
  /** Behind the last step: large meshes have wide trees now, of which so many were built, and so many of these by so many threads together. */
  | {
      readonly kind: 'loaded';
      readonly serial: number;
      readonly built: number;
      readonly together: number;
      readonly threads: number;
      readonly milliseconds: number;
    };

/** In place of a serial: nothing is wanted, and what is under way ends at once. */
export const nothingWanted = -1;
