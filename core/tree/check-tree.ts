import { meshBounds } from '../mesh/bounds.ts';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from '../mesh/triangle-mesh.ts';
import { checkExtraHeader, checkHoldsChild, checkHoldsTriangle, checkVolume } from './check-volume.ts';
import { leafFlag, type Tree } from './layout.ts';

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
  /** A child's box reaches out of its parent's. */
  'child-box',
  /** A vertex lies outside the box of a leaf above it, in exact arithmetic. */
  'vertex',
  /** A leaf does not begin where the one before it ended, or is empty. */
  'leaf-run',
  /** More triangles in a leaf than the options allow. */
  'leaf-size',
  /** A node deeper than the options allow. */
  'depth',
  /** The leaf order names a triangle twice, one that does not exist or is not finite, or leaves one out. */
  'order',
] as const;

export type TreeRule = (typeof treeRules)[number];

export interface TreeViolation {
  readonly rule: TreeRule;
  /** Index of the node; `null` for the tree as a whole. */
  readonly node: number | null;
  readonly message: string;
}

const reservedByte = 44;

/** The first so many of each rule are told: a damaged tree may break every rule at every node. */
export const mostOfEachRule = 10;

/** Collects what is wrong, up to `mostOfEachRule`. */
export type Report = (rule: TreeRule, node: number | null, message: string) => void;

/**
 * Proves a tree against its mesh; an empty list means sound. The bytes may be anything that `openTree` accepts: every
 * link is followed only inside its subtree, so the check ends after one pass, reads nothing out of range, and needs two
 * words a node and a byte a triangle.
 *
 * A leaf may hold more than `leafTriangles` where `maxDepth` or `leastBox` ended the descent, and only there.
 */
export function checkTree(tree: Tree, mesh: TriangleMesh): TreeViolation[] {
  const violations: TreeViolation[] = [];
  const told = new Map<TreeRule, number>();
  const report: Report = (rule, node, message) => {
    const before = told.get(rule) ?? 0;
    told.set(rule, before + 1);
    if (before < mostOfEachRule) violations.push({ rule, node, message });
  };
  checkHeader(tree, mesh, report);
  checkExtraHeader(tree, report);
  checkNodes(tree, mesh, report);
  checkOrder(tree, mesh, report);
  return violations;
}

/** What the header says of the whole tree; counts of leaves and depth are compared on the way through the nodes. */
function checkHeader(tree: Tree, mesh: TriangleMesh, report: Report): void {
  const { bytes, meshTriangles, order, nodeCount, leafTriangles, leastBox, origin, bounds } = tree;
  if (meshTriangles !== triangleCount(mesh)) {
    report('header', null, `built for ${meshTriangles} triangles, the mesh has ${triangleCount(mesh)}`);
  }
  if ((nodeCount === 0) !== (order.length === 0)) report('header', null, `${nodeCount} nodes for ${order.length} triangles`);
  if (leafTriangles < 1) report('header', null, `the option leafTriangles is ${leafTriangles}`);
  if (!(leastBox >= 0 && leastBox < Infinity)) report('header', null, `the option leastBox is ${leastBox}`);
  if (!origin.every(Number.isFinite)) report('header', null, `the origin is ${origin.join(', ')}`);
  if (new DataView(bytes).getUint32(reservedByte, true) !== 0) report('header', null, 'the reserved bytes are not zero');
  const exact = meshBounds(mesh);
  const wanted = exact === null ? [0, 0, 0, 0, 0, 0] : [...exact.min, ...exact.max];
  if (wanted.some((value, i) => value !== bounds[i])) {
    report('header', null, `the bounds are ${bounds.join(' ')}, those of the mesh ${wanted.join(' ')}`);
  }
}

/** One pass in preorder. `ends[node]` is the end of its subtree, known from its parent; 0 where the parent is broken. */
function checkNodes(tree: Tree, mesh: TriangleMesh, report: Report): void {
  const { nodeCount, nodesU32, nodeWords, order } = tree;
  const ends = new Uint32Array(nodeCount);
  const depths = new Uint32Array(nodeCount);
  if (nodeCount > 0) ends[0] = nodeCount;
  let position = 0;
  let leaves = 0;
  let deepest = 0;
  for (let node = 0; node < nodeCount; node++) {
    // A node that no sound link leads to has been told of with its parent.
    if (ends[node] === 0) continue;
    deepest = Math.max(deepest, depths[node]);
    checkVolume(tree, node, report);
    const link = nodesU32[(node + 1) * nodeWords - 2];
    const word = nodesU32[(node + 1) * nodeWords - 1];
    if (word >= leafFlag) {
      leaves++;
      const count = word - leafFlag;
      if (ends[node] !== node + 1) report('link', node, `a leaf, where a subtree of ${ends[node] - node} nodes was due`);
      if (link !== position || count === 0 || link + count > order.length) {
        report('leaf-run', node, `the run has ${count} triangles from ${link}; it was due from ${position} of ${order.length}`);
      }
      // Only runs that follow one another are read, so that no bytes make this quadratic.
      else checkLeaf(tree, mesh, node, link, link + count, depths[node], report);
      position += count;
    } else {
      if (word > 2) report('axis', node, `the split axis is ${word}`);
      if (link <= node + 1 || link >= ends[node]) {
        report('link', node, `the right child is ${link}; it must lie between ${node + 1} and ${ends[node]}`);
        continue;
      }
      ends[node + 1] = link;
      ends[link] = ends[node];
      depths[node + 1] = depths[link] = depths[node] + 1;
      checkHoldsChild(tree, node, node + 1, report);
      checkHoldsChild(tree, node, link, report);
    }
  }
  if (position !== order.length) report('leaf-run', null, `the leaves end at ${position} of ${order.length} triangles`);
  if (leaves !== tree.leafCount) report('header', null, `${leaves} leaves, the header says ${tree.leafCount}`);
  if (deepest !== tree.depth) report('header', null, `depth ${deepest}, the header says ${tree.depth}`);
  if (tree.maxDepth > 0 && deepest > tree.maxDepth) report('depth', null, `depth ${deepest}, the option allows ${tree.maxDepth}`);
}

/** `first` and `end` are positions in the leaf order, `end` inside it. */
function checkLeaf(
  tree: Tree,
  mesh: TriangleMesh,
  node: number,
  first: number,
  end: number,
  depth: number,
  report: Report,
): void {
  const { order, leafTriangles, maxDepth, leastBox } = tree;
  const triangles = triangleCount(mesh);
  for (let i = first; i < end; i++) {
    if (order[i] < triangles) checkHoldsTriangle(tree, mesh, node, order[i], report);
  }
  const mayBeLarge = (maxDepth > 0 && depth === maxDepth) || (leastBox > 0 && longestSide(tree, mesh, first, end) <= leastBox);
  if (end - first > leafTriangles && !mayBeLarge) {
    report('leaf-size', node, `${end - first} triangles, the option allows ${leafTriangles}`);
  }
}

/** The leaf order names every finite triangle once. */
function checkOrder(tree: Tree, mesh: TriangleMesh, report: Report): void {
  const { order } = tree;
  const triangles = triangleCount(mesh);
  const seen = new Uint8Array(triangles);
  for (let i = 0; i < order.length; i++) {
    const triangle = order[i];
    if (triangle >= triangles) report('order', null, `position ${i} names triangle ${triangle} of ${triangles}`);
    else if (seen[triangle] === 1) report('order', null, `triangle ${triangle} is named twice`);
    else if (!isFiniteTriangle(mesh, triangle)) report('order', null, `triangle ${triangle} is not finite`);
    if (triangle < triangles) seen[triangle] = 1;
  }
  for (let triangle = 0; triangle < triangles; triangle++) {
    if (seen[triangle] === 0 && isFiniteTriangle(mesh, triangle)) report('order', null, `triangle ${triangle} is missing`);
  }
}

/** The longest side of the exact box of the triangles at positions [first, end). */
function longestSide(tree: Tree, mesh: TriangleMesh, first: number, end: number): number {
  const { positions, indices } = mesh;
  const triangles = triangleCount(mesh);
  let side = 0;
  for (let axis = 0; axis < 3; axis++) {
    let min = Infinity, max = -Infinity;
    for (let i = first; i < end; i++) {
      if (tree.order[i] >= triangles) continue;
      for (let corner = 3 * tree.order[i]; corner < 3 * tree.order[i] + 3; corner++) {
        min = Math.min(min, positions[3 * indices[corner] + axis]);
        max = Math.max(max, positions[3 * indices[corner] + axis]);
      }
    }
    side = Math.max(side, max - min);
  }
  return side;
}
