import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { headerBytes, nodeBytes } from '../layout.ts';
import type { LoadedRefit } from './load-refit.ts';
import { boundsByte, dropSignsOfZero, leastBoxByte, middleOf, originByte } from './refit-boxes.ts';
import { notFinite, otherLength } from './refit-errors.ts';

/** `refitBoxes` by WebAssembly, with the same bytes. Hot: bench `refit`. @throws as `refitBoxes`. */
export function refitBoxesKernel({ tree, kernel, positions, nodes, bounds }: LoadedRefit, mesh: TriangleMesh, into: ArrayBuffer): ArrayBuffer {
  const { bytes, nodeCount, leafCount, leastBox } = tree;
  if (into.byteLength !== bytes.byteLength) throw otherLength(into.byteLength, bytes.byteLength);
  positions.set(mesh.positions);
  if (kernel.boundMoved() === 0) throw notFinite();
  dropSignsOfZero(bounds);
  const [x, y, z] = [middleOf(bounds, 0), middleOf(bounds, 1), middleOf(bounds, 2)];
  const largestSide = kernel.refitMoved(leafCount, nodeCount - leafCount, x, y, z, leastBox);
  if (into !== bytes) {
    const behind = headerBytes + nodeBytes * nodeCount;
    new Uint8Array(into, 0, headerBytes).set(new Uint8Array(bytes, 0, headerBytes));
    new Uint8Array(into, behind).set(new Uint8Array(bytes, behind));
  }
  new Uint32Array(into, headerBytes, nodes.length).set(nodes);
  const header = new DataView(into);
  if (leastBox > 0) header.setFloat64(leastBoxByte, largestSide, true);
  [x, y, z].forEach((value, k) => header.setFloat64(originByte + 8 * k, value, true));
  bounds.forEach((value, k) => header.setFloat64(boundsByte + 8 * k, value, true));
  return into;
}
