import { batchLeftToHost, batchNone } from '../../layouts/batch';
import { noStartTriangle } from '../../layouts/query-result';
import { blockTrianglesByte, moreBlocks } from '../../layouts/wide-tree';
import { hitPlace } from '../ray/ray-hits';
import { castRay } from '../ray/traverse';
import { sortKeys } from '../sort-keys';
import { setMode } from './decide-block';
import { entersBit, isForHostBit, preparePair } from './prepare-rays';
import { isForHost, isUnsure, placeByte, preparedBytes } from './prepared-ray';
import { areInOrder, writeKeys } from './ray-codes';
import {
  groupDirections, groupHits, groupIds, groupList, groupLimits, groupOrigins, groupRays, keys, prepared, rayDirections, rayDistances, rayLimits, rayOrigins, rayTriangles, sortTable, spareKeys, useCopies, useRays,
} from './ray-memory';
import { roundedDistances } from './rounded-distances';
import { traceRays } from './trace-rays';

/** The number of the ray that runs, for callbacks. */
export let batchAt: u32 = 0;
/** Number of rays of the batch that the host has to cast or to measure. */
let leftToHost: u32 = 0;
let mode: i32 = 0;
let cull: bool = false;
/** Smaller batches are not sorted: their rays are far apart in any order. */
const minToSort: u32 = 8192;

/**
 * Casts the first `count` rays of the batch, in mode first or any, and writes their triangles and rounded distances. Returns the number of rays
 * that the host has to cast or to measure. Many rays that are not in order are sorted by where they begin, so that those that visit the same nodes follow each other.
 */
export function castRays(count: u32, wanted: i32, culls: bool): u32 {
  leftToHost = 0;
  mode = wanted;
  cull = culls;
  setMode(wanted, culls);
  const isSorted = count >= minToSort && !areInOrder(count);
  if (isSorted) {
    writeKeys(count);
    sortKeys(keys, spareKeys, count, sortTable);
  }
  for (let first: u32 = 0; first < count; first += groupRays) {
    const rays = min(groupRays, count - first);
    if (isSorted) {
      useCopies();
      for (let i: u32 = 0; i < rays; i++) copyRay(i, load<u32>(spareKeys + 8 * <usize>(first + i)));
    } else {
      useRays(first);
      for (let i: u32 = 0; i < rays; i++) store<u32>(groupIds + 4 * <usize>i, first + i);
    }
    castGroup(rays);
  }
  return leftToHost;
}

/** Copies a ray to its group. */
// @ts-ignore: decorator
@inline
function copyRay(i: u32, id: u32): void {
  const from = rayOrigins + 24 * <usize>id, along = rayDirections + 24 * <usize>id, to = groupOrigins + 24 * <usize>i, toAlong = groupDirections + 24 * <usize>i;
  v128.store(to, v128.load(from));
  store<f64>(to, load<f64>(from, 16), 16);
  v128.store(toAlong, v128.load(along));
  store<f64>(toAlong, load<f64>(along, 16), 16);
  store<f64>(groupLimits + 8 * <usize>i, load<f64>(rayLimits + 8 * <usize>id));
  store<u32>(groupIds + 4 * <usize>i, id);
}

/** Casts the rays of the group, and writes their results. */
function castGroup(count: u32): void {
  let end = groupList;
  for (let i: u32 = 0; i < count; i += 2) {
    const states = preparePair(i);
    end = listRay(i, states, end);
    if (i + 1 < count) end = listRay(i + 1, states >> 1, end);
  }
  traceRays(groupList, end);
  let hits = groupHits;
  for (let i: u32 = 0; i < count; i++) hits = finishRay(i, hits);
  measureHits(hits);
}

/** Adds a prepared ray to the list of those that enter the box of the tree; returns the end of the list. */
// @ts-ignore: decorator
@inline
function listRay(i: u32, state: i32, end: usize): usize {
  const r = preparedAt(i);
  if ((state & isForHostBit) != 0) store<u32>(r, isForHost, placeByte);
  if ((state & entersBit) == 0) return end;
  store<u32>(end, <u32>r);
  return end + 4;
}

// @ts-ignore: decorator
@inline
function preparedAt(i: u32): usize {
  return prepared + preparedBytes * <usize>i;
}

/** Writes the result of a ray, or adds it to the list of hits; returns the end of the list. */
// @ts-ignore: decorator
@inline
function finishRay(i: u32, hits: usize): usize {
  let place = load<u32>(preparedAt(i), placeByte);
  if (place == isUnsure) place = castInF64(i);
  if (place > isForHost) {
    store<u32>(hits, i);
    store<u32>(hits, place, 4);
    return hits + 8;
  }
  const id = <usize>load<u32>(groupIds + 4 * <usize>i);
  const isLeft = place == isForHost;
  leftToHost += <u32>isLeft;
  store<i32>(rayTriangles + 4 * id, isLeft ? batchLeftToHost : batchNone);
  store<f64>(rayDistances + 8 * id, f64.POSITIVE_INFINITY);
  return hits;
}

/** Casts a ray that f32 does not decide. Returns the place of its hit, 0 without one, and `isForHost` for a ray that is left to the host. */
function castInF64(i: u32): u32 {
  batchAt = load<u32>(groupIds + 4 * <usize>i);
  const at = groupOrigins + 24 * <usize>i, along = groupDirections + 24 * <usize>i;
  const found = castRay(
    load<f64>(at), load<f64>(at, 8), load<f64>(at, 16), load<f64>(along), load<f64>(along, 8), load<f64>(along, 16), load<f64>(groupLimits + 8 * <usize>i), mode, cull, noStartTriangle,
  );
  return found > 0 ? <u32>hitPlace : found < 0 ? isForHost : 0;
}

/** Writes the triangles and distances of the hits of the group, two at a time. */
function measureHits(end: usize): void {
  for (let at = groupHits; at < end; at += 16) {
    const isPair = at + 8 < end;
    const other = isPair ? at + 8 : at;
    const a = <usize>load<u32>(at), b = <usize>load<u32>(other), placeA = <usize>load<u32>(at, 4), placeB = <usize>load<u32>(other, 4);
    const distances = roundedDistances(
      placeA, groupOrigins + 24 * a, groupDirections + 24 * a, placeB, groupOrigins + 24 * b, groupDirections + 24 * b,
    );
    storeHit(a, placeA, f64x2.extract_lane(distances, 0));
    if (isPair) storeHit(b, placeB, f64x2.extract_lane(distances, 1));
  }
}

// @ts-ignore: decorator
@inline
function storeHit(i: usize, place: usize, distance: f64): void {
  const id = <usize>load<u32>(groupIds + 4 * i);
  store<u32>(rayTriangles + 4 * id, load<u32>(place, blockTrianglesByte) & ~moreBlocks);
  store<f64>(rayDistances + 8 * id, distance);
  if (distance != distance) leftToHost++;
}
