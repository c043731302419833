import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { checkValues } from '../options/option.ts';
import { overlapOptions, type OverlapOptions } from '../options/overlap-options.ts';
import { checkStackFits, checkTreeFits, stackLength } from '../tree/check-tree-fits.ts';
import type { Tree } from '../tree/layout.ts';
import { triangleAt } from '../tree/leaf-order.ts';
import { readNodeBox } from '../tree/node-box.ts';
import { childAt, childCount, hasVolume, leafCount, leafFirst } from '../tree/nodes.ts';
import type { Slabs } from './slabs.ts';
import type { ShapeOverlap } from './shape-overlap-result.ts';
import { solidOverlapKernel } from './solid-kernel.ts';
import type { TriangleFilter } from './triangle-filter.ts';

export type { OverlapStats, ShapeOverlap } from './shape-overlap-result.ts';

/** Scratch memory of overlap queries. It can be reused for any number of queries, on trees no deeper than the one it was made for. */
export interface ShapeWorkspace {
  /** Stack of nodes. */
  readonly stack: Uint32Array;
  /** (6) box of a node: min, max. */
  readonly nodeBox: Float32Array;
}

/** Returns a workspace for overlap queries on a tree. */
export function createShapeWorkspace(tree: Tree): ShapeWorkspace {
  return { stack: new Uint32Array(stackLength(tree)), nodeBox: new Float32Array(6) };
}

/** One query shape, as the two tests of its descent. */
export interface OverlapTest {
  /** Whether the shape may overlap a node's box (6 f32: min, max, relative to the origin of the tree). Never false if they share a point. Hot. */
  reachesNode(nodeBox: Float32Array, origin: Tree['origin']): boolean;
  /** Whether the shape overlaps a triangle, exactly. Hot. */
  overlapsTriangle(triangle: number): boolean;
  /** Slabs around the shape, by which WebAssembly culls; without them JavaScript searches. */
  readonly slabs?: Slabs;
}

/**
 * Returns the triangles of a mesh that a shape overlaps: the frame of the overlap queries whose only option is the mode. A tree loaded into
 * WebAssembly is searched there, with the same triangles.
 * @throws InspectorError `invalid-argument` for unknown options, a tree of another mesh, and a workspace made for a shallower tree.
 */
export function overlapWith(
  test: OverlapTest,
  tree: Tree,
  mesh: TriangleMesh,
  options: Partial<OverlapOptions>,
  workspace: ShapeWorkspace = createShapeWorkspace(tree),
  accepts: TriangleFilter = null,
): ShapeOverlap {
  const { mode } = checkValues(overlapOptions, options);
  checkTreeFits(tree, mesh);
  if (tree.loaded !== null && accepts === null && test.slabs !== undefined) {
    const found = solidOverlapKernel(tree, tree.loaded, test.slabs, (triangle) => test.overlapsTriangle(triangle), mode === 'any');
    if (found !== null) return found;
  }
  return overlappingTriangles(tree, workspace, test, mode === 'any', accepts);
}

/**
 * Returns the triangles of a tree of any kind that a shape overlaps: the one descent of all overlap queries. Nodes are culled by the AABB
 * around their volume. With `isAny` it stops at the first triangle found, which depends on the tree. Hot: bench `box`.
 * @throws InspectorError `invalid-argument` for a workspace made for a shallower tree.
 */
export function overlappingTriangles(
  tree: Tree,
  { stack, nodeBox }: ShapeWorkspace,
  test: OverlapTest,
  isAny: boolean,
  accepts: TriangleFilter = null,
): ShapeOverlap {
  checkStackFits(tree, stack);
  const found: number[] = [];
  let nodesVisited = 0;
  let trianglesTested = 0;
  let top = 0;
  const push = (node: number): void => {
    if (hasVolume(tree, node)) {
      nodesVisited++;
      readNodeBox(tree, node, nodeBox);
      if (!test.reachesNode(nodeBox, tree.origin)) return;
    }
    stack[top++] = node;
  };
  if (tree.nodeCount > 0) push(0);
  while (top > 0 && !(isAny && found.length > 0)) {
    const node = stack[--top];
    const children = childCount(tree, node);
    for (let i = children - 1; i >= 0; i--) push(childAt(tree, node, i));
    if (children > 0) continue;
    const first = leafFirst(tree, node);
    const end = first + leafCount(tree, node);
    for (let at = first; at < end && !(isAny && found.length > 0); at++) {
      const triangle = triangleAt(tree, at);
      if (accepts !== null && !accepts(triangle)) continue;
      trianglesTested++;
      if (test.overlapsTriangle(triangle)) found.push(triangle);
    }
  }
  return { triangles: Uint32Array.from(found).sort(), stats: { nodesVisited, trianglesTested } };
}
