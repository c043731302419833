import type { InspectorErrorData } from '#core/error';
import type { RefitFrame } from '#core/job';
import type { Bounds, SceneAnimation } from '#core/mesh';
import type { BuildOptions } from '#core/options';
import type { Engine } from '#core/tree';

/** A mesh with its animation: views of its bytes, shared if the page can share memory, else copied. */
export interface MovingMesh {
  /** (3·V) at rest. */
  readonly positions: Float64Array;
  /** (3·T) */
  readonly indices: Uint32Array;
  readonly animation: SceneAnimation;
}

export type ToPoseWorker =
  | { readonly kind: 'hold'; readonly mesh: MovingMesh; readonly tree: ArrayBuffer | SharedArrayBuffer }
  | { readonly kind: 'pose'; readonly serial: number; readonly clip: number; readonly seconds: number };

/** The cost of a refit of the tree at a pose. */
export interface PoseFigures {
  readonly poseMilliseconds: number;
  readonly refitMilliseconds: number;
  /** The engine of the refit. */
  readonly engine: Engine;
  readonly cost: number | null;
  /** That cost divided by the cost of the tree as built. */
  readonly decay: number | null;
}

export type FromPoseWorker =
  | {
      readonly kind: 'posed';
      readonly serial: number;
      /** (3·V) */
      readonly positions: Float64Array;
      readonly bounds: Bounds | null;
      readonly tree: ArrayBuffer;
      readonly costShares: Float64Array;
      readonly figures: PoseFigures;
    }
  | { readonly kind: 'failed'; readonly serial: number; readonly problem: InspectorErrorData };

/** The one request to the measuring worker. */
export interface RefitRequest {
  readonly mesh: MovingMesh;
  readonly clip: number;
  readonly build: BuildOptions;
  readonly frames: number;
  readonly rebuildPercent: number;
}

export type FromRefitWorker =
  | { readonly kind: 'frame'; readonly frame: RefitFrame }
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly problem: InspectorErrorData };
