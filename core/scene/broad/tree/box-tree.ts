/**
 * A binary tree of boxes that changes while boxes move. Leaf k is node k, and holds the box `members[k]`; inner nodes have the numbers
 * from the number of leaves on.
 */
export interface BoxTree {
  /** (n) */
  readonly members: Uint32Array;
  /** (6·nodes) boxes of the nodes; those of leaves are larger than their box by a margin. */
  readonly boxes: Float64Array;
  /** (nodes) -1 for the root. */
  readonly parents: Int32Array;
  /** (2·nodes) of inner nodes. */
  readonly children: Int32Array;
  /** -1 without leaves. */
  root: number;
}

/** Deeper nodes are split by count instead of by space, which bounds the depth. */
const maxSpatialDepth = 48;

/** Returns the tree of some boxes. Each node is split at the middle of the longest side of its centres. */
export function createBoxTree(members: Uint32Array, boxes: Float64Array, margin: number): BoxTree {
  const leaves = members.length;
  const nodes = Math.max(0, 2 * leaves - 1);
  const tree: BoxTree = {
    members,
    boxes: new Float64Array(6 * nodes),
    parents: new Int32Array(nodes).fill(-1),
    children: new Int32Array(2 * nodes),
    root: leaves === 0 ? -1 : leaves === 1 ? 0 : leaves,
  };
  for (let leaf = 0; leaf < leaves; leaf++) writeFatBox(tree, leaf, boxes, margin);
  const order = Uint32Array.from({ length: leaves }, (_, i) => i);
  const open = leaves > 1 ? [{ node: leaves, from: 0, to: leaves, depth: 0 }] : [];
  let next = leaves + 1;
  for (let work = open.pop(); work !== undefined; work = open.pop()) {
    const { node, from, to, depth } = work;
    const middle = depth < maxSpatialDepth ? splitInSpace(tree, order, from, to) : (from + to) >> 1;
    const parts = [
      [from, middle],
      [middle, to],
    ] as const;
    parts.forEach(([start, end], side) => {
      const child = end - start === 1 ? order[start] : next++;
      tree.children[2 * node + side] = child;
      tree.parents[child] = node;
      if (end - start > 1) open.push({ node: child, from: start, to: end, depth: depth + 1 });
    });
  }
  // Children have higher numbers than their parents, so far.
  for (let node = nodes - 1; node >= leaves; node--) fitNode(tree, node);
  return tree;
}

/** Writes the box of a leaf, larger by the margin on every side. */
export function writeFatBox({ members, boxes: own }: BoxTree, leaf: number, boxes: Float64Array, margin: number): void {
  const at = 6 * members[leaf];
  for (let k = 0; k < 3; k++) {
    own[6 * leaf + k] = boxes[at + k] - margin;
    own[6 * leaf + 3 + k] = boxes[at + 3 + k] + margin;
  }
}

/** Fits all nodes above a leaf, and rotates them where that makes a box smaller. Hot. */
export function refitAbove(tree: BoxTree, leaf: number): void {
  for (let node = tree.parents[leaf]; node >= 0; node = tree.parents[node]) {
    fitNode(tree, node);
    rotate(tree, node);
  }
}

/** Removes a leaf, and inserts it at the place where the boxes of the nodes grow by the smallest area. Hot. */
export function reinsertLeaf(tree: BoxTree, leaf: number, boxes: Float64Array, margin: number): void {
  const { parents, children } = tree;
  const parent = parents[leaf];
  if (parent < 0) {
    writeFatBox(tree, leaf, boxes, margin);
    return;
  }
  const sibling = children[2 * parent] === leaf ? children[2 * parent + 1] : children[2 * parent];
  replaceChild(tree, parents[parent], parent, sibling);
  for (let node = parents[sibling]; node >= 0; node = parents[node]) fitNode(tree, node);
  writeFatBox(tree, leaf, boxes, margin);
  const place = bestPlace(tree, leaf);
  replaceChild(tree, parents[place], place, parent);
  children[2 * parent] = place;
  children[2 * parent + 1] = leaf;
  parents[place] = parent;
  parents[leaf] = parent;
  refitAbove(tree, leaf);
}

function replaceChild(tree: BoxTree, parent: number, before: number, after: number): void {
  const { parents, children } = tree;
  parents[after] = parent;
  if (parent < 0) tree.root = after;
  else children[2 * parent + (children[2 * parent] === before ? 0 : 1)] = after;
}

/** Descends to the child whose box grows less, until a new node here is cheaper. */
function bestPlace({ boxes, children, members, root }: BoxTree, leaf: number): number {
  let node = root;
  while (node >= members.length) {
    const here = unionArea(boxes, node, leaf);
    const growth = 2 * (here - unionArea(boxes, node, node));
    const left = children[2 * node];
    const right = children[2 * node + 1];
    const ofLeft = descentCost(boxes, left, leaf, left < members.length) + growth;
    const ofRight = descentCost(boxes, right, leaf, right < members.length) + growth;
    if (2 * here < ofLeft && 2 * here < ofRight) break;
    node = ofLeft < ofRight ? left : right;
  }
  return node;
}

/** A leaf becomes a new node with both boxes; an inner node grows. */
function descentCost(boxes: Float64Array, node: number, leaf: number, isLeaf: boolean): number {
  const together = 2 * unionArea(boxes, node, leaf);
  return isLeaf ? together : together - 2 * unionArea(boxes, node, node);
}

/** Swaps a child of a node with a grandchild on the other side if the box of that side becomes smaller. */
function rotate(tree: BoxTree, node: number): void {
  const { boxes, children, members } = tree;
  let most = 0;
  let low = -1;
  let high = -1;
  for (let side = 0; side < 2; side++) {
    const parent = children[2 * node + side];
    const uncle = children[2 * node + 1 - side];
    if (parent < members.length) continue;
    const area = unionArea(boxes, parent, parent);
    for (let k = 0; k < 2; k++) {
      const gain = area - unionArea(boxes, uncle, children[2 * parent + 1 - k]);
      if (gain > most) [most, low, high] = [gain, children[2 * parent + k], uncle];
    }
  }
  if (low < 0) return;
  const parent = tree.parents[low];
  replaceChild(tree, parent, low, high);
  replaceChild(tree, node, high, low);
  fitNode(tree, parent);
}

/** Half the area of the box around two nodes. */
function unionArea(boxes: Float64Array, i: number, j: number): number {
  const a = 6 * i;
  const b = 6 * j;
  const x = Math.max(boxes[a + 3], boxes[b + 3]) - Math.min(boxes[a], boxes[b]);
  const y = Math.max(boxes[a + 4], boxes[b + 4]) - Math.min(boxes[a + 1], boxes[b + 1]);
  const z = Math.max(boxes[a + 5], boxes[b + 5]) - Math.min(boxes[a + 2], boxes[b + 2]);
  return x * y + y * z + z * x;
}

function fitNode({ boxes, children }: BoxTree, node: number): void {
  const a = 6 * children[2 * node];
  const b = 6 * children[2 * node + 1];
  for (let k = 0; k < 3; k++) {
    boxes[6 * node + k] = Math.min(boxes[a + k], boxes[b + k]);
    boxes[6 * node + 3 + k] = Math.max(boxes[a + 3 + k], boxes[b + 3 + k]);
  }
}

/** Orders a range of leaves by their side of the middle, and returns where the second side starts; by count if one side is empty. */
function splitInSpace({ boxes }: BoxTree, order: Uint32Array, from: number, to: number): number {
  let axis = 0;
  let middle = 0;
  let longest = -1;
  for (let k = 0; k < 3; k++) {
    let min = Infinity;
    let max = -Infinity;
    for (let at = from; at < to; at++) {
      const center = boxes[6 * order[at] + k] / 2 + boxes[6 * order[at] + 3 + k] / 2;
      if (center < min) min = center;
      if (center > max) max = center;
    }
    if (max - min > longest) [longest, axis, middle] = [max - min, k, min / 2 + max / 2];
  }
  let start = from;
  let end = to;
  while (start < end) {
    const leaf = order[start];
    if (boxes[6 * leaf + axis] / 2 + boxes[6 * leaf + 3 + axis] / 2 < middle) start++;
    else {
      order[start] = order[--end];
      order[end] = leaf;
    }
  }
  return start === from || start === to ? (from + to) >> 1 : start;
}
