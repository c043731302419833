import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { chooseFrame } from '../wide/frame.ts';
import { readWideHeader, writeWideHeader } from '../wide/wide-sections.ts';
import { volumeWords, type LoadedRefit } from './load-refit.ts';
import { dropSignsOfZero, leastBoxByte, middleOf, writeOrigin } from './refit-boxes.ts';
import { notFinite, otherLength } from './refit-errors.ts';
import { blockCount } from './refit-wide-words.ts';
import { writeFrame } from './refit-wide.ts';

/** `refitBoxes` or `refitWide` by WebAssembly, with the same bytes. Hot: bench `refit`. @throws as they do. */
export function refitKernel(loaded: LoadedRefit, mesh: TriangleMesh, into: ArrayBuffer): ArrayBuffer {
  const { tree, kernel, positions, nodes, bounds } = loaded;
  if (into.byteLength !== tree.bytes.byteLength) throw otherLength(into.byteLength, tree.bytes.byteLength);
  positions.set(mesh.positions);
  if (kernel.boundMoved() === 0) throw notFinite();
  dropSignsOfZero(bounds);
  if (into !== tree.bytes) copyBeside(loaded, into);
  const header = new DataView(into);
  const largestSide = tree.kind === 'wide' ? fitWide(loaded, into) : fitBoxes(loaded, into);
  volumeWords(tree, into).set(nodes);
  if (tree.leastBox > 0) header.setFloat64(leastBoxByte, largestSide, true);
  return into;
}

function fitBoxes({ tree, kernel, bounds, innerCount }: LoadedRefit, into: ArrayBuffer): number {
  const [x, y, z] = [middleOf(bounds, 0), middleOf(bounds, 1), middleOf(bounds, 2)];
  writeOrigin(into, [x, y, z], bounds);
  return kernel.refitMoved(tree.leafCount, innerCount, x, y, z, tree.leastBox);
}

function fitWide({ tree, kernel, bounds, innerCount }: LoadedRefit, into: ArrayBuffer): number {
  const frame = chooseFrame(bounds, kernel.areMovedF32() !== 0);
  const [x, y, z] = frame.origin;
  const largestSide = kernel.refitMovedWide(blockCount(tree), tree.nodesU32.byteLength, innerCount, x, y, z, frame.scale, tree.leastBox);
  writeFrame(into, frame, bounds);
  const header = new DataView(into);
  writeWideHeader(header, { ...readWideHeader(header), isExact: kernel.isMovedExact.value === 1 });
  return largestSide;
}

/** What a refit leaves as it is. */
function copyBeside({ tree: { bytes, nodesU32 }, nodes }: LoadedRefit, into: ArrayBuffer): void {
  const end = nodesU32.byteOffset + nodes.byteLength;
  new Uint8Array(into, 0, nodesU32.byteOffset).set(new Uint8Array(bytes, 0, nodesU32.byteOffset));
  new Uint8Array(into, end).set(new Uint8Array(bytes, end));
}
