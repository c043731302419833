import { leftEnd, placeOf, record, recordBytes, send, spare } from './records';
import { joinSides, longestAxis, splitAt } from './split';

/** Divides the records [first, end) by two seeds, as `core/tree/splits/split-seeds.ts` does. `box` is their box. */
export function splitSeeds<T>(box: usize, first: u32, end: u32): void {
  const longest = longestAxis(box);
  const axis = <usize>longest;
  const from = record<T>(first), last = record<T>(end);
  let lows = f64x2.splat(f64.POSITIVE_INFINITY), highs = f64x2.splat(f64.NEGATIVE_INFINITY);
  for (let at = from; at < last; at += recordBytes<T>()) {
    const place = f64x2.splat(placeOf<T>(at, axis));
    lows = f64x2.pmin(lows, place);
    highs = f64x2.pmax(highs, place);
  }
  const low = f64x2.extract_lane(lows, 0), high = f64x2.extract_lane(highs, 0);
  let right = spare, at = from;
  for (; at < last; at += recordBytes<T>()) {
    const side = nearness<T>(placeOf<T>(at, axis), low, high);
    if (side == 0) break;
    right = send<T>(at, right, side > 0);
  }
  if (at < last) right = sendTied<T>(from, at, last, axis, low, high, right);
  splitAt<T>(first, joinSides<T>(first, leftEnd(last, right), right), end, longest);
}

/**
 * Sends the records from the first tie at `tie` on. Ties are assigned last, to the group that is smaller then. So those of each group are counted
 * first, which most nodes need not. Returns the end of the right side.
 */
function sendTied<T>(from: usize, tie: usize, last: usize, axis: usize, low: f64, high: f64, rightEnd: usize): usize {
  let nearLow = <u32>((leftEnd(tie, rightEnd) - from) / recordBytes<T>());
  let nearHigh = <u32>((rightEnd - spare) / recordBytes<T>());
  for (let at = tie; at < last; at += recordBytes<T>()) {
    const side = nearness<T>(placeOf<T>(at, axis), low, high);
    nearLow += <u32>(side < 0);
    nearHigh += <u32>(side > 0);
  }
  let right = rightEnd;
  for (let at = tie; at < last; at += recordBytes<T>()) {
    const side = nearness<T>(placeOf<T>(at, axis), low, high);
    let isRight = side > 0;
    if (side == 0) {
      isRight = nearLow > nearHigh;
      if (isRight) nearHigh++;
      else nearLow++;
    }
    right = send<T>(at, right, isRight);
  }
  return right;
}

/** Returns a negative number nearer to the low seed, a positive one nearer to the high seed. Places of f64 are halved, so that nothing overflows. */
// @ts-ignore: decorator
@inline
function nearness<T>(place: f64, low: f64, high: f64): f64 {
  if (sizeof<T>() == 4) return place - low - (high - place);
  return place * 0.5 - low * 0.5 - (high * 0.5 - place * 0.5);
}
