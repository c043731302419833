import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { triangleArea } from '../shape/triangle-area.ts';
import { childrenOverlap, createChildrenOverlapWorkspace } from './children-overlap.ts';
import { treeKinds } from './kinds/kinds.ts';
import type { Tree } from './layout.ts';
import { triangleAt } from './leaf-order.ts';
import { childAt, childCount, leafCount, leafFirst } from './nodes.ts';
import { boxCost, triangleCost } from './subtree-costs.ts';

/**
 * Measures of every node of a tree (N each), to find those that make queries slow. Areas are those of `KindSpec.halfArea`: of the bounding
 * volume, or of the box around a k-DOP. A leaf without a volume has that of its parent.
 */
export interface NodeMeasures {
  /**
   * Share of the expected ray cost of the tree that the node itself causes, 0..1. The cost is 1 for an inner node and 1.25 for each triangle of a
   * leaf, times the probability of a hit (MacDonald & Booth 1990). The sum over all nodes is 1; all 0 if the root has no area.
   */
  readonly cost: Float64Array;
  /** `cost` times `empty`: share of the cost for rays that hit the volume of the node and none of its triangles, at least. */
  readonly waste: Float64Array;
  /** Share of the node's box that two of its children both occupy; see `childrenOverlap`. 0 for a leaf. */
  readonly overlap: Float64Array;
  /**
   * Share of the rays through the volume that hit no triangle below the node, at least: 1 − 2·S/A, and not less than 0. A is the surface
   * area of the volume, S the area of the triangles. A ray that hits a convex volume crosses 2·S/A triangles on average (Crofton).
   */
  readonly empty: Float64Array;
  /** Distance from the root. */
  readonly depth: Uint16Array;
  /** Number of triangles below the node. */
  readonly triangles: Uint32Array;
}

export type NodeMeasure = keyof NodeMeasures;

/** Number of nodes between two yields. */
const stepNodes = 1 << 15;

/** Returns the measures of all nodes of a tree of `mesh`. */
export function measureNodes(tree: Tree, mesh: TriangleMesh): NodeMeasures {
  const steps = measureNodesInSteps(tree, mesh);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/** As `measureNodes`, in steps of a few milliseconds; yields the finished share, 0..1, after each. */
export function* measureNodesInSteps(tree: Tree, mesh: TriangleMesh): Generator<number, NodeMeasures> {
  const { nodeCount } = tree;
  const measures: NodeMeasures = {
    cost: new Float64Array(nodeCount),
    waste: new Float64Array(nodeCount),
    overlap: new Float64Array(nodeCount),
    empty: new Float64Array(nodeCount),
    depth: new Uint16Array(nodeCount),
    triangles: new Uint32Array(nodeCount),
  };
  const surface = new Float64Array(nodeCount);
  let sum = 0;
  // Backwards, so that children come before their parent.
  for (let end = nodeCount; end > 0; end -= stepNodes) {
    sum += measureRange(tree, mesh, Math.max(0, end - stepNodes), end, measures, surface);
    yield 1 - Math.max(0, end - stepNodes) / nodeCount;
  }
  finish(tree, measures, sum);
  return measures;
}

/** Measures the nodes from `first` to `end`, without depths. Returns the sum of their costs in units of area, which `cost` has too. */
function measureRange(tree: Tree, mesh: TriangleMesh, first: number, end: number, measures: NodeMeasures, surface: Float64Array): number {
  const { cost, overlap, empty, triangles } = measures;
  const { halfArea } = treeKinds[tree.kind];
  const workspace = createChildrenOverlapWorkspace();
  const box = new Float32Array(6);
  const corners = new Float64Array(9);
  let sum = 0;
  for (let node = end - 1; node >= first; node--) {
    const children = childCount(tree, node);
    const area = halfArea(tree, node, box);
    if (children === 0) {
      const count = leafCount(tree, node);
      triangles[node] = count;
      surface[node] = surfaceOfRun(tree, mesh, leafFirst(tree, node), count, corners);
      cost[node] = area * count * triangleCost;
    } else {
      for (let i = 0; i < children; i++) {
        const child = childAt(tree, node, i);
        triangles[node] += triangles[child];
        surface[node] += surface[child];
      }
      cost[node] = area * boxCost;
      overlap[node] = childrenOverlap(tree, node, workspace);
    }
    // 2·S/A with half of A. Of a volume without area, nothing is empty.
    empty[node] = area > 0 ? Math.max(0, 1 - surface[node] / area) : 0;
    sum += cost[node];
  }
  return sum;
}

function surfaceOfRun(tree: Tree, { positions, indices }: TriangleMesh, first: number, count: number, corners: Float64Array): number {
  let sum = 0;
  for (let position = first; position < first + count; position++) {
    const corner = 3 * triangleAt(tree, position);
    for (let i = 0; i < 3; i++) {
      const vertex = 3 * indices[corner + i];
      for (let k = 0; k < 3; k++) corners[3 * i + k] = positions[vertex + k];
    }
    sum += triangleArea(corners);
  }
  return sum;
}

/** Divides the costs by their sum, and sets what depends on that, and the depths. */
function finish(tree: Tree, { cost, waste, empty, depth }: NodeMeasures, sum: number): void {
  const isMeasurable = sum > 0 && sum < Infinity;
  for (let node = 0; node < tree.nodeCount; node++) {
    cost[node] = isMeasurable ? cost[node] / sum : 0;
    waste[node] = cost[node] * empty[node];
    const children = childCount(tree, node);
    for (let i = 0; i < children; i++) depth[childAt(tree, node, i)] = depth[node] + 1;
  }
}
