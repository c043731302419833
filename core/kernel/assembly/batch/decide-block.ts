import { anyHitMode } from '../../layouts/query-result';
import { blockRowBytes, maxSideExponent, sideShift } from '../../layouts/wide-tree';
import { axesByte, entryByte, isUnsure, limitByte, placeByte, placeLowByte, shearByte, stretchByte, sureLimitByte } from './prepared-ray';

let mode: i32 = 0;
let cull: bool = false;

/** Sets the mode of the batch: first or any. */
export function setMode(wanted: i32, culls: bool): void {
  mode = wanted;
  cull = culls;
}

/** Returns the bound on the error of edge functions in a leaf, 2^(-15 - e) + 2^-35: see `ray/block.ts`. */
// @ts-ignore: decorator
@inline
export function edgeBound(reference: i32): f32 {
  const exponent = (reference >> sideShift) & maxSideExponent;
  return reinterpret<f32>(<u32>(112 - exponent) << 23) + <f32>2.9103830456733704e-11;
}

/** 2⁻²⁰, 2⁻²¹, 2⁻¹⁸ and 2⁻³⁶. */
const slack: f32 = 9.5367431640625e-7;
const offset: f32 = 4.76837158203125e-7;
const edgeSlack: f32 = 3.814697265625e-6;
const edgeOffset: f32 = 1.4551915228366852e-11;

/**
 * Decides the triangles of a block. Writes a hit that is first for certain to the record of the ray. Marks the ray as unsure
 * where f32 does not decide it. Returns the new limit, below 0 to end the search.
 *
 * With m as the largest sheared coordinate of a triangle, the error of its edge functions is at most 2⁻¹⁸·m + 2⁻³⁶ as in `ray/block.ts`. Where all are beyond this
 * bound, the ray crosses the triangle for certain. It does so at z = (u·az + v·bz + w·cz) / (u + v + w). Edge functions give z an error of at most
 * 3·bound·(range of z) / |u + v + w|, corners 3·2⁻²⁴, and its computation 9 roundings of the largest |z|. All are rounded up to more than twice as much.
 */
// @ts-ignore: decorator
@inline
export function decideBlock(r: usize, block: usize, leafBound: f32): f32 {
  const axes = load<u32>(r, axesByte);
  const numberX = <usize>((axes >> 8) & 15), numberY = <usize>((axes >> 12) & 15), numberZ = <usize>(axes >> 16);
  const px = v128.load32_splat(r + (numberX << 2), entryByte), py = v128.load32_splat(r + (numberY << 2), entryByte), pz = v128.load32_splat(r + (numberZ << 2), entryByte);
  const sx = v128.load32_splat(r, shearByte), sy = v128.load32_splat(r, shearByte + 4);
  const atX = block + (numberX << 4), atY = block + (numberY << 4), atZ = block + (numberZ << 4);
  const az = f32x4.sub(v128.load(atZ), pz);
  const bz = f32x4.sub(v128.load(atZ, 3 * blockRowBytes), pz);
  const cz = f32x4.sub(v128.load(atZ, 6 * blockRowBytes), pz);
  const ax = f32x4.sub(f32x4.sub(v128.load(atX), px), f32x4.mul(sx, az));
  const bx = f32x4.sub(f32x4.sub(v128.load(atX, 3 * blockRowBytes), px), f32x4.mul(sx, bz));
  const cx = f32x4.sub(f32x4.sub(v128.load(atX, 6 * blockRowBytes), px), f32x4.mul(sx, cz));
  const ay = f32x4.sub(f32x4.sub(v128.load(atY), py), f32x4.mul(sy, az));
  const by = f32x4.sub(f32x4.sub(v128.load(atY, 3 * blockRowBytes), py), f32x4.mul(sy, bz));
  const cy = f32x4.sub(f32x4.sub(v128.load(atY, 6 * blockRowBytes), py), f32x4.mul(sy, cz));
  const u = f32x4.sub(f32x4.mul(bx, cy), f32x4.mul(by, cx));
  const v = f32x4.sub(f32x4.mul(cx, ay), f32x4.mul(cy, ax));
  const w = f32x4.sub(f32x4.mul(ax, by), f32x4.mul(ay, bx));
  const smallest = f32x4.pmin(f32x4.pmin(u, v), w), largest = f32x4.pmax(f32x4.pmax(u, v), w);
  // Most blocks end here. False for the NaN of free places.
  const mayHit = v128.or(f32x4.ge(smallest, f32x4.splat(-leafBound)), f32x4.le(largest, f32x4.splat(leafBound)));
  if (!v128.any_true(mayHit)) return load<f32>(r, limitByte);
  const farthest = f32x4.pmax(
    f32x4.pmax(f32x4.pmax(f32x4.pmax(ax, ay), f32x4.pmax(bx, by)), f32x4.pmax(cx, cy)),
    f32x4.neg(f32x4.pmin(f32x4.pmin(f32x4.pmin(ax, ay), f32x4.pmin(bx, by)), f32x4.pmin(cx, cy))),
  );
  const bound = f32x4.pmin(f32x4.splat(leafBound), f32x4.add(f32x4.mul(farthest, f32x4.splat(edgeSlack)), f32x4.splat(edgeOffset)));
  const under = f32x4.neg(bound);
  const keep = v128.or(f32x4.ge(smallest, under), f32x4.le(largest, bound));
  const isSure = v128.or(f32x4.gt(smallest, bound), f32x4.lt(largest, under));
  const sum = f32x4.add(f32x4.add(u, v), w);
  const lowZ = f32x4.pmin(f32x4.pmin(az, bz), cz), highZ = f32x4.pmax(f32x4.pmax(az, bz), cz);
  const stretch = v128.load32_splat(r, stretchByte);
  const z = f32x4.div(f32x4.add(f32x4.add(f32x4.mul(u, az), f32x4.mul(v, bz)), f32x4.mul(w, cz)), sum);
  const spread = f32x4.div(f32x4.mul(f32x4.mul(f32x4.splat(8), bound), f32x4.add(f32x4.sub(highZ, lowZ), f32x4.splat(offset))), f32x4.abs(sum));
  const error = f32x4.mul(
    f32x4.add(f32x4.add(spread, f32x4.splat(offset)), f32x4.mul(f32x4.splat(slack), f32x4.pmax(f32x4.neg(lowZ), highZ))),
    f32x4.abs(stretch),
  );
  const t = f32x4.mul(z, stretch);
  const low = f32x4.sub(t, error), high = f32x4.add(t, error);
  const limit = load<f32>(r, limitByte);
  const zero = f32x4.splat(0), limits = f32x4.splat(limit);
  // A hit lies between the corners of its triangle: see `ray/block.ts`.
  const oneEnd = f32x4.mul(lowZ, stretch), otherEnd = f32x4.mul(highZ, stretch);
  const inReach = v128.and(f32x4.le(f32x4.pmin(oneEnd, otherEnd), limits), f32x4.ge(f32x4.pmax(oneEnd, otherEnd), zero));
  let open = v128.and(v128.and(keep, inReach), v128.or(v128.not(isSure), v128.and(f32x4.le(low, limits), f32x4.ge(high, zero))));
  if (cull) {
    const isBack = v128.xor(f32x4.lt(sum, zero), f32x4.gt(stretch, zero));
    open = v128.andnot(open, v128.and(isSure, isBack));
  }
  const bits = i32x4.bitmask(open);
  if (bits == 0) return limit;
  const end = f32x4.splat(min(load<f32>(r, sureLimitByte), load<f32>(r, placeLowByte)));
  const hits = v128.and(v128.and(open, isSure), v128.and(f32x4.gt(low, zero), f32x4.lt(high, end)));
  if (bits != i32x4.bitmask(hits) || (bits & (bits - 1)) != 0) return endAt(r, isUnsure);
  const place = <u32>(block + (<usize>ctz(bits) << 2));
  if (mode == anyHitMode) return endAt(r, place);
  const to = laneOf(high, open) * (1 + slack) + offset;
  store<u32>(r, place, placeByte);
  store<f32>(r, laneOf(low, open), placeLowByte);
  store<f32>(r, to, limitByte);
  return to;
}

/** Ends the search of a ray. */
function endAt(r: usize, place: u32): f32 {
  store<u32>(r, place, placeByte);
  store<f32>(r, -1, limitByte);
  return -1;
}

/** Returns the number in the only lane of a mask. */
// @ts-ignore: decorator
@inline
function laneOf(numbers: v128, mask: v128): f32 {
  const a = v128.and(numbers, mask);
  const b = v128.or(a, v128.shuffle<i32>(a, a, 2, 3, 0, 1));
  return f32x4.extract_lane(v128.or(b, v128.shuffle<i32>(b, b, 1, 0, 3, 2)), 0);
}
