import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Tree } from '../layout.ts';
import { blockBytes, entryWords, leafReference, noReference, wideFirstChildByte, wideNodeBytes, wideReferencesByte, wideWidth } from '../wide/words.ts';
import { vertexBytes, type RefitWords } from './refit-words.ts';

/** On the count of vertices of a block: the first or last of its leaf, and one of a leaf with more triangles than it would have without the least box. */
const [isFirst, isLast, isLarge] = [0x100, 0x200, 0x400];
/** Words of a block before its vertices, of which three hold the places of its corners. */
const headWords = 5;
const placesWord = 2;
/** A place is an index into vertices of 16 bytes; the last has NaN. */
const placeBytes = 16;
const freePlace = 12;
const freePlaces = freePlace * placeBytes * 0x0101_0101;
const mostWords = headWords + freePlace;

/** Of a tree of kind `wide`. */
export function refitWideWords(tree: Tree, mesh: TriangleMesh): RefitWords {
  const { nodesU32, nodeWords, wide } = tree;
  const storedCount = nodesU32.length / nodeWords;
  const writer: Writer = { tree, mesh, words: new Uint32Array(mostWords * blockCount(tree)), end: 0 };
  const inner = new Uint32Array(2 * storedCount);
  let innerStart = inner.length;
  for (let stored = 0; stored < storedCount; stored++) {
    const references = stored * nodeWords + wideReferencesByte / 4;
    const firstChild = nodesU32[stored * nodeWords + wideFirstChildByte / 4];
    for (let i = 0; i < wideWidth && nodesU32[references + i] !== noReference; i++) {
      const reference = nodesU32[references + i], box = stored * wideNodeBytes + 4 * i;
      if (reference < leafReference) {
        // The last one first.
        inner[--innerStart] = reference * wideNodeBytes;
        inner[--innerStart] = box;
        continue;
      }
      const entry = entryWords * (firstChild + i);
      addLeaf(writer, box, wide.entries[entry + 1], wide.entries[entry + 2]);
    }
  }
  return { leaves: writer.words.slice(0, writer.end), inner: inner.slice(innerStart) };
}

export function blockCount({ wide }: Tree): number {
  return (4 * wide.blocksU32.length) / blockBytes;
}

interface Writer {
  readonly tree: Tree;
  readonly mesh: TriangleMesh;
  readonly words: Uint32Array;
  end: number;
}

/** The blocks of a leaf, whose box is at a byte of the nodes. */
function addLeaf(writer: Writer, box: number, first: number, count: number): void {
  const { tree, words } = writer;
  const large = count > tree.leafTriangles ? isLarge : 0;
  for (let done = 0; done < count; done += 4) {
    const head = writer.end;
    const vertices = addBlock(writer, first + done, Math.min(4, count - done));
    words[head] = vertices + (done === 0 ? isFirst : 0) + (done + 4 >= count ? isLast + large : 0);
    words[head + 1] = box;
  }
}

/** The places and vertices of a block; gives how many vertices there are. */
function addBlock(writer: Writer, first: number, count: number): number {
  const { tree, mesh, words } = writer;
  const head = writer.end, vertices = head + headWords;
  let end = vertices;
  words.fill(freePlaces, head + placesWord, vertices);
  for (let lane = 0; lane < count; lane++) {
    for (let corner = 0; corner < 3; corner++) {
      const vertex = vertexBytes * mesh.indices[3 * tree.leafOrder[first + lane] + corner];
      let at = vertices;
      while (at < end && words[at] !== vertex) at++;
      if (at === end) words[end++] = vertex;
      const place = head + placesWord + corner;
      words[place] += (at - vertices - freePlace) * placeBytes * 2 ** (8 * lane);
    }
  }
  writer.end = end;
  return end - vertices;
}
