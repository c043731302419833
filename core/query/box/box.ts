import { invalidArgument } from '../../error.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import { boxOptions, type BoxOptions } from '../../options/box-options.ts';
import { checkValues } from '../../options/option.ts';
import { setupBox, type BoxSetup, type BoxSolid } from '../../shape/box-solid.ts';
import { boxMisses, boxTriangle, boxUnsure } from '../../shape/box-triangle.ts';
import { boxTriangleExact } from '../../shape/box-triangle-exact.ts';
import { checkTreeFits, stackLength } from '../../tree/check-tree-fits.ts';
import type { Tree } from '../../tree/layout.ts';
import { triangleAt } from '../../tree/leaf-order.ts';
import { readNodeBox } from '../../tree/node-box.ts';
import { childAt, childCount, hasVolume, leafCount, leafFirst } from '../../tree/nodes.ts';
import { boxOverlapKernel, type BoxCandidates } from './kernel.ts';
import { reachesNodeBox } from './volume.ts';

export interface BoxStats {
  /** Volumes tested, the root's included. */
  readonly nodesVisited: number;
  readonly trianglesTested: number;
}

export interface BoxAnswer {
  /** Import indices, ascending; at most one for `any`. */
  readonly triangles: Uint32Array;
  readonly stats: BoxStats;
}

/**
 * Q4: all triangles that have a point in common with a box, which is closed: touching counts. The set is that of exact arithmetic on
 * the f64 vertices and the numbers of the box. Triangles without area act as segments or points, and so do flat boxes. Trees
 * of every kind are culled by the boxes around their volumes; a loaded one (`loadTree`) by WebAssembly, with the same triangles. With `mode` any
 * it stops at the first that is found, which may be another on another tree.
 * @throws InspectorError `invalid-argument` for numbers that are not finite, a least corner above the greatest, a tree of another mesh,
 * and for options that are unknown.
 */
export function boxOverlap(tree: Tree, mesh: TriangleMesh, solid: BoxSolid, given: Partial<BoxOptions> = {}): BoxAnswer {
  const isAny = checkValues(boxOptions, given).mode === 'any';
  checkBox(solid);
  checkTreeFits(tree, mesh);
  const box = setupBox(solid);
  const scratch = new Float64Array(18);
  const volume = new Float32Array(6);
  const quick =
    tree.loaded === null
      ? null
      : boxOverlapKernel(tree, tree.loaded, box, isAny ? (triangle) => meets(mesh, triangle, box, scratch) : null);
  if (quick !== null) return decided(mesh, box, quick, scratch);
  const found: number[] = [];
  const stack = new Uint32Array(stackLength(tree));
  let nodesVisited = 0;
  let trianglesTested = 0;
  let top = 0;
  const push = (node: number): void => {
    if (hasVolume(tree, node)) {
      nodesVisited++;
      readNodeBox(tree, node, volume);
      if (!reachesNodeBox(box, volume, tree.origin)) return;
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
      trianglesTested++;
      if (meets(mesh, triangle, box, scratch)) found.push(triangle);
    }
  }
  return { triangles: Uint32Array.from(found).sort(), stats: { nodesVisited, trianglesTested } };
}

function decided(mesh: TriangleMesh, box: BoxSetup, { count, triangle, isSure, stats }: BoxCandidates, scratch: Float64Array): BoxAnswer {
  const found = new Uint32Array(count);
  let kept = 0;
  for (let i = 0; i < count; i++) if (isSure(i) || meets(mesh, triangle(i), box, scratch)) found[kept++] = triangle(i);
  return { triangles: found.slice(0, kept).sort(), stats };
}

/** Whether a box meets a finite triangle, exactly. `scratch` has 18 numbers. */
function meets(mesh: TriangleMesh, triangle: number, box: BoxSetup, scratch: Float64Array): boolean {
  const { positions, indices } = mesh;
  const answer = boxTriangle(
    box,
    positions,
    3 * indices[3 * triangle],
    3 * indices[3 * triangle + 1],
    3 * indices[3 * triangle + 2],
    scratch,
  );
  if (answer !== boxUnsure) return answer !== boxMisses;
  return boxTriangleExact(box.solid, ...triangleVertices(mesh, triangle));
}

/** @throws InspectorError `invalid-argument`. */
export function checkBox(solid: BoxSolid): void {
  const numbers = solid.kind === 'aligned' ? [...solid.min, ...solid.max] : [...solid.center, ...solid.halfEdges.flat()];
  if (!numbers.every(Number.isFinite)) throw invalidArgument('A number of the box is not finite', 'Give finite numbers');
  if (solid.kind === 'aligned' && solid.min.some((low, k) => low > solid.max[k]!)) {
    throw invalidArgument(
      `The least corner of the box ${solid.min.join(', ')} is above the greatest ${solid.max.join(', ')}`,
      'Exchange the numbers that are the wrong way round',
    );
  }
}
