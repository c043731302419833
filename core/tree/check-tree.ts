import { meshFacts, type MeshFacts } from '../mesh/mesh-facts.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { checkBinaryNodes } from './check-binary-nodes.ts';
import { checkLeafFreeNodes } from './kinds/leaf-free/check-leaf-free-nodes.ts';
import { countBitsByte, type Tree } from './layout.ts';
import { triangleAt } from './leaf-order.ts';
import { treeKinds } from './kinds/kinds.ts';
import { maxOfEachRule, type Report, type TreeRule, type TreeViolation } from './tree-rules.ts';
import { checkWideNodes } from './kinds/wide/check-wide-nodes.ts';

/**
 * Proves a tree against its mesh; an empty list means sound. The bytes may be anything that `openTree` accepts: every
 * link is followed only inside its subtree, so the check ends after one pass, reads nothing out of range, and needs two
 * words a node and a byte a triangle.
 *
 * A leaf may hold more than `leafTriangles` where `maxDepth` or `minExtent` ended the descent, and only there. Who checks
 * several trees of one mesh gives the `facts` of it.
 */
export function checkTree(tree: Tree, mesh: TriangleMesh, facts: MeshFacts = meshFacts(mesh)): TreeViolation[] {
  const violations: TreeViolation[] = [];
  const told = new Map<TreeRule, number>();
  const report: Report = (rule, node, message) => {
    const before = told.get(rule) ?? 0;
    told.set(rule, before + 1);
    if (before < maxOfEachRule) violations.push({ rule, node, message });
  };
  checkHeader(tree, facts, report);
  treeKinds[tree.kind].checkHeader(tree, report);
  switch (tree.layout) {
    case 'binary':
      checkBinaryNodes(tree, mesh, report);
      break;
    case 'leaf-free':
      checkLeafFreeNodes(tree, mesh, report);
      break;
    case 'wide':
      checkWideNodes(tree, mesh, report);
      break;
  }
  checkOrder(tree, facts, report);
  return violations;
}

/** What the header says of the whole tree; counts of leaves and depth are compared on the way through the nodes. */
function checkHeader(tree: Tree, { bounds: exact, isFinite }: MeshFacts, report: Report): void {
  const { bytes, layout, meshTriangles, triangles, nodeCount, leafTriangles, minExtent, origin, bounds } = tree;
  if (meshTriangles !== isFinite.length) report('header', null, `built for ${meshTriangles} triangles, the mesh has ${isFinite.length}`);
  if ((nodeCount === 0) !== (triangles === 0)) report('header', null, `${nodeCount} nodes for ${triangles} triangles`);
  if (leafTriangles < 1) report('header', null, `the option leafTriangles is ${leafTriangles}`);
  if (!(minExtent >= 0 && minExtent < Infinity)) report('header', null, `the option minExtent is ${minExtent}`);
  if (!origin.every(Number.isFinite)) report('header', null, `the origin is ${origin.join(', ')}`);
  if (layout !== 'leaf-free' && new DataView(bytes).getUint32(countBitsByte, true) !== 0)
    report('header', null, 'the reserved bytes are not zero');
  const wanted = exact === null ? [0, 0, 0, 0, 0, 0] : [...exact.min, ...exact.max];
  if (wanted.some((value, i) => value !== bounds[i])) {
    report('header', null, `the bounds are ${bounds.join(' ')}, those of the mesh ${wanted.join(' ')}`);
  }
}

/** The leaf order names every finite triangle once. */
function checkOrder(tree: Tree, { isFinite }: MeshFacts, report: Report): void {
  const triangles = isFinite.length;
  const seen = new Uint8Array(triangles);
  for (let i = 0; i < tree.triangles; i++) {
    const triangle = triangleAt(tree, i);
    if (triangle >= triangles) report('order', null, `position ${i} names triangle ${triangle} of ${triangles}`);
    else if (seen[triangle] === 1) report('order', null, `triangle ${triangle} is named twice`);
    else if (isFinite[triangle] === 0) report('order', null, `triangle ${triangle} is not finite`);
    if (triangle < triangles) seen[triangle] = 1;
  }
  checkOrderPadding(tree, report);
  for (let triangle = 0; triangle < triangles; triangle++) {
    if (seen[triangle] === 0 && isFinite[triangle] === 1) report('order', null, `triangle ${triangle} is missing`);
  }
}

/** What a packed order leaves of its last word is zero. */
function checkOrderPadding({ leafOrder, orderBits, triangles }: Tree, report: Report): void {
  const used = (triangles * orderBits) % 32;
  if (used !== 0 && leafOrder[leafOrder.length - 1] >>> used !== 0) report('order', null, 'the bits after the leaf order are not zero');
}
