import { triangleCount, type TriangleMesh } from '../../../mesh/triangle-mesh.ts';
import type { Report } from '../../tree-rules.ts';
import type { Tree } from '../../layout.ts';
import { blockBytes, blockRowBytes, blockTrianglesByte, moreBlocks, freeTriangle } from '../../../kernel/index.ts';
import { blockNumber, sourceOf } from './write-blocks.ts';

/** Totals of the leaves so far. */
export interface BlockTotals {
  /** The next expected block. */
  next: number;
  isExact: boolean;
}

const blockWords = blockBytes / 4;
const rowWords = blockRowBytes / 4;
const trianglesWord = blockTrianglesByte / 4;

/** Checks that the blocks of a leaf have its triangles in leaf order, with their corners, and free lanes at the end. */
export function checkBlocks(
  tree: Tree,
  mesh: TriangleMesh,
  leaf: number,
  first: number,
  count: number,
  totals: BlockTotals,
  report: Report,
): void {
  const { wide, leafOrder } = tree;
  const blocks = Math.ceil(count / 4);
  if ((totals.next + blocks) * blockWords > wide.blocksU32.length) {
    report('block', leaf, `${blocks} blocks from ${totals.next}, but there are ${wide.blocksU32.length / blockWords}`);
    return;
  }
  for (let i = 0; i < 4 * blocks; i++) {
    const at = (totals.next + (i >> 2)) * blockWords + (i & 3);
    const goesOn = (i & 3) === 0 && i + 4 < 4 * blocks;
    const triangle = i < count ? leafOrder[first + i] : freeTriangle;
    if (
      wide.blocksU32[at + trianglesWord] !== (goesOn ? triangle + moreBlocks : triangle) ||
      !hasCorners(tree, mesh, at, triangle, totals)
    ) {
      report('block', leaf, `lane ${i & 3} of block ${totals.next + (i >> 2)} is not triangle ${triangle}`);
    }
  }
  totals.next += blocks;
}

function hasCorners(tree: Tree, mesh: TriangleMesh, at: number, triangle: number, totals: BlockTotals): boolean {
  const { origin, wide } = tree;
  const { positions, indices } = mesh;
  // The check of the leaf order reports triangles that do not exist.
  if (triangle !== freeTriangle && triangle >= triangleCount(mesh)) return true;
  for (let row = 0; row < 9; row++) {
    const number = wide.blocksF32[at + row * rowWords];
    if (triangle === freeTriangle) {
      if (number === number) return false;
      continue;
    }
    const axis = row % 3;
    const value = positions[3 * indices[3 * triangle + (row - axis) / 3] + axis];
    if (number !== blockNumber(value, origin[axis]!, wide.scale)) return false;
    if (sourceOf(number, origin[axis]!, wide.scale) !== value) totals.isExact = false;
  }
  return true;
}
