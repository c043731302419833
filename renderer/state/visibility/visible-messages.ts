import type { InspectorErrorData } from '#core/error';
import type { BuildOptions } from '#core/options';
import type { IndexSet } from '../selection/index-set.ts';

/** A request for the tree of the visible triangles of a mesh. */
export interface ToVisibleWorker {
  /** (3·V) source space. */
  readonly positions: Float64Array;
  /** (3·T) */
  readonly indices: Uint32Array;
  readonly hidden: IndexSet;
  readonly options: BuildOptions;
}

export type FromVisibleWorker =
  | { readonly kind: 'built'; readonly tree: ArrayBuffer; readonly milliseconds: number }
  | { readonly kind: 'failed'; readonly problem: InspectorErrorData };

/** Starts a build in another thread. Returns the function that ends it. `lost` is called if the thread ends by itself. */
export type SpawnVisible = (
  request: ToVisibleWorker,
  message: (message: FromVisibleWorker) => void,
  lost: (reason: string) => void,
) => () => void;
