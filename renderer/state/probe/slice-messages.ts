import type { InspectorErrorData } from '#core/error';
import type { MeshPart } from '#core/mesh';
import type { SliceGrid } from '#core/query';
import type { HeldBytes } from '../store/held-bytes.ts';

export type ToSliceWorker =
  | { readonly kind: 'hold'; readonly bytes: HeldBytes; readonly parts: readonly MeshPart[] }
  /** Grids of the same square, each finer than the one before; the list of parts that are the surface. */
  | { readonly kind: 'measure'; readonly serial: number; readonly grids: readonly SliceGrid[]; readonly chosen: string };

export type FromSliceWorker =
  /** (columns·rows) signed distances, row by row; NaN where the side is unknown. `isLast` for the finest grid. */
  | {
      readonly kind: 'picture';
      readonly serial: number;
      readonly columns: number;
      readonly rows: number;
      readonly distances: Float64Array;
      readonly isLast: boolean;
    }
  | { readonly kind: 'progress'; readonly serial: number; readonly fraction: number }
  | { readonly kind: 'failed'; readonly serial: number; readonly problem: InspectorErrorData };

export type SpawnSlice = (
  message: (message: FromSliceWorker) => void,
  lost: (reason: string) => void,
) => { post(message: ToSliceWorker): void; terminate(): void };
