import type { InspectorErrorData } from '#core/error';
import type { Vec3 } from '#core/math';
import type { FollowedObject } from '#core/sweep';
import type { BspOptions } from '#core/options';
import type { SeenCells, ShownBsp } from './bsp-state.ts';

export type ToBspWorker =
  | BuildBsp
  | { readonly kind: 'follow'; readonly route: readonly Vec3[]; readonly radius: number }
  | { readonly kind: 'look'; readonly point: Vec3 };

/** Views of the bytes of a mesh: shared where the page may share memory, else copied. */
export interface BuildBsp {
  readonly kind: 'build';
  /** (3·V) source space. */
  readonly positions: Float64Array;
  /** (3·T) */
  readonly indices: Uint32Array;
  readonly options: BspOptions;
  /** Builds the tree alone, which the page shows already. */
  readonly isAgain?: true;
}

export type FromBspWorker =
  | { readonly kind: 'progress'; readonly fraction: number }
  | { readonly kind: 'done'; readonly shown: ShownBsp }
  | { readonly kind: 'followed'; readonly followed: FollowedObject }
  | { readonly kind: 'seen'; readonly seen: SeenCells }
  | { readonly kind: 'notFollowed'; readonly problem: InspectorErrorData }
  | { readonly kind: 'failed'; readonly problem: InspectorErrorData };

/** Starts the worker. `lost` is called if it ends by itself. */
export type SpawnBsp = (
  message: (message: FromBspWorker) => void,
  lost: (reason: string) => void,
) => { post(message: ToBspWorker): void; terminate(): void };
