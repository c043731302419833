import { meshFacts, type MeshFacts } from '../mesh/mesh-facts.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { checkBinaryNodes } from './check-binary-nodes.ts';
import { checkLeafFreeNodes } from './kinds/leaf-free/check-leaf-free-nodes.ts';
import { checkExtraHeader } from './check-volume.ts';
import { countBitsByte, type Tree } from './layout.ts';
import { triangleAt } from './leaf-order.ts';
import { checkWideNodes } from './kinds/wide/check-wide-nodes.ts';

/** What a sound tree keeps, one name for each kind of damage. */
export const treeRules = [
  /** The header's counts, depth, bounds, options or reserved bytes are wrong. */
  'header',
  /** A link leaves its subtree, or preorder is broken. */
  'link',
  /** A split axis that is not 0, 1 or 2. */
  'axis',
  /** A box that is not one: NaN, or min above max. */
  'box',
  /** Numbers that make no sphere and no oriented box. */
  'volume',
  /** A child's box reaches out of its parent's. */
  'child-box',
  /** A vertex lies outside the volume of a node above it, in exact arithmetic. */
  'vertex',
  /** A leaf does not begin where the one before it ended, or is empty. */
  'leaf-run',
  /** More triangles in a leaf than the options allow. */
  'leaf-size',
  /** A node deeper than the options allow, or than any build goes. */
  'depth',
  /** The leaf order names a triangle twice, one that does not exist or is not finite, or leaves one out. */
  'order',
  /** A block of a wide tree has other triangles than its leaf, or other corners than they have. */
  'block',
] as const;

export type TreeRule = (typeof treeRules)[number];

export interface TreeViolation {
  readonly rule: TreeRule;
  /** Index of the node; `null` for the tree as a whole. */
  readonly node: number | null;
  readonly message: string;
}

/** The first so many of each rule are told: a damaged tree may break every rule at every node. */
export const maxOfEachRule = 10;

/** Collects what is wrong, up to `maxOfEachRule`. */
export type Report = (rule: TreeRule, node: number | null, message: string) => void;

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
  checkExtraHeader(tree, report);
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
