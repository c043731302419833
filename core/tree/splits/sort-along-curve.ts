import { spreadBits } from '../../math/spread-bits.ts';
import type { Progress } from '../../progress.ts';
import type { TriangleBoxes } from './triangle-boxes.ts';

/** Morton codes of triangles, sorted: two words of 30 bits, the first more significant. */
export interface CurvePlaces {
  /** (N) interleaved ten highest bits of x, y and z. */
  readonly high: Uint32Array;
  /** (N) interleaved ten lower bits. */
  readonly low: Uint32Array;
}

const digitBits = 10;
const cells = 2 ** (2 * digitBits);
const digits = 1 << digitBits;

/**
 * Sorts `work.order` along the Z-order curve (Morton 1966) in a cube of 2^20 cells per side around the centres of the
 * triangles' boxes. Triangles in the same cell stay ascending. Linear time: six passes of a radix sort.
 * @throws whatever `progress` throws.
 */
export function sortAlongCurve(work: TriangleBoxes, progress: Progress): CurvePlaces {
  const count = work.order.length;
  let from = { order: work.order, high: new Uint32Array(count), low: new Uint32Array(count) };
  let to = { order: work.scratch, high: new Uint32Array(count), low: new Uint32Array(count) };
  placeOnCurve(work, from.high, from.low);
  for (let pass = 0; pass < 6; pass++) {
    progress(pass / 6);
    const isSorted = sortByDigit(from, to, pass < 3 ? from.low : from.high, (pass % 3) * digitBits);
    if (!isSorted) [from, to] = [to, from];
  }
  if (from.order !== work.order) work.order.set(from.order);
  return { high: from.high, low: from.low };
}

/** Writes the Morton codes of the triangles. Hot. */
function placeOnCurve({ boxes, order }: TriangleBoxes, high: Uint32Array, low: Uint32Array): void {
  let lowX = Infinity;
  let lowY = Infinity;
  let lowZ = Infinity;
  let highX = -Infinity;
  let highY = -Infinity;
  let highZ = -Infinity;
  for (let i = 0; i < order.length; i++) {
    const at = 6 * order[i];
    const x = boxes[at] * 0.5 + boxes[at + 3] * 0.5;
    const y = boxes[at + 1] * 0.5 + boxes[at + 4] * 0.5;
    const z = boxes[at + 2] * 0.5 + boxes[at + 5] * 0.5;
    if (x < lowX) lowX = x;
    if (y < lowY) lowY = y;
    if (z < lowZ) lowZ = z;
    if (x > highX) highX = x;
    if (y > highY) highY = y;
    if (z > highZ) highZ = z;
  }
  // One cell size for all axes, slightly enlarged, so that the largest centre falls into the last cell. With an extent of zero
  // or one that overflows, all centres fall into the first cell.
  const scale = (cells * (1 - 1e-9)) / Math.max(highX - lowX, highY - lowY, highZ - lowZ);
  const perLength = scale < Infinity ? scale : 0;
  for (let i = 0; i < order.length; i++) {
    const at = 6 * order[i];
    const x = ((boxes[at] * 0.5 + boxes[at + 3] * 0.5 - lowX) * perLength) | 0;
    const y = ((boxes[at + 1] * 0.5 + boxes[at + 4] * 0.5 - lowY) * perLength) | 0;
    const z = ((boxes[at + 2] * 0.5 + boxes[at + 5] * 0.5 - lowZ) * perLength) | 0;
    high[i] = (spreadBits(x >> digitBits) << 2) | (spreadBits(y >> digitBits) << 1) | spreadBits(z >> digitBits);
    low[i] = (spreadBits(x & (digits - 1)) << 2) | (spreadBits(y & (digits - 1)) << 1) | spreadBits(z & (digits - 1));
  }
}

interface Places extends CurvePlaces {
  readonly order: Uint32Array;
}

/** Does one stable pass over a digit of `keys`. Returns true, and does nothing, where all digits are equal. Hot. */
function sortByDigit(from: Places, to: Places, keys: Uint32Array, shift: number): boolean {
  const starts = new Uint32Array(digits);
  for (let i = 0; i < keys.length; i++) starts[(keys[i] >>> shift) & (digits - 1)]++;
  let start = 0;
  for (let digit = 0; digit < digits; digit++) {
    const count = starts[digit];
    if (count === keys.length) return true;
    starts[digit] = start;
    start += count;
  }
  for (let i = 0; i < keys.length; i++) {
    const at = starts[(keys[i] >>> shift) & (digits - 1)]++;
    to.order[at] = from.order[i];
    to.high[at] = from.high[i];
    to.low[at] = from.low[i];
  }
  return false;
}
