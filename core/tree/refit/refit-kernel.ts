import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { chooseFrame } from '../kinds/wide/frame.ts';
import { readWideHeader, writeWideHeader } from '../kinds/wide/wide-sections.ts';
import type { LoadedRefit } from './load-refit.ts';
import { dropSignsOfZero, minExtentByte, originOnAxis, writeOrigin } from './refit-boxes.ts';
import { notFinite, otherLength } from './refit-errors.ts';
import { writeFrame } from './refit-wide.ts';

/** Numbers of coordinates that are copied and bounded together, while they are in the cache. */
const vertexStep = 3 << 14;

/** Refits a tree in WebAssembly, with the bytes of `refitBoxes` or `refitWide`. Hot: bench `refit`. @throws as they do. */
export function refitKernel(loaded: LoadedRefit, mesh: TriangleMesh, into: ArrayBuffer): ArrayBuffer {
  const { tree, kernel, bounds } = loaded;
  if (into.byteLength !== tree.bytes.byteLength) throw otherLength(into.byteLength, tree.bytes.byteLength);
  if (!takeVertices(loaded, mesh)) throw notFinite();
  dropSignsOfZero(bounds);
  if (into !== tree.bytes) copyUnchanged(loaded, into);
  if (tree.kind === 'wide') fitWide(loaded, into);
  else fitBoxes(loaded, into);
  if (tree.minExtent > 0) new DataView(into).setFloat64(minExtentByte, kernel.longestSide.value, true);
  return into;
}

/** Copies and bounds the moved vertices. Returns false where a triangle of the tree is not finite. */
function takeVertices({ kernel, positions, usedCount }: LoadedRefit, { positions: moved }: TriangleMesh): boolean {
  const areAllUsed = 3 * usedCount === moved.length;
  let areFinite = true;
  kernel.beginBounds();
  for (let first = 0; first < moved.length; first += vertexStep) {
    const end = Math.min(moved.length, first + vertexStep);
    positions.set(moved.subarray(first, end), first);
    if (areAllUsed) areFinite = kernel.boundMoved(first / 3, end / 3) !== 0;
  }
  return areAllUsed ? areFinite : kernel.boundMoved(0, usedCount) !== 0;
}

function fitBoxes({ tree, kernel, bounds, leavesAt, innerAt, parts }: LoadedRefit, into: ArrayBuffer): void {
  const [x, y, z] = [originOnAxis(bounds, 0), originOnAxis(bounds, 1), originOnAxis(bounds, 2)];
  writeOrigin(into, [x, y, z], bounds);
  kernel.beginRefit(leavesAt, innerAt, x, y, z, 1, tree.minExtent);
  for (const { leaves, inner, copies } of parts) {
    kernel.refitBoxes(leaves, inner);
    for (const { words, toByte } of copies) new Uint32Array(into, toByte, words.length).set(words);
  }
}

function fitWide({ tree, kernel, bounds, leavesAt, innerAt, parts }: LoadedRefit, into: ArrayBuffer): void {
  const frame = chooseFrame(bounds, kernel.areMovedF32() !== 0);
  const [x, y, z] = frame.origin;
  writeFrame(into, frame, bounds);
  kernel.beginRefit(leavesAt, innerAt, x, y, z, frame.scale, tree.minExtent);
  kernel.beginRefitWide();
  for (const { leaves, inner, firstBlockAt, copies } of parts) {
    kernel.refitWide(leaves, firstBlockAt, inner);
    for (const { words, toByte } of copies) new Uint32Array(into, toByte, words.length).set(words);
  }
  const header = new DataView(into);
  writeWideHeader(header, { ...readWideHeader(header), isExact: kernel.isRefitExact() !== 0 });
}

/** Copies what a refit does not change. */
function copyUnchanged({ tree: { bytes, nodesU32, wide } }: LoadedRefit, into: ArrayBuffer): void {
  const begin = nodesU32.byteOffset;
  const end = begin + nodesU32.byteLength + wide.blocksU32.byteLength;
  new Uint8Array(into, 0, begin).set(new Uint8Array(bytes, 0, begin));
  new Uint8Array(into, end).set(new Uint8Array(bytes, end));
}
