import { halfValue } from '../../math/half-float.ts';
import { countShift, offsetMask, propertiesWord } from './layout.ts';

/** What the properties of a root or of a slot name. */
export interface Link {
  /** Triangles of a leaf; 0 for a node; `unusedCount` for an unused slot. */
  readonly triangles: number;
  /** Bytes from the start of the tree. */
  readonly offset: number;
}

export function linkOf(properties: number): Link {
  return { triangles: properties >>> countShift, offset: 4 * (properties & offsetMask) };
}

/** Returns the properties of a slot of a node. */
export function slotProperties(tree: DataView, node: number, slot: number): number {
  return tree.getUint32(node + 4 * (propertiesWord + slot), true);
}

/** Returns a bound of the box of a slot: 0 to 2 the minimum, 3 to 5 the maximum. */
export function slotBound(tree: DataView, node: number, slot: number, bound: number): number {
  return halfValue(tree.getUint16(node + 8 * bound + 2 * slot, true));
}
