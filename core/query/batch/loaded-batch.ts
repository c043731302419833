import { batchDistanceByte, batchQueryBytes, renewViews, reserved, unsigned } from '../../kernel/index.ts';
import type { LoadedTree } from '../../tree/kinds/wide/loaded-tree.ts';

/** The batch of a loaded tree: where its queries and results are in the views of the kernel's memory. */
export interface LoadedBatch {
  /** Index of the first f64 of the queries, and of the first u32 of the results. */
  readonly queries: number;
  readonly results: number;
  /** Index of the first f64 of the distances. */
  readonly distances: number;
}

/** Returns the batch of a loaded tree, reserved with the first one. @throws InspectorError `too-large`. */
export function batchOf(loaded: LoadedTree): LoadedBatch {
  const { kernel } = loaded;
  if (unsigned(kernel.batch) === 0) reserved(kernel.reserveBatch());
  renewViews(loaded);
  const at = unsigned(kernel.batch);
  return { queries: at / 8, results: (at + batchQueryBytes) / 4, distances: (at + batchDistanceByte) / 8 };
}
