import { centreOf, record, recordBytes, spare } from './records';
import { joinSides, longestAxis, send, splitAt } from './split';

/** Divides the records [first, end) by two seeds, as `core/tree/splits/split-seeds.ts` does. `box` is their box. */
export function splitSeeds(box: usize, first: u32, end: u32): void {
  const longest = longestAxis(box);
  const axis = <usize>longest;
  const from = record(first), last = record(end);
  let low = f64.POSITIVE_INFINITY, high = f64.NEGATIVE_INFINITY;
  for (let at = from; at < last; at += recordBytes) {
    const centre = centreOf(at, axis);
    low = centre < low ? centre : low;
    high = centre > high ? centre : high;
  }
  let nearLow: u32 = 0, nearHigh: u32 = 0;
  for (let at = from; at < last; at += recordBytes) {
    const side = nearness(centreOf(at, axis), low, high);
    nearLow += <u32>(side < 0);
    nearHigh += <u32>(side > 0);
  }
  let left = from, right = spare;
  for (let at = from; at < last; at += recordBytes) {
    const side = nearness(centreOf(at, axis), low, high);
    let isLeft = side < 0;
    // Ties are assigned last, to the group that is smaller then.
    if (side == 0) {
      isLeft = nearLow <= nearHigh;
      if (isLeft) nearLow++;
      else nearHigh++;
    }
    send(at, left, right);
    left += recordBytes * <usize>isLeft;
    right += recordBytes * <usize>!isLeft;
  }
  splitAt(first, joinSides(first, left, right), end, longest);
}

/** Returns a negative number nearer to the low seed, a positive one nearer to the high seed. Halved, so that nothing overflows. */
// @ts-ignore: decorator
@inline
function nearness(centre: f64, low: f64, high: f64): f64 {
  return centre * 0.5 - low * 0.5 - (high * 0.5 - centre * 0.5);
}
