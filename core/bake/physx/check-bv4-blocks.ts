import { bv4BlockWords, childShift, dataWord, emptyData } from './layout.ts';
import type { PhysxMesh } from './physx-mesh.ts';

export interface BlockFault {
  /** Word of the blocks where the fault is. */
  readonly word: number;
  readonly what: string;
}

/** What a slot of a block holds. */
export type Slot =
  | { readonly kind: 'empty' }
  | { readonly kind: 'leaf'; readonly first: number; readonly count: number }
  | { readonly kind: 'inner'; readonly block: number; readonly children: number };

const slotsPerBlock = 4;

/** Reads the data word of a slot. Links may be arbitrary. */
export function slotOf(blocks: Uint32Array, block: number, slot: number): Slot {
  const data = blocks[bv4BlockWords * block + dataWord + slot];
  if (data === emptyData) return { kind: 'empty' };
  if ((data & 1) === 1) return { kind: 'leaf', first: data >>> 5, count: (data >>> 1) & 15 };
  return { kind: 'inner', block: (data >>> childShift) / slotsPerBlock, children: ((data >>> 1) & 3) + 2 };
}

/** Returns a bound of the box of a slot: 0 to 2 the minimum, 3 to 5 the maximum. */
export function boundOf(floats: Float32Array, block: number, slot: number, bound: number): number {
  return floats[bv4BlockWords * block + slotsPerBlock * bound + slot];
}

/**
 * Checks the blocks and returns the first fault, or `null`. Each block but the root must be the child of one slot before it. Each triangle
 * must be in one leaf. Boxes must contain their triangles and children; those of quantised trees all triangles below them, because PhysX rounds
 * the box of a child for itself.
 * @param rootData the word of the file with the number of children of the root
 */
export function checkBv4Blocks(
  file: Pick<PhysxMesh, 'positions' | 'index'> & { readonly blocks: Uint32Array },
  rootData: number,
  isQuantised = false,
): BlockFault | null {
  const { positions, index, blocks } = file;
  const floats = new Float32Array(blocks.buffer, blocks.byteOffset, blocks.length);
  const total = blocks.length / bv4BlockWords;
  const triangles = index.length / 3;
  if (total === 0) return null;
  const children = new Uint8Array(total);
  children[0] = ((rootData >>> 1) & 3) + 2;
  const seen = new Uint8Array(triangles);
  let held = 0;
  for (let block = 0; block < total; block++) {
    const word = bv4BlockWords * block;
    if (children[block] === 0) return { word, what: `node ${slotsPerBlock * block} of its tree has no parent` };
    for (let slot = 0; slot < slotsPerBlock; slot++) {
      const at = word + dataWord + slot;
      const found = slotOf(blocks, block, slot);
      if ((found.kind === 'empty') !== slot >= children[block])
        return { word: at, what: `node ${slotsPerBlock * block} of its tree does not have ${children[block]} children` };
      if (found.kind === 'inner') {
        const { block: child } = found;
        if (!(Number.isInteger(child) && child > block && child < total) || children[child] !== 0)
          return { word: at, what: 'a node of its tree names a child that is not its own' };
        children[child] = found.children;
        if (!isQuantised && !holdsChildren(floats, block, slot, child, found.children))
          return { word: at, what: 'the box of a child lies outside the box of its parent' };
      } else if (found.kind === 'leaf') {
        const { first, count } = found;
        if (count === 0 || first + count > triangles) return { word: at, what: 'a leaf names triangles that the mesh does not have' };
        for (let triangle = first; triangle < first + count; triangle++) {
          if (seen[triangle] === 1) return { word: at, what: `two leaves hold triangle ${triangle}` };
          seen[triangle] = 1;
          if (!holdsTriangle(floats, block, slot, positions, index, triangle))
            return { word: at, what: `triangle ${triangle} lies outside the box of its leaf` };
        }
        held += count;
      }
    }
  }
  if (held !== triangles) return { word: 0, what: `the leaves of its tree hold ${held} of ${triangles} triangles` };
  return isQuantised ? looseTriangle(file, floats) : null;
}

/** Returns the first slot from the end of the file whose box does not contain all triangles below it. Blocks follow their parents. */
function looseTriangle(
  { positions, index, blocks }: Pick<PhysxMesh, 'positions' | 'index' | 'blocks'>,
  floats: Float32Array,
): BlockFault | null {
  const total = blocks.length / bv4BlockWords;
  const bounds = new Float32Array(6 * total).map((_, i) => (i % 6 < 3 ? Infinity : -Infinity));
  const own = new Float32Array(6);
  for (let block = total - 1; block >= 0; block--) {
    for (let slot = 0; slot < slotsPerBlock; slot++) {
      const found = slotOf(blocks, block, slot);
      if (found.kind === 'empty') continue;
      if (found.kind === 'inner') own.set(bounds.subarray(6 * found.block, 6 * found.block + 6));
      else boundTriangles(positions, index, found, own);
      for (let k = 0; k < 3; k++) {
        if (!(own[k] >= boundOf(floats, block, slot, k) && own[k + 3] <= boundOf(floats, block, slot, k + 3)))
          return { word: bv4BlockWords * block + dataWord + slot, what: 'a triangle lies outside a box above it' };
        bounds[6 * block + k] = Math.min(bounds[6 * block + k], own[k]);
        bounds[6 * block + k + 3] = Math.max(bounds[6 * block + k + 3], own[k + 3]);
      }
    }
  }
  return null;
}

/** Writes the bounds of the triangles of a leaf. */
function boundTriangles(
  positions: Float32Array,
  index: Uint32Array,
  { first, count }: { first: number; count: number },
  out: Float32Array,
): void {
  out.fill(Infinity, 0, 3).fill(-Infinity, 3, 6);
  for (let i = 3 * first; i < 3 * (first + count); i++) {
    for (let k = 0; k < 3; k++) {
      out[k] = Math.min(out[k], positions[3 * index[i] + k]);
      out[k + 3] = Math.max(out[k + 3], positions[3 * index[i] + k]);
    }
  }
}

function holdsChildren(floats: Float32Array, block: number, slot: number, child: number, children: number): boolean {
  for (let i = 0; i < children; i++) {
    for (let k = 0; k < 3; k++) {
      if (!(boundOf(floats, child, i, k) >= boundOf(floats, block, slot, k))) return false;
      if (!(boundOf(floats, child, i, k + 3) <= boundOf(floats, block, slot, k + 3))) return false;
    }
  }
  return true;
}

function holdsTriangle(
  floats: Float32Array,
  block: number,
  slot: number,
  positions: Float32Array,
  index: Uint32Array,
  triangle: number,
): boolean {
  for (let i = 3 * triangle; i < 3 * triangle + 3; i++) {
    for (let k = 0; k < 3; k++) {
      const value = positions[3 * index[i] + k];
      if (!(value >= boundOf(floats, block, slot, k) && value <= boundOf(floats, block, slot, k + 3))) return false;
    }
  }
  return true;
}
