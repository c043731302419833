import type { AabbTree, SplitName, TreeKind } from './layout.ts';

/** What a tree is like, as plain data: the statistics panel and `boxwood tree` print it. */
export interface TreeStatistics {
  readonly kind: TreeKind;
  readonly split: SplitName;
  readonly nodes: number;
  readonly leaves: number;
  /** Of the deepest leaf; the root has depth 0. */
  readonly depth: number;
  /** Triangles in the tree: those of the mesh whose vertices are all finite. */
  readonly triangles: number;
  readonly bytes: number;
  readonly bytesPerTriangle: number;
  /** Σ A(inner)/A(root)·1 + Σ A(leaf)/A(root)·count·1.25; `null` when the root has no area. */
  readonly sahCost: number | null;
  /** Number of leaves at each depth, from 0 to `depth`. */
  readonly leafDepths: readonly number[];
  /** Number of leaves with each count of triangles, from 0 to the largest. */
  readonly leafSizes: readonly number[];
}

export declare function treeStatistics(tree: AabbTree): TreeStatistics;
