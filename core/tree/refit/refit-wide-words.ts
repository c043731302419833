import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Tree } from '../layout.ts';
import {
  blockBytes,
  blockCornersWord,
  blockHeadWords,
  blockMask,
  cornerStep,
  entryWords,
  firstBlockFlag,
  freeCorner,
  largeBlockFlag,
  lastBlockFlag,
  leafReference,
  noReference,
  vertexBytes,
  wideFirstChildByte,
  wideNodeBytes,
  wideReferencesByte,
  wideWidth,
} from '../../kernel/index.ts';
import { type RefitPart, type RefitAddresses, type RefitWords, type WordsWriter } from './refit-words.ts';

/** Three words of corner bytes for free addresses. */
const freeCorners = freeCorner * cornerStep * 0x0101_0101;
const maxWords = blockHeadWords + freeCorner;
/** Number of stored nodes of a part: with their blocks and vertices they fit the cache of a core. */
const partNodes = 1 << 9;

/** Returns the words of a tree of kind `wide`. */
export function refitWideWords(tree: Tree, mesh: TriangleMesh, addresses: RefitAddresses): RefitWords {
  const { nodesU32, nodeWords, wide } = tree;
  const storedCount = nodesU32.length / nodeWords;
  const blockCount = (4 * wide.blocksU32.length) / blockBytes;
  const blocksAt = addresses.nodesAt + nodesU32.byteLength;
  const writer: WordsWriter = {
    tree,
    mesh,
    addresses,
    leaves: new Uint32Array(maxWords * blockCount),
    leavesEnd: 0,
    inner: new Uint32Array(2 * storedCount),
    innerEnd: 0,
  };
  const parts: RefitPart[] = [];
  let blocksEnd = blockCount;
  for (let end = storedCount; end > 0; end -= partNodes) {
    const first = Math.max(0, end - partNodes);
    const innerBefore = writer.innerEnd;
    let firstBlock = blocksEnd;
    for (let stored = first; stored < end; stored++) firstBlock = Math.min(firstBlock, addLeaves(writer, stored));
    for (let stored = end - 1; stored >= first; stored--) addInner(writer, stored);
    parts.push({
      leaves: blocksEnd - firstBlock,
      inner: (writer.innerEnd - innerBefore) / 2,
      firstBlockAt: blocksAt + blockBytes * firstBlock,
      written: [
        { first: nodeWords * first, end: nodeWords * end },
        { first: nodesU32.length + (blockBytes / 4) * firstBlock, end: nodesU32.length + (blockBytes / 4) * blocksEnd },
      ],
    });
    blocksEnd = firstBlock;
  }
  return { leaves: writer.leaves.slice(0, writer.leavesEnd), inner: writer.inner.slice(0, writer.innerEnd), parts };
}

/** Adds the children of a stored node that are leaves. Returns the first of their blocks, or infinity. */
function addLeaves(writer: WordsWriter, stored: number): number {
  const { tree, leaves, addresses } = writer;
  const { nodesU32, nodeWords, wide } = tree;
  const references = stored * nodeWords + wideReferencesByte / 4;
  const firstChild = nodesU32[stored * nodeWords + wideFirstChildByte / 4];
  let firstBlock = Infinity;
  for (let i = 0; i < wideWidth && nodesU32[references + i] !== noReference; i++) {
    const reference = nodesU32[references + i];
    if (reference < leafReference) continue;
    firstBlock = Math.min(firstBlock, reference & blockMask);
    const entry = entryWords * (firstChild + i);
    const first = wide.entries[entry + 1];
    const count = wide.entries[entry + 2];
    for (let done = 0; done < count; done += 4) {
      const head = writer.leavesEnd;
      const vertices = addBlock(writer, first + done, Math.min(4, count - done));
      const isEnd = done + 4 >= count;
      leaves[head] =
        vertices +
        (done === 0 ? firstBlockFlag : 0) +
        (isEnd ? lastBlockFlag : 0) +
        (isEnd && count > tree.leafTriangles ? largeBlockFlag : 0);
      leaves[head + 1] = addresses.nodesAt + stored * wideNodeBytes + 4 * i;
    }
  }
  return firstBlock;
}

/** Adds the corner bytes and vertices of a block. Returns the number of vertices. */
function addBlock(writer: WordsWriter, first: number, count: number): number {
  const { tree, mesh, addresses, leaves } = writer;
  const head = writer.leavesEnd;
  const vertices = head + blockHeadWords;
  let end = vertices;
  leaves.fill(freeCorners, head + blockCornersWord, vertices);
  for (let lane = 0; lane < count; lane++) {
    for (let corner = 0; corner < 3; corner++) {
      const vertexAt = addresses.verticesAt + vertexBytes * mesh.indices[3 * tree.leafOrder[first + lane] + corner];
      let at = vertices;
      while (at < end && leaves[at] !== vertexAt) at++;
      if (at === end) leaves[end++] = vertexAt;
      // Replaces the byte of a free place.
      leaves[head + blockCornersWord + corner] += (at - vertices - freeCorner) * cornerStep * 2 ** (8 * lane);
    }
  }
  writer.leavesEnd = end;
  return end - vertices;
}

/** Adds the other children of a stored node, the last one first. */
function addInner(writer: WordsWriter, stored: number): void {
  const { tree, addresses, inner } = writer;
  const { nodesU32, nodeWords } = tree;
  const references = stored * nodeWords + wideReferencesByte / 4;
  for (let i = wideWidth - 1; i >= 0; i--) {
    const reference = nodesU32[references + i];
    if (reference >= leafReference) continue;
    inner[writer.innerEnd++] = addresses.nodesAt + stored * wideNodeBytes + 4 * i;
    inner[writer.innerEnd++] = addresses.nodesAt + reference * wideNodeBytes;
  }
}
