import type { InspectorErrorData } from '#core/error';
import type { BspOptions } from '#core/options';
import type { ShownBsp } from './bsp-state.ts';

/** Views of the bytes of a mesh: shared where the page may share memory, else copied. */
export interface ToBspWorker {
  readonly kind: 'build';
  /** (3·V) source space. */
  readonly positions: Float64Array;
  /** (3·T) */
  readonly indices: Uint32Array;
  readonly options: BspOptions;
}

export type FromBspWorker =
  | { readonly kind: 'progress'; readonly fraction: number }
  | { readonly kind: 'done'; readonly shown: ShownBsp }
  | { readonly kind: 'failed'; readonly problem: InspectorErrorData };

/** Starts the worker. `lost` is called if it ends by itself. */
export type SpawnBsp = (
  message: (message: FromBspWorker) => void,
  lost: (reason: string) => void,
) => { post(message: ToBspWorker): void; terminate(): void };
