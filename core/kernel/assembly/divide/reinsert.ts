import { allocate, release } from '../arena';
import { nothingToReinsert } from '../../layouts/divide';
import { areaOf, boxOf, leftOf, rightOf, setChildren, uniteChildren } from './clusters';
import { boxBytes, copyBox, growBox } from './box';
import { releaseSides } from './nearest-neighbours';
import { written } from './records';
import { keyOf, pairBytes, sortPairs, valueAt } from './sort-pairs';

/** Maximum number of positions that are tested for one cluster. */
const maxLooks: u32 = 64;
/** A position to test: the area gained above it, and its cluster. Each test adds two at most. */
const placeBytes: usize = 16;
const none: u32 = u32.MAX_VALUE;
const keyLength: u64 = 64;
/** Digits of keys to find one by its rank. */
const digitBits: u64 = 16;
const digits: usize = 1 << 16;

/** By cluster: u32 parent, the root has itself; f64 half the surface area. */
let parents: usize = 0;
let areas: usize = 0;
/** u32: the clusters of a round. */
let chosen: usize = 0;
let places: usize = 0;
let pivot: usize = 0;
let root: u32 = 0;

/** Begins to reinsert clusters of the finished merges. Returns 1; 0 without memory; `nothingToReinsert` for few triangles, and where areas would overflow. */
export function beginReinsertion(): u32 {
  if (written < 4) return nothingToReinsert;
  releaseSides();
  const clusters = 2 * <usize>written - 1;
  root = 2 * written - 2;
  parents = allocate(4 * clusters);
  areas = allocate(8 * clusters);
  chosen = allocate(4 * clusters);
  places = allocate(placeBytes * (2 * <usize>maxLooks + 8));
  pivot = allocate(boxBytes);
  if (parents == 0 || areas == 0 || chosen == 0 || places == 0 || pivot == 0) return 0;
  setParent(root, root);
  for (let c = written; c <= root; c++) {
    setParent(leftOf(c), c);
    setParent(rightOf(c), c);
  }
  for (let c: u32 = 0; c <= root; c++) setArea(c, areaOf(boxOf(c)));
  return areaAt(root) < f64.MAX_VALUE / <f64>clusters ? 1 : nothingToReinsert;
}

/**
 * Chooses up to `count` clusters without the root for a round, largest area first, of equal areas the lower number first. Returns their number; 2³² − 1
 * without memory.
 */
export function chooseLargest(count: u32): u32 {
  const pairs = allocate(2 * pairBytes * <usize>count);
  const counts = allocate(4 * digits);
  if (pairs == 0 || counts == 0) return u32.MAX_VALUE;
  const lowest = root > count ? keyAtRank(root - count, counts) : 0;
  let found: u32 = 0;
  for (let c: u32 = 0; c < root && found < count; c++) {
    const key = keyOf(areaAt(c));
    if (key < lowest) continue;
    const pair = pairs + pairBytes * <usize>found;
    store<u64>(pair, ~key);
    store<u32>(pair, c, valueAt);
    found++;
  }
  const ordered = sortPairs(pairs, pairs + pairBytes * <usize>count, found, keyLength);
  if (ordered == 0) return u32.MAX_VALUE;
  for (let i: u32 = 0; i < found; i++) store<u32>(chosen + (<usize>i << 2), load<u32>(ordered + pairBytes * <usize>i, valueAt));
  release(pairs);
  return found;
}

/** Returns the key of an area that `rank` other keys precede in ascending order: digit by digit, the highest first, and so without a sort. */
function keyAtRank(rank: u32, counts: usize): u64 {
  let rest = rank, prefix: u64 = 0;
  for (let shift: u64 = keyLength; shift > 0; ) {
    shift -= digitBits;
    memory.fill(counts, 0, 4 * digits);
    for (let c: u32 = 0; c < root; c++) {
      const digit = (keyOf(areaAt(c)) >> shift) - (prefix << digitBits);
      // Keys with other digits before it are counted nowhere.
      if (digit >= digits) continue;
      const slot = counts + (<usize>digit << 2);
      store<u32>(slot, load<u32>(slot) + 1);
    }
    let digit: u64 = 0;
    while (load<u32>(counts + (<usize>digit << 2)) <= rest) {
      rest -= load<u32>(counts + (<usize>digit << 2));
      digit++;
    }
    prefix = (prefix << digitBits) | digit;
  }
  return prefix;
}

/** Reinserts the chosen clusters [first, end), as `core/tree/splits/reinsert.ts` does. */
export function reinsert(first: u32, end: u32): void {
  for (let i = first; i < end; i++) {
    const cluster = load<u32>(chosen + (<usize>i << 2));
    const to = bestPlace(cluster);
    if (to != none) move(cluster, to);
  }
}

/** Returns the new sibling of a cluster that reduces the total area most; `none` where its position is the best. */
function bestPlace(cluster: u32): u32 {
  const parent = parentOf(cluster);
  if (parent == root) return none;
  const box = boxOf(cluster), own = areaAt(cluster), sibling = siblingOf(parent, cluster);
  copyBox(pivot, boxOf(sibling));
  let best = none, bestGain: f64 = 0;
  let looks: u32 = 0;
  // Removing the cluster also removes its parent, and shrinks its ancestors.
  let gain = areaAt(parent);
  let candidate = sibling, above = parent;
  while (true) {
    let top = push(places, candidate, gain);
    while (top > places) {
      top -= placeBytes;
      const before = load<f64>(top), place = load<u32>(top, 8);
      if (before - own <= bestGain || looks >= maxLooks) continue;
      looks++;
      const after = before - jointArea(box, boxOf(place));
      if (after > bestGain && place != sibling) {
        best = place;
        bestGain = after;
      }
      if (place < written) continue;
      const below = after + areaAt(place);
      top = push(push(top, leftOf(place), below), rightOf(place), below);
    }
    if (above != parent) {
      growBox(pivot, boxOf(candidate));
      gain += areaAt(above) - areaOf(pivot);
    }
    if (above == root) return best;
    const next = parentOf(above);
    candidate = siblingOf(next, above);
    above = next;
  }
}

// @ts-ignore: decorator
@inline
function push(top: usize, place: u32, gain: f64): usize {
  store<f64>(top, gain);
  store<u32>(top, place, 8);
  return top + placeBytes;
}

/** Returns half the area of the joint box. The signs of the sides cancel. */
function jointArea(p: usize, q: usize): f64 {
  const low = f64x2.pmin(v128.load(p), v128.load(q));
  const middle = f64x2.pmin(v128.load(p, 16), v128.load(q, 16));
  const high = f64x2.pmin(v128.load(p, 32), v128.load(q, 32));
  const x = f64x2.extract_lane(low, 0) + f64x2.extract_lane(middle, 1);
  const y = f64x2.extract_lane(low, 1) + f64x2.extract_lane(high, 0);
  const z = f64x2.extract_lane(middle, 0) + f64x2.extract_lane(high, 1);
  return x * y + y * z + z * x;
}

/** Makes `to` the sibling of a cluster, below the same parent as before. The old sibling takes the position of that parent. */
function move(cluster: u32, to: u32): void {
  const parent = parentOf(cluster);
  const sibling = siblingOf(parent, cluster), grand = parentOf(parent);
  replace(grand, parent, sibling);
  // `to` may be below the old sibling or above the parent; its parent is up to date here.
  replace(parentOf(to), to, parent);
  setChildren(parent, to, cluster);
  setParent(to, parent);
  setParent(cluster, parent);
  refit(parent);
  refit(grand);
}

function replace(above: u32, from: u32, by: u32): void {
  if (leftOf(above) == from) setChildren(above, by, rightOf(above));
  else setChildren(above, leftOf(above), by);
  setParent(by, above);
}

/** Updates boxes, sizes and areas from a merge up to the root. */
function refit(from: u32): void {
  for (let cluster = from; ; ) {
    uniteChildren(cluster);
    setArea(cluster, areaOf(boxOf(cluster)));
    const above = parentOf(cluster);
    if (above == cluster) return;
    cluster = above;
  }
}

// @ts-ignore: decorator
@inline
function siblingOf(parent: u32, cluster: u32): u32 {
  const left = leftOf(parent);
  return left == cluster ? rightOf(parent) : left;
}

// @ts-ignore: decorator
@inline
function parentOf(cluster: u32): u32 {
  return load<u32>(parents + (<usize>cluster << 2));
}

// @ts-ignore: decorator
@inline
function setParent(cluster: u32, parent: u32): void {
  store<u32>(parents + (<usize>cluster << 2), parent);
}

// @ts-ignore: decorator
@inline
function areaAt(cluster: u32): f64 {
  return load<f64>(areas + (<usize>cluster << 3));
}

// @ts-ignore: decorator
@inline
function setArea(cluster: u32, area: f64): void {
  store<f64>(areas + (<usize>cluster << 3), area);
}
