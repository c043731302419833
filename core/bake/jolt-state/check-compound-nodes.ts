import type { BoxInFile } from './check-compound-boxes.ts';
import { slotBound, slotProperties } from '../jolt/jolt-nodes.ts';
import { maxJoltLevels, nodeBytes } from '../jolt/layout.ts';
import { damagedState, isChildBit, noNode } from './layout.ts';

const slots = 4;

/**
 * Checks the nodes of a compound: each node but the root is the child of one slot before it, each child is in one slot, and boxes contain those below.
 * Returns the box of the leaf of a child.
 * @param at the byte of the file where they start
 * @throws InspectorError `invalid-bytes` at its byte.
 */
export function checkCompoundNodes(bytes: Uint8Array, children: number, at: number): (child: number) => BoxInFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const nodes = bytes.byteLength / nodeBytes;
  if (nodes === 0) throw damagedState('a compound has no nodes', at - 4);
  /** Node and slot that lead to each node. */
  const parents = new Int32Array(nodes).fill(-1);
  const levels = new Uint8Array(nodes);
  /** Node and slot of each child. */
  const leaves = new Int32Array(children).fill(-1);
  let found = 0;
  for (let node = 0; node < nodes; node++) {
    if (node > 0 && parents[node] < 0) throw damagedState(`node ${node} of a compound has no parent`, at + nodeBytes * node);
    for (let slot = 0; slot < slots; slot++) {
      const byte = at + nodeBytes * node + nodeBytes - 4 * (slots - slot);
      const properties = slotProperties(view, nodeBytes * node, slot);
      if (properties === noNode) continue;
      checkSlot(view, nodeBytes * node, slot, parents[node]!, at);
      if (properties >= isChildBit) {
        const child = properties - isChildBit;
        if (child >= children || leaves[child]! >= 0)
          throw damagedState(`a node of a compound names child ${child} of ${children}, which it does not have or has named before`, byte);
        leaves[child] = slots * node + slot;
        found++;
      } else {
        if (properties <= node || properties >= nodes || parents[properties] >= 0)
          throw damagedState('a node of a compound names a node that is not its own', byte);
        parents[properties] = slots * node + slot;
        levels[properties] = levels[node]! + 1;
        if (levels[properties]! > maxJoltLevels) throw damagedState(`the tree of a compound has more than ${maxJoltLevels} levels`, byte);
      }
    }
  }
  if (found !== children) throw damagedState(`the nodes of a compound hold ${found} of ${children} children`, at);
  return (child) => {
    const [node, slot] = [nodeBytes * Math.floor(leaves[child]! / slots), leaves[child]! % slots];
    return (axis) => ({
      min: slotBound(view, node, slot, axis),
      max: slotBound(view, node, slot, axis + 3),
      at: at + node + 8 * axis + 2 * slot,
    });
  };
}

/** @param parent node and slot that lead to the node; -1 for the root */
function checkSlot(view: DataView, node: number, slot: number, parent: number, at: number): void {
  for (let k = 0; k < 3; k++) {
    const [min, max] = [slotBound(view, node, slot, k), slotBound(view, node, slot, k + 3)];
    if (!(min <= max)) throw damagedState('a box of a compound has no inside', at + node + 8 * k + 2 * slot);
    if (parent < 0) continue;
    const [above, own] = [nodeBytes * Math.floor(parent / slots), parent % slots];
    if (!(min >= slotBound(view, above, own, k) && max <= slotBound(view, above, own, k + 3)))
      throw damagedState('the box of a child lies outside the box of its parent', at + node + 8 * k + 2 * slot);
  }
}
