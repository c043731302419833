import {
  flatTrianglesWord, isRoundedWord, measuresByte, mergedVerticesWord, nonFiniteVerticesWord, undecided, unusedVerticesWord, usedVerticesWord,
} from '../../layouts/study';
import { relativeBound, underflow } from '../bounds';
import { indices, lostInF32, positions, vertices } from '../mesh';
import { setCount } from './counts';
import { corners, figures, flats, named, nonFinite, plain, source, states, triangles, used, welded, withArea } from './tables';

/**
 * Marks plain triangles with 0 where they surely have area, by the first test of `hasNoArea`, and as undecided where the host has to decide. Returns
 * the number of the undecided.
 */
export function markFlat(): u32 {
  let left: u32 = 0;
  for (let t: usize = 0; t < <usize>triangles; t++) {
    let mark: u8 = 0;
    if (load<u8>(states + t) == plain && !surelyHasArea(corners + 12 * t)) {
      mark = <u8>undecided;
      left++;
    }
    store<u8>(flats + t, mark);
  }
  return left;
}

// @ts-ignore: decorator
@inline
function surelyHasArea(triangle: usize): bool {
  const a = vertexOf(triangle), b = vertexOf(triangle + 4), c = vertexOf(triangle + 8);
  const x = load<f64>(a), y = load<f64>(a, 8), z = load<f64>(a, 16);
  const ux = load<f64>(b) - x, uy = load<f64>(b, 8) - y, uz = load<f64>(b, 16) - z;
  const vx = load<f64>(c) - x, vy = load<f64>(c, 8) - y, vz = load<f64>(c, 16) - z;
  return isNotParallel(uy * vz, uz * vy) || isNotParallel(uz * vx, ux * vz) || isNotParallel(ux * vy, uy * vx);
}

// @ts-ignore: decorator
@inline
function isNotParallel(a: f64, b: f64): bool {
  return abs(a - b) > (abs(a) + abs(b)) * relativeBound + underflow;
}

/** Returns the address of the vertex whose index is at an address. */
// @ts-ignore: decorator
@inline
function vertexOf(index: usize): usize {
  return positions + 24 * <usize>load<u32>(index);
}

/**
 * Counts vertices and triangles of several kinds, lists the triangles with area, and stores the largest absolute coordinate. Returns the number of
 * triangles with area.
 */
export function countRest(): u32 {
  let users: u32 = 0, lost: u32 = 0, flat: u32 = 0, unnamed: u32 = 0, merged: u32 = 0, largest: f64 = 0;
  let rounded = i64x2.splat(0);
  for (let vertex: usize = 0; vertex < <usize>vertices; vertex++) {
    users += <u32>load<u8>(used + vertex);
    unnamed += 1 - <u32>load<u8>(named + vertex);
    if (load<u32>(welded + 4 * vertex) != <u32>vertex) merged++;
    const at = positions + 24 * vertex;
    rounded = v128.or(rounded, v128.or(lostInF32(v128.load(at)), lostInF32(v128.load64_splat(at, 16))));
    const x = load<f64>(at), y = load<f64>(at, 8), z = load<f64>(at, 16);
    if (x - x + (y - y) + (z - z) != 0) lost++;
    else largest = max(largest, max(max(abs(x), abs(y)), abs(z)));
  }
  let count: u32 = 0;
  for (let t: u32 = 0; t < triangles; t++) {
    const mark = <u32>load<u8>(flats + <usize>t);
    flat += mark;
    store<u32>(withArea + 4 * <usize>count, t);
    if (mark == 0 && load<u8>(states + <usize>t) == plain) count++;
  }
  setCount(usedVerticesWord, users);
  setCount(nonFiniteVerticesWord, lost);
  setCount(flatTrianglesWord, flat);
  setCount(unusedVerticesWord, unnamed);
  setCount(mergedVerticesWord, merged);
  setCount(isRoundedWord, v128.any_true(rounded) ? 1 : 0);
  store<f64>(figures + measuresByte, largest);
  return count;
}

/** Returns the rounding error of two compensated sums, as `core/math/compensated-sum.ts` does. */
// @ts-ignore: decorator
@inline
function errorOf(before: v128, value: v128, after: v128): v128 {
  const isGreater = f64x2.ge(f64x2.abs(before), f64x2.abs(value));
  const ofValue = f64x2.add(f64x2.sub(before, after), value), ofSum = f64x2.add(f64x2.sub(value, after), before);
  return v128.bitselect(ofValue, ofSum, isGreater);
}

/** Stores the sums of the used vertices on each axis: total x y, error x y, total z, error z. */
export function sumVertices(): void {
  let xy = f64x2.splat(0), xyError = f64x2.splat(0), z = f64x2.splat(0), zError = f64x2.splat(0);
  for (let vertex: usize = 0; vertex < <usize>vertices; vertex++) {
    if (load<u8>(used + vertex) == 0) continue;
    const value = v128.load(positions + 24 * vertex), height = v128.load64_zero(positions + 24 * vertex, 16);
    const after = f64x2.add(xy, value), afterZ = f64x2.add(z, height);
    xyError = f64x2.add(xyError, errorOf(xy, value, after));
    zError = f64x2.add(zError, errorOf(z, height, afterZ));
    xy = after;
    z = afterZ;
  }
  const to = figures + measuresByte;
  v128.store(to, xy);
  v128.store(to, xyError, 16);
  store<f64>(to, f64x2.extract_lane(z, 0), 32);
  store<f64>(to, f64x2.extract_lane(zError, 0), 40);
}

/**
 * Stores the sums of the areas of the plain triangles with area, and of six times their signed volumes relative to a point: totals, errors.
 * Returns false where a size is out of the range of `triangleArea`; the host then measures.
 */
export function measure(x: f64, y: f64, z: f64): bool {
  let total = f64x2.splat(0), error = f64x2.splat(0);
  for (let t: usize = 0; t < <usize>triangles; t++) {
    if (load<u8>(states + t) != plain || load<u8>(flats + t) != 0) continue;
    const at = indices + 12 * t;
    const a = vertexOf(at), b = vertexOf(at + 4), c = vertexOf(at + 8);
    const px = load<f64>(a), py = load<f64>(a, 8), pz = load<f64>(a, 16);
    const qx = load<f64>(b), qy = load<f64>(b, 8), qz = load<f64>(b, 16);
    const rx = load<f64>(c), ry = load<f64>(c, 8), rz = load<f64>(c, 16);
    const ux = qx - px, uy = qy - py, uz = qz - pz, vx = rx - px, vy = ry - py, vz = rz - pz;
    const nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
    const sizeSq = nx * nx + ny * ny + nz * nz;
    if (!(sizeSq > 1e-290 && sizeSq < 1e300)) return false;
    const ax = px - x, ay = py - y, az = pz - z, bx = qx - x, by = qy - y, bz = qz - z, cx = rx - x, cy = ry - y, cz = rz - z;
    const volume = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    const value = f64x2.replace_lane(f64x2.splat(Math.sqrt(sizeSq) / 2), 1, volume);
    const after = f64x2.add(total, value);
    error = f64x2.add(error, errorOf(total, value, after));
    total = after;
  }
  v128.store(figures + measuresByte, total);
  v128.store(figures + measuresByte, error, 16);
  return true;
}

/** Stores the box of the finite triangles: min x y z, max x y z. It uses the source vertices, since welding does not distinguish 0 and -0. */
export function boundTriangles(): void {
  let low = f64x2.splat(Infinity), high = f64x2.splat(-Infinity), lowZ = f64x2.splat(Infinity), highZ = f64x2.splat(-Infinity);
  for (let t: usize = 0; t < <usize>triangles; t++) {
    if (load<u8>(states + t) == nonFinite) continue;
    const at = source + 12 * t;
    for (let k: usize = 0; k < 12; k += 4) {
      const vertex = vertexOf(at + k);
      const xy = v128.load(vertex), z = v128.load64_splat(vertex, 16);
      low = f64x2.pmin(low, xy);
      high = f64x2.pmax(high, xy);
      lowZ = f64x2.pmin(lowZ, z);
      highZ = f64x2.pmax(highZ, z);
    }
  }
  const to = figures + measuresByte;
  v128.store(to, low);
  store<f64>(to, f64x2.extract_lane(lowZ, 0), 16);
  v128.store(to, high, 24);
  store<f64>(to, f64x2.extract_lane(highZ, 0), 40);
}

/** Stores the ten sums of `mass-properties.ts` over the finite triangles, relative to a point: their totals, then their errors. */
export function integrate(x: f64, y: f64, z: f64): void {
  const to = figures + measuresByte;
  memory.fill(to, 0, 160);
  let s0 = f64x2.splat(0), s1 = s0, s2 = s0, s3 = s0, s4 = s0, e0 = s0, e1 = s0, e2 = s0, e3 = s0, e4 = s0;
  for (let t: usize = 0; t < <usize>triangles; t++) {
    if (load<u8>(states + t) == nonFinite) continue;
    const at = indices + 12 * t;
    const a = vertexOf(at), b = vertexOf(at + 4), c = vertexOf(at + 8);
    const ax = load<f64>(a) - x, ay = load<f64>(a, 8) - y, az = load<f64>(a, 16) - z;
    const bx = load<f64>(b) - x, by = load<f64>(b, 8) - y, bz = load<f64>(b, 16) - z;
    const cx = load<f64>(c) - x, cy = load<f64>(c, 8) - y, cz = load<f64>(c, 16) - z;
    const d = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    const sx = ax + bx + cx, sy = ay + by + cy, sz = az + bz + cz;
    const dd = f64x2.splat(d);
    const v0 = pair(d, d * sx);
    const v1 = f64x2.mul(dd, pair(sy, sz));
    const v2 = f64x2.mul(dd, pair(sx * sx + ax * ax + bx * bx + cx * cx, sy * sy + ay * ay + by * by + cy * cy));
    const v3 = f64x2.mul(dd, pair(sz * sz + az * az + bz * bz + cz * cz, sy * sz + ay * az + by * bz + cy * cz));
    const v4 = f64x2.mul(dd, pair(sz * sx + az * ax + bz * bx + cz * cx, sx * sy + ax * ay + bx * by + cx * cy));
    const n0 = f64x2.add(s0, v0), n1 = f64x2.add(s1, v1), n2 = f64x2.add(s2, v2), n3 = f64x2.add(s3, v3), n4 = f64x2.add(s4, v4);
    e0 = f64x2.add(e0, errorOf(s0, v0, n0));
    e1 = f64x2.add(e1, errorOf(s1, v1, n1));
    e2 = f64x2.add(e2, errorOf(s2, v2, n2));
    e3 = f64x2.add(e3, errorOf(s3, v3, n3));
    e4 = f64x2.add(e4, errorOf(s4, v4, n4));
    s0 = n0;
    s1 = n1;
    s2 = n2;
    s3 = n3;
    s4 = n4;
  }
  v128.store(to, s0);
  v128.store(to, s1, 16);
  v128.store(to, s2, 32);
  v128.store(to, s3, 48);
  v128.store(to, s4, 64);
  v128.store(to, e0, 80);
  v128.store(to, e1, 96);
  v128.store(to, e2, 112);
  v128.store(to, e3, 128);
  v128.store(to, e4, 144);
}

// @ts-ignore: decorator
@inline
function pair(x: f64, y: f64): v128 {
  return f64x2.replace_lane(f64x2.splat(x), 1, y);
}
