import { allocate, release } from '../arena';
import {
  blockBytes, blockMask, blockRowBytes, blockTrianglesByte, freeTriangle, moreBlocks, wideChildCountByte, wideNodeBytes, wideReferencesByte, wideRowBytes, wideWidth,
} from '../../layouts/wide-tree';
import { nodesA, nodesB, blocksA, blocksB } from './sides';

/**
 * A slab of each child of each stored node: the space between two planes across the mean normal m of its triangles. Where a surface is nearly
 * flat, its slab is thinner than its box, and bounds distances along directions near m much better. A node has five rows of eight f32: m x, m y,
 * m z, min and max of m·x. Where m is 0 there is no slab. Slabs of children bound that of their parent, so each triangle is read once.
 */
export let slabsA: usize = 0;
export let slabsB: usize = 0;
export const slabBytes: usize = 160;
export const slabMinByte: usize = 96;
export const slabMaxByte: usize = 128;

/**
 * Padding of a slab, and bound on the error of `reachAlong`, in units of the frame. Coordinates are at most 1, with an error of 2⁻²⁵. A sum of three
 * products has an error of at most 6·2⁻²⁴. The remainder n − (n·m)·m has one of at most 3·2⁻²⁴ in each component, and its support one of 20·2⁻²⁴ with it.
 */
export const slabError: f32 = 1.9073486328125e-6;

/** Sums of the normals of the triangles below each stored node, three f32. */
let normals: usize = 0;
const normalBytes: usize = 16;

/** Makes the slabs of both trees, which have these numbers of stored nodes; false without memory. */
export function makeSlabs(countA: u32, countB: u32): bool {
  const madeA = slabsOf(nodesA, blocksA, countA);
  if (madeA == 0) return false;
  const madeB = nodesB == nodesA ? madeA : slabsOf(nodesB, blocksB, countB);
  if (madeB == 0) {
    release(madeA - slabBytes);
    return false;
  }
  slabsA = madeA;
  slabsB = madeB;
  return true;
}

/** Returns the address of the slabs of the first node, after those of the root, which has none; 0 without memory. */
function slabsOf(nodes: usize, blocks: usize, count: u32): usize {
  const all = allocate(slabBytes * (<usize>count + 1));
  if (all == 0) return 0;
  normals = allocate(normalBytes * <usize>count);
  if (normals == 0) {
    release(all);
    return 0;
  }
  memory.fill(all, 0, slabBytes);
  const slabs = all + slabBytes;
  // Children follow their parents.
  for (let node = count; node-- > 0; ) makeNode(nodes, blocks, slabs, node);
  release(normals);
  return slabs;
}

function makeNode(nodes: usize, blocks: usize, slabs: usize, node: u32): void {
  const at = nodes + <usize>node * wideNodeBytes, to = slabs + <usize>node * slabBytes;
  memory.fill(to, 0, slabBytes);
  const count = load<u32>(at, wideChildCountByte);
  let total = f32x4.splat(0);
  for (let lane: usize = 0; lane < <usize>count; lane++) {
    const reference = load<i32>(at + 4 * lane, wideReferencesByte);
    const block = blocks + <usize>(reference & <i32>blockMask) * blockBytes;
    const sum = reference < 0 ? normalOfLeaf(block) : v128.load(normals + normalBytes * <usize>reference);
    total = f32x4.add(total, sum);
    const square = f32x4.mul(sum, sum);
    const length = sqrt(f32x4.extract_lane(square, 0) + f32x4.extract_lane(square, 1) + f32x4.extract_lane(square, 2));
    // Also where the length is not finite.
    if (!(length > 1e-30 && length < 1e30)) continue;
    const mean = f32x4.div(sum, f32x4.splat(length));
    const x = f32x4.extract_lane(mean, 0), y = f32x4.extract_lane(mean, 1), z = f32x4.extract_lane(mean, 2);
    store<f32>(to + 4 * lane, x);
    store<f32>(to + 4 * lane, y, wideRowBytes);
    store<f32>(to + 4 * lane, z, 2 * wideRowBytes);
    if (reference < 0) boundLeaf(block, x, y, z);
    else boundNode(nodes + <usize>reference * wideNodeBytes, slabs + <usize>reference * slabBytes, x, y, z);
    store<f32>(to + 4 * lane, boundedMin - slabError, slabMinByte);
    store<f32>(to + 4 * lane, boundedMax + slabError, slabMaxByte);
  }
  v128.store(normals + normalBytes * <usize>node, total);
}

let boundedMin: f32 = 0;
let boundedMax: f32 = 0;

/** Returns the sum of the normals of a leaf as x y z 0; the length of each is twice the area. */
function normalOfLeaf(from: usize): v128 {
  let x = f32x4.splat(0), y = x, z = x;
  for (let block = from; ; block += blockBytes) {
    const ax = v128.load(block), ay = v128.load(block, blockRowBytes), az = v128.load(block, 2 * blockRowBytes);
    const ux = f32x4.sub(v128.load(block, 3 * blockRowBytes), ax), uy = f32x4.sub(v128.load(block, 4 * blockRowBytes), ay), uz = f32x4.sub(v128.load(block, 5 * blockRowBytes), az);
    const vx = f32x4.sub(v128.load(block, 6 * blockRowBytes), ax), vy = f32x4.sub(v128.load(block, 7 * blockRowBytes), ay), vz = f32x4.sub(v128.load(block, 8 * blockRowBytes), az);
    const indices = v128.load(block, blockTrianglesByte);
    const isUsed = i32x4.ne(v128.and(indices, i32x4.splat(~moreBlocks)), i32x4.splat(freeTriangle));
    x = f32x4.add(x, v128.and(isUsed, f32x4.sub(f32x4.mul(uy, vz), f32x4.mul(uz, vy))));
    y = f32x4.add(y, v128.and(isUsed, f32x4.sub(f32x4.mul(uz, vx), f32x4.mul(ux, vz))));
    z = f32x4.add(z, v128.and(isUsed, f32x4.sub(f32x4.mul(ux, vy), f32x4.mul(uy, vx))));
    if (load<i32>(block, blockTrianglesByte) >= 0) break;
  }
  return f32x4.replace_lane(f32x4.replace_lane(f32x4.replace_lane(f32x4.splat(0), 0, sumOf(x)), 1, sumOf(y)), 2, sumOf(z));
}

// @ts-ignore: decorator
@inline
function sumOf(v: v128): f32 {
  return f32x4.extract_lane(v, 0) + f32x4.extract_lane(v, 1) + (f32x4.extract_lane(v, 2) + f32x4.extract_lane(v, 3));
}

function boundLeaf(from: usize, x: f32, y: f32, z: f32): void {
  const mx = f32x4.splat(x), my = f32x4.splat(y), mz = f32x4.splat(z);
  let low = f32x4.splat(f32.POSITIVE_INFINITY), high = f32x4.splat(f32.NEGATIVE_INFINITY);
  for (let block = from; ; block += blockBytes) {
    for (let corner: usize = 0; corner < 3; corner++) {
      const at = block + corner * (3 * blockRowBytes);
      const along = f32x4.add(f32x4.add(f32x4.mul(v128.load(at), mx), f32x4.mul(v128.load(at, blockRowBytes), my)), f32x4.mul(v128.load(at, 2 * blockRowBytes), mz));
      // The first operand where the second is NaN, as in free places.
      low = f32x4.pmin(low, along);
      high = f32x4.pmax(high, along);
    }
    if (load<i32>(block, blockTrianglesByte) >= 0) break;
  }
  keepEnds(low, high);
}

/** Bounds a node by the boxes and slabs of its children. */
function boundNode(node: usize, slabs: usize, x: f32, y: f32, z: f32): void {
  const nx = f32x4.splat(x), ny = f32x4.splat(y), nz = f32x4.splat(z);
  const minusX = f32x4.neg(nx), minusY = f32x4.neg(ny), minusZ = f32x4.neg(nz);
  let low = f32x4.splat(f32.POSITIVE_INFINITY), high = f32x4.splat(f32.NEGATIVE_INFINITY);
  for (let half: usize = 0; half < 32; half += 16) {
    // False for free places.
    const isUsed = f32x4.le(v128.load(node + half), v128.load(node + half, wideRowBytes));
    const max = reachAlong(node + half, slabs + half, nx, ny, nz), min = f32x4.neg(reachAlong(node + half, slabs + half, minusX, minusY, minusZ));
    high = v128.bitselect(f32x4.pmax(high, max), high, isUsed);
    low = v128.bitselect(f32x4.pmin(low, min), low, isUsed);
  }
  keepEnds(low, high);
}

function keepEnds(low: v128, high: v128): void {
  boundedMin = min(min(f32x4.extract_lane(low, 0), f32x4.extract_lane(low, 1)), min(f32x4.extract_lane(low, 2), f32x4.extract_lane(low, 3)));
  boundedMax = max(max(f32x4.extract_lane(high, 0), f32x4.extract_lane(high, 1)), max(f32x4.extract_lane(high, 2), f32x4.extract_lane(high, 3)));
}

/**
 * Returns the max of n·x over the intersections of four boxes with their slabs, from above, with an error below `slabError` · |n|. For any factor a, n·x is
 * a·(m·x) + (n − a·m)·x. With a = n·m the remainder is shortest; the slab bounds the first term, and the box the second. The box alone bounds n·x too.
 */
// @ts-ignore: decorator
@inline
export function reachAlong(box: usize, slab: usize, nx: v128, ny: v128, nz: v128): v128 {
  const mx = v128.load(slab), my = v128.load(slab, wideRowBytes), mz = v128.load(slab, 2 * wideRowBytes);
  const a = f32x4.add(f32x4.add(f32x4.mul(nx, mx), f32x4.mul(ny, my)), f32x4.mul(nz, mz));
  const rx = f32x4.sub(nx, f32x4.mul(a, mx)), ry = f32x4.sub(ny, f32x4.mul(a, my)), rz = f32x4.sub(nz, f32x4.mul(a, mz));
  const ofSlab = f32x4.pmax(f32x4.mul(a, v128.load(slab, slabMinByte)), f32x4.mul(a, v128.load(slab, slabMaxByte)));
  return f32x4.pmin(boxReach(box, nx, ny, nz), f32x4.add(ofSlab, boxReach(box, rx, ry, rz)));
}

// @ts-ignore: decorator
@inline
function boxReach(box: usize, x: v128, y: v128, z: v128): v128 {
  const ofX = f32x4.pmax(f32x4.mul(v128.load(box), x), f32x4.mul(v128.load(box, wideRowBytes), x));
  const ofY = f32x4.pmax(f32x4.mul(v128.load(box, 2 * wideRowBytes), y), f32x4.mul(v128.load(box, 3 * wideRowBytes), y));
  const ofZ = f32x4.pmax(f32x4.mul(v128.load(box, 4 * wideRowBytes), z), f32x4.mul(v128.load(box, 5 * wideRowBytes), z));
  return f32x4.add(f32x4.add(ofX, ofY), ofZ);
}
