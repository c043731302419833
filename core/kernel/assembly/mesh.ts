import { allocate } from './arena';

/** The source mesh, for exact decisions: f64 positions and u32 indices, which the host copies in. */
export let positions: usize = 0;
export let indices: usize = 0;
export let vertices: u32 = 0;
/** 1 while f32 can represent every coordinate, or it is NaN. */
export let isF32: i32 = 1;

/** Reserves memory for a mesh and returns the address of its positions, which its indices follow; 0 without memory. */
export function reserveMesh(vertexCount: u32, triangleCount: u32): usize {
  vertices = vertexCount;
  isF32 = 1;
  positions = allocate(24 * <usize>vertexCount + 12 * <usize>triangleCount);
  indices = positions + 24 * <usize>vertexCount;
  return positions;
}

/** Uses a mesh that another instance has reserved in the same memory. */
export function useMesh(at: usize, vertexCount: u32): void {
  vertices = vertexCount;
  positions = at;
  indices = at + 24 * <usize>vertexCount;
}

/** Replaces the indices of the mesh by others of the same vertices. */
export function useIndices(at: usize): void {
  indices = at;
}

/** Returns the address of the vertex at a corner, given the address of its index. */
// @ts-ignore: decorator
@inline
export function vertexAt(corner: usize): usize {
  return positions + 24 * <usize>load<u32>(corner);
}

/** Returns whether three vertices are finite: a finite number minus itself is 0; NaN and infinities give NaN. */
// @ts-ignore: decorator
@inline
export function areFinite(a: usize, b: usize, c: usize): bool {
  const axy = v128.load(a), bxy = v128.load(b), cxy = v128.load(c);
  const az = load<f64>(a, 16), bz = load<f64>(b, 16), cz = load<f64>(c, 16);
  const sum = f64x2.add(f64x2.add(f64x2.sub(axy, axy), f64x2.sub(bxy, bxy)), f64x2.sub(cxy, cxy));
  return f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1) + (az - az) + (bz - bz) + (cz - cz) == 0;
}

/** Extends the box at `box` (f64 min x y z, max x y z) by the finite vertices [first, end), used or not. */
export function growByVertices(first: u32, end: u32, box: usize): void {
  let low = v128.load(box), high = v128.load(box, 24);
  let lowZ = v128.load64_splat(box, 16), highZ = v128.load64_splat(box, 40);
  const last = min(end, vertices);
  let lost = i64x2.splat(0);
  for (let i = first; i < last; i++) {
    const at = positions + 24 * <usize>i;
    const xy = v128.load(at), z = v128.load64_splat(at, 16);
    lost = v128.or(lost, v128.or(lostInF32(xy), lostInF32(z)));
    const test = f64x2.add(f64x2.sub(xy, xy), f64x2.sub(z, z));
    if (f64x2.extract_lane(test, 0) + f64x2.extract_lane(test, 1) != 0) continue;
    low = f64x2.pmin(low, xy);
    high = f64x2.pmax(high, xy);
    lowZ = f64x2.pmin(lowZ, z);
    highZ = f64x2.pmax(highZ, z);
  }
  if (v128.any_true(lost)) isF32 = 0;
  v128.store(box, low);
  store<f64>(box, f64x2.extract_lane(lowZ, 0), 16);
  v128.store(box, high, 24);
  store<f64>(box, f64x2.extract_lane(highZ, 0), 40);
}

/** Returns a mask of the numbers that f32 would change. NaN is unequal to all. */
// @ts-ignore: decorator
@inline
export function lostInF32(pair: v128): v128 {
  return v128.and(f64x2.ne(f64x2.promote_low_f32x4(f32x4.demote_f64x2_zero(pair)), pair), f64x2.eq(pair, pair));
}
