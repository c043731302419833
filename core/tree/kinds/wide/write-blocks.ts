import type { TriangleMesh } from '../../../mesh/triangle-mesh.ts';
import { noProgress, type Progress } from '../../../progress.ts';
import type { Tree } from '../../layout.ts';
import { blockBytes, blockRowBytes, blockTrianglesByte, moreBlocks, freeTriangle } from '../../../kernel/index.ts';

const blockWords = blockBytes / 4;
const rowWords = blockRowBytes / 4;
const trianglesWord = blockTrianglesByte / 4;

/** Range of a leaf in the leaf order. */
export interface LeafRun {
  readonly first: number;
  readonly count: number;
}

/** Blocks between two calls of `progress`. */
const reportStep = 2 ** 15;

/**
 * Writes the blocks of all leaves, in the order of the stored nodes. Returns whether they are exact.
 * @throws whatever `progress` throws.
 */
export function writeBlocks(tree: Tree, mesh: TriangleMesh, leaves: readonly LeafRun[], progress: Progress = noProgress): boolean {
  const { blocksU32 } = tree.wide;
  let block = 0;
  let isExact = true;
  for (const [i, { first, count }] of leaves.entries()) {
    for (let done = 0; done < count; done += 4) {
      for (let lane = 0; lane < 4; lane++) {
        const triangle = done + lane < count ? tree.leafOrder[first + done + lane] : freeTriangle;
        isExact = writeTriangle(tree, mesh, block * blockWords + lane, triangle) && isExact;
      }
      if (done + 4 < count) blocksU32[block * blockWords + trianglesWord] += moreBlocks;
      if (++block % reportStep === 0) progress(i / leaves.length);
    }
  }
  return isExact;
}

/** Writes a triangle to a lane of a block. Returns whether it is exact. */
function writeTriangle(tree: Tree, { positions, indices }: TriangleMesh, at: number, triangle: number): boolean {
  const { origin, wide } = tree;
  wide.blocksU32[at + trianglesWord] = triangle;
  let isExact = true;
  for (let row = 0; row < 9; row++) {
    if (triangle === freeTriangle) {
      wide.blocksF32[at + row * rowWords] = NaN;
      continue;
    }
    const axis = row % 3;
    const value = positions[3 * indices[3 * triangle + (row - axis) / 3] + axis];
    const number = blockNumber(value, origin[axis]!, wide.scale);
    wide.blocksF32[at + row * rowWords] = number;
    isExact = isExact && sourceOf(number, origin[axis]!, wide.scale) === value;
  }
  return isExact;
}

/** Returns a coordinate as stored in blocks. */
export function blockNumber(value: number, origin: number, scale: number): number {
  return Math.fround((value - origin) * scale);
}

/** Returns the f64 source coordinate of a number in a block. */
export function sourceOf(number: number, origin: number, scale: number): number {
  return number * (1 / scale) + origin;
}
