import { undecided } from '../../layouts/study';
import { allocate, release } from '../arena';
import { indices } from '../mesh';
import { around, aroundFirst, simple } from '../study/tables';
import { vertexOf } from './live';

/** Max number of triangles around one vertex; larger stars are left to the host. */
const maxInStar: u32 = 64;
/** `shadowBound` and `underflow` of `core/health/study/simple-stars.ts`. */
const shadowBound: f64 = 2.842170943040401e-14;
const underflow: f64 = 1e-300;

/** The far vertices of the edges that leave the vertex and return to it, one row of u32 each; then six f64 for each triangle, then four. */
let outs: usize = 0;
let backs: usize = 0;
let ends: usize = 0;
let shadows: usize = 0;

/** Reserves memory for one star; false without memory. */
export function reserveStar(): bool {
  outs = allocate((4 + 4 + 48 + 32) * <usize>maxInStar);
  backs = outs + 4 * maxInStar;
  ends = backs + 4 * maxInStar;
  shadows = ends + 48 * maxInStar;
  return outs != 0;
}

/** Frees that memory. */
export function releaseStar(): void {
  release(outs);
}

/** Writes 1 for every vertex of [first, end) with a simple star, as `core/health/study/simple-stars.ts` defines it, 2 for large stars, else 0. Returns the number of large stars. */
export function findStars(first: u32, end: u32): u32 {
  let left: u32 = 0;
  for (let vertex = first; vertex < end; vertex++) {
    const from = load<u32>(aroundFirst + 4 * <usize>vertex), count = load<u32>(aroundFirst + 4 * <usize>vertex, 4) - from;
    if (count > maxInStar) {
      store<u8>(simple + <usize>vertex, undecided);
      left++;
    } else store<u8>(simple + <usize>vertex, count > 0 && isSimple(vertex, around + 4 * <usize>from, count) ? 1 : 0);
  }
  return left;
}

function isSimple(vertex: u32, at: usize, count: u32): bool {
  readNeighbours(at, count);
  const start = startOfFan(count);
  return start >= 0 && goesAroundOnce(vertex, count, start);
}

function readNeighbours(at: usize, count: u32): void {
  const all: u32 = (count + 3) & ~3;
  for (let i: u32 = 0; i < all; i++) {
    const to = 4 * <usize>i;
    if (i >= count) {
      // These are no vertices, and differ.
      store<u32>(outs + to, 0xffff_ffff);
      store<u32>(backs + to, 0xffff_fffe);
      continue;
    }
    const corner = load<u32>(at + to);
    const turn: u32 = corner % 3;
    store<u32>(outs + to, load<u32>(indices + 4 * <usize>(turn == 2 ? corner - 2 : corner + 1)));
    store<u32>(backs + to, load<u32>(indices + 4 * <usize>(turn == 0 ? corner + 2 : corner - 1)));
  }
}

/** Returns the triangle at which the only fan begins, any triangle of a closed fan, or -1 where the edges make no fan or may make several. */
function startOfFan(count: u32): i32 {
  let start = -1;
  const end: usize = 4 * <usize>count;
  for (let i: usize = 0; i < end; i += 4) {
    const out = v128.load32_splat(outs + i), back = v128.load32_splat(backs + i);
    let alike = 0, before = 0;
    for (let j: usize = 0; j < end; j += 16) {
      const others = v128.load(outs + j), othersBack = v128.load(backs + j);
      alike += popcnt(i32x4.bitmask(i32x4.eq(out, others))) + popcnt(i32x4.bitmask(i32x4.eq(back, othersBack)));
      before += popcnt(i32x4.bitmask(i32x4.eq(out, othersBack)));
    }
    // Each edge equals itself, twice.
    if (alike != 2 || before > 1) return -1;
    if (before == 0) {
      if (start >= 0) return -1;
      start = <i32>(i >> 2);
    }
  }
  return max(start, 0);
}

function goesAroundOnce(vertex: u32, count: u32, start: i32): bool {
  const at = vertexOf(vertex);
  const x = load<f64>(at), y = load<f64>(at, 8), z = load<f64>(at, 16);
  let size: f64 = 0, nx: f64 = 0, ny: f64 = 0, nz: f64 = 0;
  for (let i: usize = 0; i < <usize>count; i++) {
    const a = vertexOf(load<u32>(outs + 4 * i)), b = vertexOf(load<u32>(backs + 4 * i));
    const ux = load<f64>(a) - x, uy = load<f64>(a, 8) - y, uz = load<f64>(a, 16) - z;
    const vx = load<f64>(b) - x, vy = load<f64>(b, 8) - y, vz = load<f64>(b, 16) - z;
    const to = ends + 48 * i;
    store<f64>(to, ux);
    store<f64>(to, uy, 8);
    store<f64>(to, uz, 16);
    store<f64>(to, vx, 24);
    store<f64>(to, vy, 32);
    store<f64>(to, vz, 40);
    nx += uy * vz - uz * vy;
    ny += uz * vx - ux * vz;
    nz += ux * vy - uy * vx;
    size = max(max(max(size, abs(ux)), max(abs(uy), abs(uz))), max(max(abs(vx), abs(vy)), abs(vz)));
  }
  const turns = castShadows(count, nx, ny, nz);
  const bound = shadowBound * size * size + underflow;
  const dx = load<f64>(shadows + 32 * <usize>start), dy = load<f64>(shadows + 32 * <usize>start, 8);
  const first = load<u32>(outs + 4 * <usize>start);
  for (let i: usize = 0; i < <usize>count; i++) {
    const to = shadows + 32 * i;
    const ux = load<f64>(to), uy = load<f64>(to, 8), vx = load<f64>(to, 16), vy = load<f64>(to, 24);
    if (!(turns * (ux * vy - uy * vx) > bound)) return false;
    if (i == <usize>start || load<u32>(backs + 4 * i) == first) continue;
    if (!(turns * (ux * dy - uy * dx) < -bound) && !(turns * (dx * vy - dy * vx) < -bound)) return false;
  }
  return true;
}

function castShadows(count: u32, nx: f64, ny: f64, nz: f64): f64 {
  const sizeX = abs(nx), sizeY = abs(ny), sizeZ = abs(nz);
  // Byte offsets of the axes.
  const w: usize = sizeZ >= sizeX && sizeZ >= sizeY ? 16 : sizeX >= sizeY ? 0 : 8;
  const u: usize = w == 16 ? 0 : w + 8, v: usize = u == 16 ? 0 : u + 8;
  const along = w == 16 ? nz : w == 0 ? nx : ny;
  const slopeU = (u == 16 ? nz : u == 0 ? nx : ny) / along, slopeV = (v == 16 ? nz : v == 0 ? nx : ny) / along;
  for (let i: usize = 0; i < 2 * <usize>count; i++) {
    const end = ends + 24 * i, to = shadows + 16 * i;
    const height = load<f64>(end + w);
    store<f64>(to, load<f64>(end + u) - slopeU * height);
    store<f64>(to, load<f64>(end + v) - slopeV * height, 8);
  }
  return along > 0 ? 1 : -1;
}
