import type { Bounds } from '../mesh/bounds.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { WorstOptions } from '../options/worst-options.ts';
import type { Tree } from './layout.ts';
import { nodeBox } from './node-box.ts';
import { measureNodes, type NodeMeasure, type NodeMeasures } from './node-measures.ts';
import { isLeaf } from './nodes.ts';

/** A node with its measures; see `NodeMeasures`. */
export interface MeasuredNode extends Readonly<Record<NodeMeasure, number>> {
  readonly node: number;
  readonly isLeaf: boolean;
  /** The axis-aligned box around its volume, source space. */
  readonly bounds: Bounds;
}

/** Returns the worst nodes of a tree of `mesh`, the worst first; at most `worst`. */
export function worstNodes(tree: Tree, mesh: TriangleMesh, { worst, worstBy }: WorstOptions): readonly MeasuredNode[] {
  const measures = measureNodes(tree, mesh);
  return nodesInOrder(measures, worstBy, worst).map((node) => ({
    node,
    isLeaf: isLeaf(tree, node),
    cost: measures.cost[node],
    waste: measures.waste[node],
    overlap: measures.overlap[node],
    empty: measures.empty[node],
    depth: measures.depth[node],
    triangles: measures.triangles[node],
    bounds: nodeBox(tree, node),
  }));
}

/** Returns the nodes with the largest values of a measure, descending; equal ones by their number. At most `max`. */
function nodesInOrder(measures: NodeMeasures, by: NodeMeasure, max: number): readonly number[] {
  const values = measures[by];
  const nodes = Uint32Array.from(values, (_, node) => node);
  return [...nodes.sort((a, b) => values[b] - values[a] || a - b).subarray(0, max)];
}
