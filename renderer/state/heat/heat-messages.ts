import type { Vec3 } from '#core/math';
import type { HeldBytes } from '../store/held-bytes.ts';

/**
 * The rays of a picture, source space: through a point of the view goes `forward + right·u + up·v`, u and v from -1 to 1 over the view.
 * Parallel rays go along `forward` and start at `origin + right·u + up·v`.
 */
export interface HeatRays {
  readonly origin: Vec3;
  readonly forward: Vec3;
  readonly right: Vec3;
  readonly up: Vec3;
  readonly isParallel: boolean;
  /** CSS pixels; the last of them may be cut. */
  readonly width: number;
  readonly height: number;
}

export type ToHeatWorker =
  | { readonly kind: 'hold'; readonly bytes: HeldBytes }
  | { readonly kind: 'draw'; readonly serial: number; readonly rays: HeatRays };

/** What the rays of a picture cost; each array has a number a cell, row by row from the top, and a cell is `step` pixels wide and high. */
export interface HeatPicture {
  readonly step: number;
  readonly columns: number;
  readonly rows: number;
  readonly volumes: Uint32Array;
  readonly triangles: Uint32Array;
  /** Depth of the deepest node that was gone into, plus 1; 0 where the ray missed the root. */
  readonly depths: Uint32Array;
}

/** A picture comes in steps, each finer than the one before; the last has a cell a pixel. */
export interface FromHeatWorker {
  readonly serial: number;
  readonly picture: HeatPicture;
}
