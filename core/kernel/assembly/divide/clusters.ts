import { allocate } from '../arena';
import { indices, vertexAt } from '../mesh';
import { boxBytes, halfArea, storeBounds } from './box';
import { highOf, highZOf, lowOf, lowZOf } from './corners';
import { dividedOrder, orderAt } from './limits';
import { written } from './records';

/**
 * A binary tree as bottom-up builders write it. Clusters 0 to N − 1 are the triangles along the curve. Cluster N + m is the result of merge m, and the last one
 * the root.
 */

/** The boxes of all clusters. */
export let clusterBoxes: usize = 0;
/** u32: the triangles along the curve. */
let alongCurve: usize = 0;
/** u32 each, by merge: the two clusters, made before it, and the number of triangles; in front of all the number 1. */
let lefts: usize = 0;
let rights: usize = 0;
let sizes: usize = 0;
/** Number of merges so far. */
export let merges: u32 = 0;

/** Begins with a cluster for each triangle of the order, which is that of the curve; false without memory. */
export function reserveClusters(): bool {
  const count = <usize>written;
  clusterBoxes = allocate(2 * boxBytes * count);
  lefts = allocate(4 * count);
  rights = allocate(4 * count);
  sizes = allocate(4 * (count + 1));
  alongCurve = allocate(4 * count);
  if (clusterBoxes == 0 || lefts == 0 || rights == 0 || sizes == 0 || alongCurve == 0) return false;
  memory.copy(alongCurve, dividedOrder, 4 * count);
  measureTriangles();
  store<u32>(sizes, 1);
  merges = 0;
  return true;
}

function measureTriangles(): void {
  for (let i: u32 = 0; i < written; i++) {
    const corners = indices + 12 * <usize>orderAt(i);
    const a = vertexAt(corners), b = vertexAt(corners + 4), c = vertexAt(corners + 8);
    storeBounds(boxOf(i), lowOf<f64>(a, b, c), lowZOf(a, b, c), highOf<f64>(a, b, c), highZOf(a, b, c));
  }
}

/** Returns the triangle of a cluster that is no merge. */
// @ts-ignore: decorator
@inline
export function triangleOf(cluster: u32): u32 {
  return load<u32>(alongCurve + (<usize>cluster << 2));
}

/** Merges two clusters and returns the new one. */
export function merge(left: u32, right: u32): u32 {
  writeMerge(left, right);
  return written + merges++;
}

function writeMerge(left: u32, right: u32): void {
  const m = <usize>merges << 2, p = boxOf(left), q = boxOf(right), to = boxOf(written + merges);
  store<u32>(lefts + m, left);
  store<u32>(rights + m, right);
  store<u32>(sizes + m, sizeOf(left) + sizeOf(right), 4);
  for (let at: usize = 0; at < boxBytes; at += 16) v128.store(to + at, f64x2.pmin(v128.load(q + at), v128.load(p + at)));
}

/**
 * Merges two clusters and returns the new one; the first of them where they are the same, `isSame`. No branch depends on that: what is written for a merge
 * is overwritten by the next.
 */
// @ts-ignore: decorator
@inline
export function mergeUnless(isSame: bool, left: u32, right: u32): u32 {
  const merged = written + merges;
  writeMerge(left, right);
  merges += <u32>!isSame;
  return isSame ? left : merged;
}

/** Returns the address of the box of a cluster. */
// @ts-ignore: decorator
@inline
export function boxOf(cluster: u32): usize {
  return clusterBoxes + boxBytes * <usize>cluster;
}

/** Returns half the area of a box. */
// @ts-ignore: decorator
@inline
export function areaOf(box: usize): f64 {
  return halfArea(v128.load(box), v128.load(box, 16), v128.load(box, 32));
}

/** Returns the number of triangles of a cluster. */
// @ts-ignore: decorator
@inline
export function sizeOf(cluster: u32): u32 {
  const isMerge = <i32>(cluster >= written);
  // The number in front of all merges is that of each triangle.
  return load<u32>(sizes + (<usize>((cluster - written + 1) & -isMerge) << 2));
}

// @ts-ignore: decorator
@inline
export function leftOf(cluster: u32): u32 {
  return load<u32>(lefts + (<usize>(cluster - written) << 2));
}

// @ts-ignore: decorator
@inline
export function rightOf(cluster: u32): u32 {
  return load<u32>(rights + (<usize>(cluster - written) << 2));
}

/** Sets the children of a merge. */
export function setChildren(cluster: u32, left: u32, right: u32): void {
  const m = <usize>(cluster - written) << 2;
  store<u32>(lefts + m, left);
  store<u32>(rights + m, right);
}

/** Writes box and size of a merge again, from its children. */
export function uniteChildren(cluster: u32): void {
  const left = leftOf(cluster), right = rightOf(cluster);
  const p = boxOf(left), q = boxOf(right), to = boxOf(cluster);
  for (let at: usize = 0; at < boxBytes; at += 16) v128.store(to + at, f64x2.pmin(v128.load(p + at), v128.load(q + at)));
  store<u32>(sizes + (<usize>(cluster - written) << 2), sizeOf(left) + sizeOf(right), 4);
}
