import { meshBounds } from '../../mesh/bounds.ts';
import type { TreedMesh } from '../../pair/treed-mesh.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { type GridAxes, signedGrid } from './signed-grid.ts';

/** The points of a regular grid around a closed mesh, and which are inside it. */
export interface SolidCells {
  /** Coordinates of point (0, 0, 0). */
  readonly origin: readonly [number, number, number];
  readonly step: readonly [number, number, number];
  /** Points along x, y and z. Those at the border are outside. */
  readonly counts: readonly [number, number, number];
  /** (nx·ny·nz) signed distance from the surface, negative inside, z fastest; at most `reach` steps. */
  readonly distances: Float32Array;
}

/** Distances beyond this number of the longest steps are not computed. */
const reach = 1.8;

/**
 * Finds which points of a grid are inside a closed mesh. The points are the centres of cells that fill the bounds, and one more layer around.
 * @param cells along the longest side of the bounds. @throws whatever `progress` throws.
 */
export function solidCells(treed: TreedMesh, cells: number, progress: Progress = noProgress): SolidCells {
  const bounds = meshBounds(treed.mesh)!;
  const sizes = [0, 1, 2].map((k) => bounds.max[k]! - bounds.min[k]!);
  const longest = Math.max(...sizes) / cells;
  const inner = sizes.map((size) => Math.max(1, Math.ceil(size / longest - 1e-9)));
  const step = sizes.map((size, k) => (size > 0 ? size / inner[k]! : longest)) as unknown as SolidCells['step'];
  const origin = step.map((width, k) => bounds.min[k]! - width / 2) as unknown as SolidCells['origin'];
  const counts = inner.map((count) => count + 2) as unknown as SolidCells['counts'];
  const axes = counts.map((length, k) => Float64Array.from({ length }, (_, i) => origin[k]! + i * step[k]!)) as unknown as GridAxes;
  const distances = signedGrid(treed, axes, reach * Math.max(...step), progress);
  return { origin, step, counts, distances };
}
