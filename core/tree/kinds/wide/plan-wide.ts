import type { Progress } from '../../../progress.ts';
import type { Tree } from '../../layout.ts';
import { nodeRange } from '../../node-range.ts';
import { childAt, isLeaf } from '../../nodes.ts';
import { wideWidth } from '../../../kernel/index.ts';

/** A child of a stored node. */
export interface WideChild {
  /** The node of the binary tree. */
  readonly node: number;
  /** Its range of the leaf order. */
  readonly first: number;
  readonly count: number;
  /** Index of its stored node; `null` for a leaf. */
  stored: number | null;
}

export interface WidePlan {
  /** The children of each stored node, in preorder. */
  readonly stored: readonly (readonly WideChild[])[];
  /** Number of all nodes, and of leaves. */
  readonly nodes: number;
  readonly leaves: number;
  readonly blocks: number;
  /** Depth of the deepest leaf. */
  readonly depth: number;
}

/** Stored nodes between two calls of `progress`. */
const reportStep = 2 ** 13;

/**
 * Returns which nodes of a binary tree become children of which stored nodes. `boxes` (6·N) are the nodes' boxes.
 * @throws whatever `progress` throws.
 */
export function planWide(tree: Tree, boxes: Float32Array, maxDepth: number, progress: Progress): WidePlan {
  const stored: WideChild[][] = [];
  let leaves = 0;
  let blocks = 0;
  let depth = 0;
  interface Waiting {
    readonly node: number;
    readonly level: number;
    readonly child: WideChild | null;
  }
  const stack: Waiting[] = tree.nodeCount === 0 ? [] : [{ node: 0, level: 0, child: null }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { node, level, child: itself } = next;
    if (itself !== null) itself.stored = stored.length;
    const children = opened(tree, boxes, node).map((at): WideChild => ({ node: at, ...nodeRange(tree, at), stored: null }));
    stored.push(children);
    if (stored.length % reportStep === 0) progress(Math.min(1, node / tree.nodeCount));
    const waiting: Waiting[] = [];
    for (const child of children) {
      if (isLeaf(tree, child.node) || (maxDepth > 0 && level + 1 >= maxDepth)) {
        leaves++;
        blocks += Math.ceil(child.count / 4);
        // A tree of one leaf: the leaf is the root.
        depth = Math.max(depth, child.node === 0 ? 0 : level + 1);
      } else waiting.push({ node: child.node, level: level + 1, child });
    }
    // The first child's stored node follows this one.
    stack.push(...waiting.reverse());
  }
  const isOneLeaf = stored.length === 1 && leaves === 1;
  return { stored, nodes: isOneLeaf ? 1 : stored.length + leaves, leaves, blocks, depth };
}

/** Returns the node, or up to eight nodes below it that hold the same triangles, in leaf order. */
function opened(tree: Tree, boxes: Float32Array, node: number): number[] {
  const open = [node];
  while (open.length < wideWidth) {
    let best = -1;
    let bestArea = -1;
    open.forEach((at, i) => {
      const area = halfArea(boxes, at);
      if (area <= bestArea || isLeaf(tree, at)) return;
      best = i;
      bestArea = area;
    });
    if (best < 0) break;
    open.splice(best, 1, childAt(tree, open[best], 0), childAt(tree, open[best], 1));
  }
  return open;
}

function halfArea(boxes: Float32Array, node: number): number {
  const at = 6 * node;
  const x = boxes[at + 3] - boxes[at];
  const y = boxes[at + 4] - boxes[at + 1];
  const z = boxes[at + 5] - boxes[at + 2];
  return x * y + y * z + z * x;
}
