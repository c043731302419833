import { countByte, indexByte, primitiveBytes, wordOffset } from './primitives';
import { firstAt, listAt, middleMax, middleMin, countAt, recordAt, recordsAt, setBox } from './range';

/**
 * The lists of records. A split moves records from one list to its partner: lists 0 and 1 have primitives, each at its position in the leaf order,
 * lists 2 and 3 have clusters. The primitives of a cluster are in `sorted`, along the Morton curve.
 */
export let lists: usize = 0;
export let clusterLists: usize = 0;
export let listBytes: usize = 0;
export let clusterBytes: usize = 0;
export let sorted: usize = 0;

export function setLists(primitives: usize, bytes: usize, clusters: usize, bytesOfClusters: usize, sortedPrimitives: usize): void {
  lists = primitives;
  listBytes = bytes;
  clusterLists = clusters;
  clusterBytes = bytesOfClusters;
  sorted = sortedPrimitives;
}

/** Returns the address of a record. */
// @ts-ignore: decorator
@inline
export function recordAddress(list: u32, record: u32): usize {
  const place = primitiveBytes * <usize>record;
  return list < 2 ? lists + list * listBytes + place : clusterLists + (list - 2) * clusterBytes + place;
}

/** A range with fewer clusters is divided by its primitives. */
const minClusters: u32 = 48;
/** A cluster with more than this part of its range, 1 / 8, makes splits worse. */
const largestShare: u32 = 8;

/** Replaces the clusters of a range by their primitives where they are too few or too large for good splits. */
export function refine(range: usize): void {
  if (load<u32>(range, listAt) < 2) return;
  const first = load<u32>(range, firstAt), records = load<u32>(range, recordsAt);
  const from = recordAddress(load<u32>(range, listAt), load<u32>(range, recordAt));
  const end = from + primitiveBytes * <usize>records;
  if (records >= minClusters) {
    const maxMembers = load<u32>(range, countAt) / largestShare;
    let isEven = true;
    for (let at = from; at < end; at += primitiveBytes) isEven = isEven && load<u32>(at, countByte) - wordOffset <= maxMembers;
    if (isEven) return;
  }
  const begin = recordAddress(0, first);
  let to = begin;
  for (let at = from; at < end; at += primitiveBytes) {
    let source = sorted + primitiveBytes * <usize>(load<u32>(at, indexByte) - wordOffset);
    const stop = source + primitiveBytes * <usize>(load<u32>(at, countByte) - wordOffset);
    for (; source < stop; source += primitiveBytes) {
      v128.store(to, v128.load(source));
      v128.store(to, v128.load(source, 16), 16);
      to += primitiveBytes;
    }
  }
  measure(range, begin, to);
  store<u32>(range, 0, listAt);
  store<u32>(range, first, recordAt);
  store<u32>(range, load<u32>(range, countAt), recordsAt);
}

/** Writes the boxes of the records [from, end) to a range. */
export function measure(range: usize, from: usize, end: usize): void {
  let min = f32x4.splat(f32.POSITIVE_INFINITY), max = f32x4.splat(f32.NEGATIVE_INFINITY);
  let low = min, high = max;
  for (let at = from; at < end; at += primitiveBytes) {
    const recordMin = v128.load(at), recordMax = v128.load(at, 16);
    const middle = f32x4.add(recordMin, recordMax);
    min = f32x4.pmin(min, recordMin);
    max = f32x4.pmax(max, recordMax);
    low = f32x4.pmin(low, middle);
    high = f32x4.pmax(high, middle);
  }
  setBox(range, min, max);
  v128.store(range, low, middleMin);
  v128.store(range, high, middleMax);
}
