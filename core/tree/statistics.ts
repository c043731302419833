import { type Kernel, theKernel } from '../kernel/index.ts';
import type { SplitName, Tree, TreeKind } from './layout.ts';
import { childAt, childCount, leafCount } from './nodes.ts';
import { sahCost } from './subtree-costs.ts';
import type { Engine } from './engine.ts';
import { isForKernel } from './kinds/wide/load-tree.ts';

/** Statistics of a tree, as plain data for the statistics panel and `boxwood tree`. */
export interface TreeStatistics {
  readonly kind: TreeKind;
  readonly split: SplitName;
  /** The engine that built the tree; `null` where that is unknown, for instance for a tree from a file. */
  readonly engine: Engine | null;
  /** The engine of rays, spheres, boxes and closest points in this process once the tree is loaded (`loadTree`), if memory suffices. */
  readonly queryEngine: Engine;
  /** Number of stored nodes; a leaf-free tree stores inner nodes only. */
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
  /** Counts of triangles that leaves have, ascending, each with the number of such leaves. */
  readonly leafSizes: readonly (readonly [triangles: number, leaves: number])[];
}

/** Computes the statistics of a valid tree in two passes over its nodes. `engine` is the engine that built the tree. */
export function treeStatistics(tree: Tree, engine: Engine | null = null, kernel: Kernel | null = theKernel): TreeStatistics {
  const { kind, layout, split, nodeCount, triangles, bytes } = tree;
  const depths = new Uint32Array(nodeCount);
  const leafDepths: number[] = [];
  const leafSizes = new Map<number, number>();
  for (let node = 0; node < nodeCount; node++) {
    const children = childCount(tree, node);
    if (children === 0) {
      countAt(leafDepths, depths[node]);
      const size = leafCount(tree, node);
      leafSizes.set(size, (leafSizes.get(size) ?? 0) + 1);
    } else {
      for (let child = 0; child < children; child++) depths[childAt(tree, node, child)] = depths[node] + 1;
    }
  }
  return {
    kind,
    split,
    engine,
    queryEngine: isForKernel(tree, kernel) ? 'webassembly' : 'typescript',
    nodes: layout === 'leaf-free' ? nodeCount - tree.leafCount : nodeCount,
    leaves: tree.leafCount,
    depth: Math.max(0, leafDepths.length - 1),
    triangles,
    bytes: bytes.byteLength,
    bytesPerTriangle: triangles === 0 ? 0 : bytes.byteLength / triangles,
    sahCost: sahCost(tree),
    leafDepths,
    leafSizes: [...leafSizes].sort(([a], [b]) => a - b),
  };
}

/** Adds one to `counts[at]`, which grows with zeros as needed. */
function countAt(counts: number[], at: number): void {
  while (counts.length <= at) counts.push(0);
  counts[at]++;
}
