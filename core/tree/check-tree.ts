import { finiteFacts, type FiniteFacts } from '../mesh/finite-facts.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { checkBinaryNodes } from './check-binary-nodes.ts';
import { checkLeafFreeNodes } from './kinds/leaf-free/check-leaf-free-nodes.ts';
import { countBitsByte, type Tree } from './layout.ts';
import { triangleAt } from './leaf-order.ts';
import { treeKinds } from './kinds/kinds.ts';
import { maxOfEachRule, type Report, type TreeRule, type TreeViolation } from './tree-rules.ts';
import { checkWideNodes } from './kinds/wide/check-wide-nodes.ts';

/**
 * Checks a tree against its mesh and returns the violations; an empty list means that the tree is valid. The bytes may be
 * anything that `openTree` accepts. Links are followed only inside their subtree, so the check is one pass over the
 * nodes and reads nothing out of range. Memory: two words per node and one byte per triangle.
 *
 * A leaf may hold more than `leafTriangles` only where `maxDepth` or `minExtent` stopped the division. To check
 * several trees of one mesh, compute `facts` once.
 */
export function checkTree(tree: Tree, mesh: TriangleMesh, facts: FiniteFacts = finiteFacts(mesh)): TreeViolation[] {
  const violations: TreeViolation[] = [];
  const counts = new Map<TreeRule, number>();
  const report: Report = (rule, node, message) => {
    const before = counts.get(rule) ?? 0;
    counts.set(rule, before + 1);
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

/** Checks the header. Depth and number of leaves are compared while the nodes are checked. */
function checkHeader(tree: Tree, { bounds: exact, isFinite }: FiniteFacts, report: Report): void {
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
    report('header', null, `the bounds are ${bounds.join(' ')}, but those of the mesh are ${wanted.join(' ')}`);
  }
}

/** Checks that the leaf order contains every finite triangle exactly once. */
function checkOrder(tree: Tree, { isFinite }: FiniteFacts, report: Report): void {
  const triangles = isFinite.length;
  const seen = new Uint8Array(triangles);
  for (let i = 0; i < tree.triangles; i++) {
    const triangle = triangleAt(tree, i);
    if (triangle >= triangles) report('order', null, `position ${i} has triangle ${triangle}, but the mesh has ${triangles}`);
    else if (seen[triangle] === 1) report('order', null, `triangle ${triangle} occurs twice`);
    else if (isFinite[triangle] === 0) report('order', null, `triangle ${triangle} is not finite`);
    if (triangle < triangles) seen[triangle] = 1;
  }
  checkOrderPadding(tree, report);
  for (let triangle = 0; triangle < triangles; triangle++) {
    if (seen[triangle] === 0 && isFinite[triangle] === 1) report('order', null, `triangle ${triangle} is missing`);
  }
}

/** Checks that the unused bits of a packed order are zero. */
function checkOrderPadding({ leafOrder, orderBits, triangles }: Tree, report: Report): void {
  const used = (triangles * orderBits) % 32;
  if (used !== 0 && leafOrder[leafOrder.length - 1] >>> used !== 0) report('order', null, 'the bits after the leaf order are not zero');
}
