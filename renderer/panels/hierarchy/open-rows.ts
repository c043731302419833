import { childrenOf, isLeaf, nodePath, type Tree } from '#core/tree';

/** The rows of the hierarchy: the nodes whose ancestors are all open, each before its descendants. */
export interface OpenRows {
  readonly nodes: readonly number[];
  /** Depth of each row. */
  readonly depths: readonly number[];
}

/** Open inner nodes of one tree. Leaves are never included. */
export type OpenNodes = ReadonlySet<number>;

/** Walks the open nodes only: its cost and size are those of the rows, not of the tree. */
export function openRows(tree: Tree, open: OpenNodes): OpenRows {
  const nodes: number[] = [];
  const depths: number[] = [];
  if (tree.nodeCount === 0) return { nodes, depths };
  // Nodes still to be listed with their depths, the next one last.
  const pending = [0];
  const pendingDepths = [0];
  while (pending.length > 0) {
    const node = pending.pop()!;
    const depth = pendingDepths.pop()!;
    nodes.push(node);
    depths.push(depth);
    if (!open.has(node)) continue;
    for (const child of childrenOf(tree, node).toReversed()) {
      pending.push(child);
      pendingDepths.push(depth + 1);
    }
  }
  return { nodes, depths };
}

/** Returns the row of a node, -1 when it is not listed. */
export function rowOfNode(rows: OpenRows, node: number): number {
  return rows.nodes.indexOf(node);
}

/** Returns the set with the node opened or closed, or the same set when nothing changes. */
export function withOpen(tree: Tree, open: OpenNodes, node: number, isOpen: boolean): OpenNodes {
  if (open.has(node) === isOpen || isLeaf(tree, node)) return open;
  const next = new Set(open);
  if (isOpen) next.add(node);
  else next.delete(node);
  return next;
}

/** Returns the set with every ancestor of a node open, so that it has a row. */
export function withPathOpen(tree: Tree, open: OpenNodes, node: number): OpenNodes {
  if (node >= tree.nodeCount) return open;
  const ancestors = nodePath(tree, node).slice(0, -1);
  return ancestors.every((ancestor) => open.has(ancestor)) ? open : new Set([...open, ...ancestors]);
}

/**
 * Returns the set with all descendants of a node open. Only the user requests this for a whole large tree: it holds one entry per inner
 * node.
 */
export function withAllOpenBelow(tree: Tree, open: OpenNodes, node: number): OpenNodes {
  const next = new Set(open);
  const pending = [node];
  while (pending.length > 0) {
    const at = pending.pop()!;
    if (isLeaf(tree, at)) continue;
    next.add(at);
    pending.push(...childrenOf(tree, at));
  }
  return next;
}

/** Returns what a new tree shows at first: the root and two levels. */
export function firstOpen(tree: Tree): OpenNodes {
  if (tree.nodeCount === 0 || isLeaf(tree, 0)) return new Set();
  return new Set([0, ...childrenOf(tree, 0)].filter((node) => !isLeaf(tree, node)));
}
