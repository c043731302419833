import { allocate } from '../arena';
import { boxOf, merge, merges } from './clusters';
import { boxBytes, copyBox } from './box';
import { written } from './records';

/** Search radius along the curve, to both sides; see `core/tree/splits/merge-neighbours.ts`. */
const radius: u32 = 8;
/** A round that merges less than this fraction of the clusters (one in 16) is followed by a round that merges all in pairs. */
const minShare: u32 = 16;

/** The clusters that are not merged yet, in the order of the curve: u32 numbers, boxes, u32 positions of the nearest neighbours, f64 joint areas. */
let count: u32 = 0;
let ids: usize = 0;
let boxes: usize = 0;
let nearest: usize = 0;
let areas: usize = 0;

/** Begins with all clusters of `reserveClusters`; false without memory. */
export function beginNeighbours(): bool {
  const all = <usize>written;
  count = written;
  ids = allocate(4 * all);
  boxes = allocate(boxBytes * all);
  nearest = allocate(4 * all);
  areas = allocate(8 * all);
  if (ids == 0 || boxes == 0 || nearest == 0 || areas == 0) return false;
  for (let i: u32 = 0; i < count; i++) store<u32>(ids + (<usize>i << 2), i);
  memory.copy(boxes, boxOf(0), boxBytes * all);
  return true;
}

/** Does one round of PLOC, as `core/tree/splits/merge-neighbours.ts` does. Returns the number of clusters that are left; 1 or 0 at the end. */
export function mergeNeighbours(): u32 {
  if (count <= 1) return count;
  findNearest();
  const before = merges;
  mergeMutual();
  if ((merges - before) * minShare >= count) return count;
  for (let i: u32 = 0; i < count; i++) store<u32>(nearest + (<usize>i << 2), (i ^ 1) < count ? i ^ 1 : i);
  mergeMutual();
  return count;
}

/** Finds the nearest neighbour of each cluster. Each pair within the radius is tested once, for both. */
function findNearest(): void {
  for (let i: u32 = 0; i < count; i++) store<f64>(areas + (<usize>i << 3), f64.POSITIVE_INFINITY);
  for (let i: u32 = 0; i < count; i++) {
    const at = boxes + boxBytes * <usize>i;
    const a = v128.load(at), b = v128.load(at, 16), c = v128.load(at, 32);
    let best = load<f64>(areas + (<usize>i << 3));
    let found = load<u32>(nearest + (<usize>i << 2));
    const end = min<u32>(count, i + radius + 1);
    let other = at + boxBytes;
    for (let j = i + 1; j < end; j++) {
      const area = jointArea(a, b, c, other);
      other += boxBytes;
      if (area < best || (area == best && isLess(i, j, i, found))) {
        best = area;
        found = j;
      }
      const areaAt = areas + (<usize>j << 3), nearestAt = nearest + (<usize>j << 2);
      const known = load<f64>(areaAt);
      if (area < known || (area == known && isLess(i, j, j, load<u32>(nearestAt)))) {
        store<f64>(areaAt, area);
        store<u32>(nearestAt, i);
      }
    }
    store<f64>(areas + (<usize>i << 3), best);
    store<u32>(nearest + (<usize>i << 2), found);
  }
}

/** Returns half the area of the joint box; areas that overflow are equal. The signs of the sides cancel. */
// @ts-ignore: decorator
@inline
function jointArea(a: v128, b: v128, c: v128, other: usize): f64 {
  const low = f64x2.pmin(a, v128.load(other)), middle = f64x2.pmin(b, v128.load(other, 16)), high = f64x2.pmin(c, v128.load(other, 32));
  const x = f64x2.extract_lane(low, 0) + f64x2.extract_lane(middle, 1);
  const y = f64x2.extract_lane(low, 1) + f64x2.extract_lane(high, 0);
  const z = f64x2.extract_lane(middle, 0) + f64x2.extract_lane(high, 1);
  const area = x * y + y * z + z * x;
  return area < f64.MAX_VALUE ? area : f64.MAX_VALUE;
}

/** Returns whether the pair (p, q), p < q, is preferred to the pair of `one` and `other` with the same area. */
function isLess(p: u32, q: u32, one: u32, other: u32): bool {
  const lower = one < other ? one : other;
  const gap = q - p, otherGap = one < other ? other - one : one - other;
  if (gap != otherGap) return gap < otherGap;
  return (p & 1) != (lower & 1) ? (p & 1) == 0 : p < lower;
}

/** Merges clusters that are each other's nearest, and compacts the list. */
function mergeMutual(): void {
  let kept: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const other = load<u32>(nearest + (<usize>i << 2));
    const isMutual = other != i && load<u32>(nearest + (<usize>other << 2)) == i;
    if (isMutual && other < i) continue;
    if (isMutual) {
      const merged = merge(idAt(i), idAt(other));
      store<u32>(ids + (<usize>kept << 2), merged);
      copyBox(boxes + boxBytes * <usize>kept, boxOf(merged));
    } else if (kept != i) {
      store<u32>(ids + (<usize>kept << 2), idAt(i));
      copyBox(boxes + boxBytes * <usize>kept, boxes + boxBytes * <usize>i);
    }
    kept++;
  }
  count = kept;
}

// @ts-ignore: decorator
@inline
function idAt(position: u32): u32 {
  return load<u32>(ids + (<usize>position << 2));
}
