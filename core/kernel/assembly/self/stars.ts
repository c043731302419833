import { undecided } from '../../layouts/study';
import { allocate, release } from '../arena';
import { indices, positions } from '../mesh';
import { around, aroundFirst, simple } from '../study/tables';
import { vertexOf } from './live';

/** Max number of triangles around one vertex; larger stars are left to the host. */
const maxInStar: u32 = 64;
/** `shadowBound` and `underflow` of `core/health/study/simple-stars.ts`. */
const shadowBound: f64 = 2.842170943040401e-14;
const underflow: f64 = 1e-300;

/**
 * The far vertices of the edges that leave the vertex and return to it, one row of u32 each. Then rows of f64, one number for each triangle. Six rows
 * are the ends of both edges relative to the vertex (x y z, x y z), four are their shadows.
 */
let outs: usize = 0;
let backs: usize = 0;
let ends: usize = 0;
let shadows: usize = 0;
/** Bytes of a row of f64. */
const row: usize = 8 * 64;

/** Reserves memory for one star; false without memory. */
export function reserveStar(): bool {
  outs = allocate(8 * <usize>maxInStar + 10 * row);
  backs = outs + 4 * maxInStar;
  ends = backs + 4 * maxInStar;
  shadows = ends + 6 * row;
  return outs != 0;
}

/** Frees that memory. */
export function releaseStar(): void {
  release(outs);
}

/**
 * Writes 1 for every vertex of [first, end) with a simple star, as `core/health/study/simple-stars.ts` defines it, 2 for large stars, else 0. Returns
 * the number of large stars.
 */
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
  const toOuts = outs, toBacks = backs, from = indices;
  const end: usize = 4 * <usize>count;
  for (let to: usize = 0; to < end; to += 4) {
    const corner = load<u32>(at + to);
    const turn: u32 = corner % 3;
    store<u32>(toOuts + to, load<u32>(from + 4 * <usize>(turn == 2 ? corner - 2 : corner + 1)));
    store<u32>(toBacks + to, load<u32>(from + 4 * <usize>(turn == 0 ? corner + 2 : corner - 1)));
  }
}

/**
 * Returns the triangle at which the only fan begins, any triangle of a closed fan, or -1 where the edges make no fan or may make several. It
 * counts how often the edges of four triangles occur. Each occurs once, and each that leaves also returns, except at the start of a fan.
 */
function startOfFan(count: u32): i32 {
  const fromOuts = outs, fromBacks = backs;
  const end: usize = 4 * <usize>count;
  const once = i32x4.splat(-1);
  let start = -1;
  for (let j: usize = 0; j < end; j += 16) {
    const own = v128.load(fromOuts + j), ownBack = v128.load(fromBacks + j);
    let alike = i32x4.splat(0), alikeBack = alike, before = alike;
    for (let i: usize = 0; i < end; i += 4) {
      const out = v128.load32_splat(fromOuts + i), back = v128.load32_splat(fromBacks + i);
      alike = i32x4.add(alike, i32x4.eq(out, own));
      alikeBack = i32x4.add(alikeBack, i32x4.eq(back, ownBack));
      before = i32x4.add(before, i32x4.eq(back, own));
    }
    // Lanes after the last triangle do not count.
    const lanes = (1 << <i32>min<usize>(4, (end - j) >> 2)) - 1;
    if ((i32x4.bitmask(v128.and(i32x4.eq(alike, once), i32x4.eq(alikeBack, once))) & lanes) != lanes) return -1;
    const starts = ~i32x4.bitmask(before) & lanes;
    if (starts == 0) continue;
    if (start >= 0 || (starts & (starts - 1)) != 0) return -1;
    start = <i32>(j >> 2) + ctz(starts);
  }
  return max(start, 0);
}

/** Two triangles at a time; the sums go by their order. Without a second triangle, the first one counts twice where that changes nothing. */
function goesAroundOnce(vertex: u32, count: u32, start: i32): bool {
  const fromOuts = outs, fromBacks = backs, points = positions;
  const at = vertexOf(vertex);
  const x = v128.load64_splat(at), y = v128.load64_splat(at, 8), z = v128.load64_splat(at, 16);
  let sizes = f64x2.splat(0);
  let nx: f64 = 0, ny: f64 = 0, nz: f64 = 0;
  for (let i: u32 = 0; i < count; i += 2) {
    const here: usize = 4 * <usize>i, next: usize = 4 * <usize>min(i + 1, count - 1);
    const a = points + 24 * <usize>load<u32>(fromOuts + here), c = points + 24 * <usize>load<u32>(fromOuts + next);
    const b = points + 24 * <usize>load<u32>(fromBacks + here), d = points + 24 * <usize>load<u32>(fromBacks + next);
    const ux = f64x2.sub(both(a, c), x), uy = f64x2.sub(both(a + 8, c + 8), y), uz = f64x2.sub(both(a + 16, c + 16), z);
    const vx = f64x2.sub(both(b, d), x), vy = f64x2.sub(both(b + 8, d + 8), y), vz = f64x2.sub(both(b + 16, d + 16), z);
    const to = ends + 8 * <usize>i;
    v128.store(to, ux);
    v128.store(to, uy, row);
    v128.store(to, uz, 2 * row);
    v128.store(to, vx, 3 * row);
    v128.store(to, vy, 4 * row);
    v128.store(to, vz, 5 * row);
    const px = f64x2.sub(f64x2.mul(uy, vz), f64x2.mul(uz, vy));
    const py = f64x2.sub(f64x2.mul(uz, vx), f64x2.mul(ux, vz));
    const pz = f64x2.sub(f64x2.mul(ux, vy), f64x2.mul(uy, vx));
    nx += f64x2.extract_lane(px, 0);
    ny += f64x2.extract_lane(py, 0);
    nz += f64x2.extract_lane(pz, 0);
    if (i + 1 < count) {
      nx += f64x2.extract_lane(px, 1);
      ny += f64x2.extract_lane(py, 1);
      nz += f64x2.extract_lane(pz, 1);
    }
    // No number here is NaN: vertices of stars are finite.
    const ofU = f64x2.pmax(f64x2.pmax(f64x2.abs(ux), f64x2.abs(uy)), f64x2.abs(uz));
    const ofV = f64x2.pmax(f64x2.pmax(f64x2.abs(vx), f64x2.abs(vy)), f64x2.abs(vz));
    sizes = f64x2.pmax(sizes, f64x2.pmax(ofU, ofV));
  }
  const size = max(f64x2.extract_lane(sizes, 0), f64x2.extract_lane(sizes, 1));
  const turns = castShadows(count, nx, ny, nz);
  return areShadowsApart(count, start, turns, shadowBound * size * size + underflow);
}

/** Returns two f64 at two addresses. */
// @ts-ignore: decorator
@inline
function both(a: usize, b: usize): v128 {
  return v128.load64_lane(b, v128.load64_zero(a), 1);
}

/** Writes the shadows of the ends, and returns 1 or -1: the direction of the normal. */
function castShadows(count: u32, nx: f64, ny: f64, nz: f64): f64 {
  const sizeX = abs(nx), sizeY = abs(ny), sizeZ = abs(nz);
  // Axes.
  const w: usize = sizeZ >= sizeX && sizeZ >= sizeY ? 2 : sizeX >= sizeY ? 0 : 1;
  const u: usize = w == 2 ? 0 : w + 1, v: usize = u == 2 ? 0 : u + 1;
  const along = w == 2 ? nz : w == 0 ? nx : ny;
  const slopeU = f64x2.splat((u == 2 ? nz : u == 0 ? nx : ny) / along), slopeV = f64x2.splat((v == 2 ? nz : v == 0 ? nx : ny) / along);
  const atW = ends + row * w, atU = ends + row * u, atV = ends + row * v, to = shadows;
  for (let i: usize = 0; i < 8 * <usize>count; i += 16) {
    const height = v128.load(atW + i), otherHeight = v128.load(atW + i, 3 * row);
    v128.store(to + i, f64x2.sub(v128.load(atU + i), f64x2.mul(slopeU, height)));
    v128.store(to + i, f64x2.sub(v128.load(atV + i), f64x2.mul(slopeV, height)), row);
    v128.store(to + i, f64x2.sub(v128.load(atU + i, 3 * row), f64x2.mul(slopeU, otherHeight)), 2 * row);
    v128.store(to + i, f64x2.sub(v128.load(atV + i, 3 * row), f64x2.mul(slopeV, otherHeight)), 3 * row);
  }
  return along > 0 ? 1 : -1;
}

/** Returns whether all triangles face the direction of the normal, and only the first contains the start. */
function areShadowsApart(count: u32, start: i32, turns: f64, bound: f64): bool {
  const from = shadows, fromBacks = backs;
  const dx = v128.load64_splat(from + 8 * <usize>start), dy = v128.load64_splat(from + 8 * <usize>start, row);
  const first = load<u32>(outs + 4 * <usize>start);
  const sign = f64x2.splat(turns), above = f64x2.splat(bound), below = f64x2.splat(-bound);
  for (let i: u32 = 0; i < count; i += 2) {
    const at = from + 8 * <usize>i;
    const ux = v128.load(at), uy = v128.load(at, row), vx = v128.load(at, 2 * row), vy = v128.load(at, 3 * row);
    const faces = f64x2.gt(f64x2.mul(sign, f64x2.sub(f64x2.mul(ux, vy), f64x2.mul(uy, vx))), above);
    const beforeU = f64x2.lt(f64x2.mul(sign, f64x2.sub(f64x2.mul(ux, dy), f64x2.mul(uy, dx))), below);
    const behindV = f64x2.lt(f64x2.mul(sign, f64x2.sub(f64x2.mul(dx, vy), f64x2.mul(dy, vx))), below);
    const lanes = i + 1 < count ? 3 : 1;
    if ((i64x2.bitmask(faces) & lanes) != lanes) return false;
    let within = ~i64x2.bitmask(v128.or(beforeU, behindV)) & lanes;
    // The start itself, and the last triangle of a closed fan, which ends there.
    if (i == (<u32>start & ~1)) within &= ~(1 << (start & 1));
    for (; within != 0; within &= within - 1) {
      if (load<u32>(fromBacks + 4 * (<usize>i + <usize>ctz(within))) != first) return false;
    }
  }
  return true;
}
