import { bestAxis, bestPlane, chooseSplit, maxBins, uniteBins } from './bins';
import { measure, recordAddress, refine } from './lists';
import { countByte, primitiveBytes, wordOffset } from './primitives';
import { countAt, depthAt, firstAt, levelAt, listAt, middleMax, middleMin, recordAt, recordsAt } from './range';

/** Ranges with fewer records have half the bins. */
const fewRecords: u32 = 32;
/** Factor that maps the largest centre to the last bin. */
const inside: f32 = 0.99999;

/**
 * Splits a range into two children by the surface area heuristic with 16 bins per axis (Wald, "On fast Construction of SAH-based Bounding Volume
 * Hierarchies", 2007). Where all centres coincide, and from depth `halveFrom` on, halves it.
 */
export function split(range: usize, left: usize, right: usize, halveFrom: u32): void {
  refine(range);
  const list = load<u32>(range, listAt), record = load<u32>(range, recordAt), records = load<u32>(range, recordsAt);
  const from = recordAddress(list, record), end = from + primitiveBytes * <usize>records;
  const low = v128.load(range, middleMin);
  const extent = f32x4.sub(v128.load(range, middleMax), low);
  const k = records < fewRecords ? maxBins >> 1 : maxBins;
  const factor = f32x4.div(f32x4.splat(<f32>k * inside), extent);
  const depth = load<u32>(range, depthAt) + 1;
  const halves = depth >= halveFrom || records == 1;
  if (!halves) chooseSplit(from, end, low, extent, factor, k);
  if (halves || bestAxis < 0) {
    halve(range, from, end, left, right);
    return;
  }
  const plane = bestPlane, word = <usize>bestAxis << 2;
  const leftCount = uniteBins(0, plane, left), rightCount = uniteBins(plane, k, right);
  const other = list ^ 1;
  const axisLow = load<f32>(range + word, middleMin);
  const axisFactor = <f32>k * inside / (load<f32>(range + word, middleMax) - axisLow);
  const to = recordAddress(other, record);
  const leftRecords = partition(from, end, to, word, axisLow, axisFactor, <f32>plane, left, right);
  const first = load<u32>(range, firstAt);
  setRun(left, range, first, leftCount, other, record, leftRecords);
  setRun(right, range, first + leftCount, rightCount, other, record + leftRecords, records - leftRecords);
}

/** Halves the records without moving them. */
function halve(range: usize, from: usize, end: usize, left: usize, right: usize): void {
  const list = load<u32>(range, listAt), record = load<u32>(range, recordAt), records = load<u32>(range, recordsAt);
  const first = load<u32>(range, firstAt), count = load<u32>(range, countAt);
  const half = records >> 1;
  const middle = from + primitiveBytes * <usize>half;
  let leftCount: u32 = 0;
  for (let at = from; at < middle; at += primitiveBytes) leftCount += load<u32>(at, countByte) - wordOffset;
  measure(left, from, middle);
  measure(right, middle, end);
  setRun(left, range, first, leftCount, list, record, half);
  setRun(right, range, first + leftCount, count - leftCount, list, record + half, records - half);
}

// @ts-ignore: decorator
@inline
function setRun(child: usize, range: usize, first: u32, count: u32, list: u32, record: u32, records: u32): void {
  store<u32>(child, first, firstAt);
  store<u32>(child, count, countAt);
  store<u32>(child, list, listAt);
  store<u32>(child, record, recordAt);
  store<u32>(child, records, recordsAt);
  store<u32>(child, load<u32>(range, depthAt) + 1, depthAt);
  store<u32>(child, load<u32>(range, levelAt), levelAt);
}

/**
 * Moves the records [from, end) to `to`: those below the plane from the front on, in their order, the others from the back on. Writes the extents of
 * their centres to the children and returns the number of the left. No branch depends on a record: half of them would be mispredicted.
 */
function partition(from: usize, end: usize, to: usize, word: usize, low: f32, factor: f32, plane: f32, left: usize, right: usize): u32 {
  let front = to, back = to + (end - from) - primitiveBytes;
  let leftMin = f32x4.splat(f32.POSITIVE_INFINITY), leftMax = f32x4.splat(f32.NEGATIVE_INFINITY);
  let rightMin = leftMin, rightMax = leftMax;
  for (let at = from; at < end; at += primitiveBytes) {
    const min = v128.load(at), max = v128.load(at, 16);
    const middle = f32x4.add(min, max);
    // The same arithmetic as for the bins, so that both agree exactly.
    const isRight = <i32>((load<f32>(at + word) + load<f32>(at + word, 16) - low) * factor >= plane);
    const target = select<usize>(back, front, isRight);
    v128.store(target, min);
    v128.store(target, max, 16);
    const mask = i32x4.splat(-isRight);
    // A lane of ones is NaN, which minimum and maximum ignore.
    const ifLeft = v128.or(middle, mask), ifRight = v128.or(middle, v128.not(mask));
    leftMin = f32x4.pmin(leftMin, ifLeft);
    leftMax = f32x4.pmax(leftMax, ifLeft);
    rightMin = f32x4.pmin(rightMin, ifRight);
    rightMax = f32x4.pmax(rightMax, ifRight);
    front += select<usize>(0, primitiveBytes, isRight);
    back -= select<usize>(primitiveBytes, 0, isRight);
  }
  v128.store(left, leftMin, middleMin);
  v128.store(left, leftMax, middleMax);
  v128.store(right, rightMin, middleMin);
  v128.store(right, rightMax, middleMax);
  return <u32>((front - to) / primitiveBytes);
}
