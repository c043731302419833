import { isLeaf, type Tree } from '#core/tree';
import { rowOfNode, type OpenNodes, type OpenRows } from './open-rows.ts';

/** The effect of a key in the hierarchy. */
export interface KeyTarget {
  readonly kind: 'choose' | 'open' | 'close' | 'openBelow' | 'frame';
  readonly node: number;
}

/** Number of rows that Page Up and Page Down move by. */
const page = 16;

/**
 * Returns what a key does in a tree, after the ARIA pattern. Arrows, Home, End, Page Up and Down select; right opens or enters, left
 * closes or leaves; `*` opens everything below; Enter frames. `null` for other keys, or without rows.
 */
export function keyTarget(key: string, tree: Tree, rows: OpenRows, open: OpenNodes, chosen: number | null): KeyTarget | null {
  const last = rows.nodes.length - 1;
  if (last < 0) return null;
  const at = chosen === null ? -1 : rowOfNode(rows, chosen);
  const choose = (row: number): KeyTarget => ({ kind: 'choose', node: rows.nodes[Math.min(last, Math.max(0, row))]! });
  const node = at < 0 ? 0 : rows.nodes[at]!;
  switch (key) {
    case 'ArrowDown':
      return choose(at + 1);
    case 'ArrowUp':
      return choose(at - 1);
    case 'PageDown':
      return choose(at + page);
    case 'PageUp':
      return choose(at - page);
    case 'Home':
      return choose(0);
    case 'End':
      return choose(last);
    case 'ArrowRight':
      if (at < 0) return choose(0);
      if (isLeaf(tree, node)) return null;
      return open.has(node) ? choose(at + 1) : { kind: 'open', node };
    case 'ArrowLeft':
      if (at < 0) return choose(0);
      return open.has(node) ? { kind: 'close', node } : choose(parentRow(rows, at));
    case '*':
      return { kind: 'openBelow', node };
    case 'Enter':
      return { kind: 'frame', node };
    default:
      return null;
  }
}

/** Returns the nearest row above that is less deep. */
function parentRow(rows: OpenRows, row: number): number {
  let at = row;
  while (at > 0 && rows.depths[at]! >= rows.depths[row]!) at--;
  return at;
}
