import { allocate, release } from '../arena';
import { centreOf, record, recordBytes, records, spare, swapLists, written } from './records';
import { pairBytes, sortPairs, valueAt } from './sort-pairs';

/** Bits of a cell on each axis, and of a code. */
const cellBits: u64 = 20;
const codeBits: u64 = 60;
const halfBits: i32 = 10;
const halfMask: i32 = (1 << 10) - 1;

/** u64 by position along the curve: the Morton codes of the centres. */
export let codes: usize = 0;

/**
 * Sorts the records along the Z-order curve, with the cells of `core/tree/splits/sort-along-curve.ts`. Triangles in the same cell keep their order. False
 * without memory.
 */
export function sortAlongCurve(): bool {
  codes = allocate(8 * <usize>written);
  const pairs = allocate(2 * pairBytes * <usize>written);
  if (codes == 0 || pairs == 0) return false;
  writeCodes(pairs);
  const sorted = sortPairs(pairs, pairs + pairBytes * <usize>written, written, codeBits);
  if (sorted == 0) return false;
  for (let i: u32 = 0; i < written; i++) {
    const pair = sorted + pairBytes * <usize>i;
    store<u64>(codes + (<usize>i << 3), load<u64>(pair));
    memory.copy(spare + recordBytes * <usize>i, record(load<u32>(pair, valueAt)), recordBytes);
  }
  swapLists();
  release(pairs);
  return true;
}

function writeCodes(pairs: usize): void {
  const last = records + recordBytes * <usize>written;
  let lowX = f64.POSITIVE_INFINITY, lowY = lowX, lowZ = lowX;
  let highX = f64.NEGATIVE_INFINITY, highY = highX, highZ = highX;
  for (let at = records; at < last; at += recordBytes) {
    const x = centreOf(at, 0), y = centreOf(at, 1), z = centreOf(at, 2);
    lowX = x < lowX ? x : lowX;
    lowY = y < lowY ? y : lowY;
    lowZ = z < lowZ ? z : lowZ;
    highX = x > highX ? x : highX;
    highY = y > highY ? y : highY;
    highZ = z > highZ ? z : highZ;
  }
  // Slightly less than the cells per length, so that the largest centre falls into the last cell.
  const scale = (<f64>(1 << cellBits) * (1 - 1e-9)) / max(highX - lowX, max(highY - lowY, highZ - lowZ));
  const perLength = scale < f64.POSITIVE_INFINITY ? scale : 0;
  let pair = pairs;
  for (let i: u32 = 0; i < written; i++) {
    const at = record(i);
    const x = <i32>((centreOf(at, 0) - lowX) * perLength);
    const y = <i32>((centreOf(at, 1) - lowY) * perLength);
    const z = <i32>((centreOf(at, 2) - lowZ) * perLength);
    const high = interleave(x >> halfBits, y >> halfBits, z >> halfBits);
    store<u64>(pair, (<u64>high << 30) | <u64>interleave(x & halfMask, y & halfMask, z & halfMask));
    store<u32>(pair, i, valueAt);
    pair += pairBytes;
  }
}

function interleave(x: i32, y: i32, z: i32): u32 {
  return <u32>((spread(x) << 2) | (spread(y) << 1) | spread(z));
}

function spread(bits: i32): i32 {
  let b = (bits | (bits << 16)) & 0x030000ff;
  b = (b | (b << 8)) & 0x0300f00f;
  b = (b | (b << 4)) & 0x030c30c3;
  return (b | (b << 2)) & 0x09249249;
}
