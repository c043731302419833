import type { Report } from '../../tree-rules.ts';
import { headerBytes, type Tree } from '../../layout.ts';
import { readWideHeader, wideExactByte, wideHeaderBytes, wideReservedByte } from './wide-sections.ts';

/** Checks the wide header: the scale is a power of two that keeps the mesh in the frame, the flag is 0 or 1, the rest is zero. */
export function checkWideHeader({ bytes, bounds, origin }: Tree, report: Report): void {
  const header = new DataView(bytes);
  const { scale } = readWideHeader(header);
  const isPower = scale > 0 && scale < Infinity && 2 ** Math.round(Math.log2(scale)) === scale;
  if (!isPower) report('header', null, `the scale of the frame is ${scale}, not a power of two`);
  const isInside = [0, 1, 2].every(
    (k) => Math.abs(bounds[k] - origin[k]!) * scale <= 1 && Math.abs(bounds[k + 3] - origin[k]!) * scale <= 1,
  );
  if (!isInside && !(scale <= 2 ** -1000)) report('header', null, `the scale of the frame is ${scale}, too large for the bounds`);
  if (header.getUint32(wideExactByte, true) > 1) report('header', null, 'the flag of exact blocks is neither 0 nor 1');
  const reserved = new Uint8Array(bytes, wideReservedByte, headerBytes + wideHeaderBytes - wideReservedByte);
  if (reserved.some((byte) => byte !== 0)) report('header', null, 'the reserved bytes of the wide header are not zero');
}
