import { blockRowBytes } from '../../layouts/wide-tree';
import { axisRowByte, ray, shearXByte, shearYByte, startByte, stretchByte } from './ray';

/**
 * Returns the triangles of a block that the ray may hit before the limit, a bit each: those that f32 cannot rule out.
 *
 * The method is that of Woop, Benthin & Wald (2013), for four triangles at a time, with a bound on every rounding. Coordinates of the frame
 * are at most 1, and the start of the ray has an error of 2⁻²⁴. A sheared coordinate then has an error of at most E = 9·2⁻²⁴. In a leaf whose
 * sides are at most s it is at most m = 2·s + 2⁻¹⁸, since the ray passes through the leaf's box. The error of an edge function is at most
 * 4·m·E + 2·E² + 4·2⁻²⁴·m², which is less than `bound`, 2⁻¹⁸·m + 2⁻³⁶.
 */
// @ts-ignore: decorator
@inline
export function testBlock(block: usize, bound: f32, limit: f32): i32 {
  const r = ray;
  const rowX = <usize>load<u32>(r, axisRowByte), rowY = <usize>load<u32>(r, axisRowByte + 4), rowZ = <usize>load<u32>(r, axisRowByte + 8);
  const px = v128.load(r + rowX, startByte), py = v128.load(r + rowY, startByte), pz = v128.load(r + rowZ, startByte);
  const sx = v128.load(r, shearXByte), sy = v128.load(r, shearYByte);
  const atX = block + rowX, atY = block + rowY, atZ = block + rowZ;
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
  // False for the NaN of free places.
  const keep = v128.or(f32x4.ge(smallest, f32x4.splat(-bound)), f32x4.le(largest, f32x4.splat(bound)));
  if (!v128.any_true(keep)) return 0;
  // A hit lies between the corners of its triangle. So not all corners are before the start, since rounding keeps the order, nor beyond the limit, which has its slack.
  const stretch = v128.load(r, stretchByte);
  const ta = f32x4.mul(az, stretch), tb = f32x4.mul(bz, stretch), tc = f32x4.mul(cz, stretch);
  const first = f32x4.pmin(f32x4.pmin(ta, tb), tc), last = f32x4.pmax(f32x4.pmax(ta, tb), tc);
  return i32x4.bitmask(v128.and(keep, v128.and(f32x4.le(first, f32x4.splat(limit)), f32x4.ge(last, f32x4.splat(0)))));
}
