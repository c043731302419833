/** A run of the leaf order that becomes a child: a record of 112 bytes. */
export const rangeBytes: usize = 112;
/** f32x4 each: the box of its triangles, then the box of the sums min + max of their boxes, which are twice their centres. */
export const boxMin: usize = 0;
export const boxMax: usize = 16;
export const middleMin: usize = 32;
export const middleMax: usize = 48;
/** u32 each: its first position in the leaf order, and its number of triangles. */
export const firstAt: usize = 64;
export const countAt: usize = 68;
/** u32 each: the list of its records, which are primitives or clusters, the first record, and their number. */
export const listAt: usize = 72;
export const recordAt: usize = 76;
export const recordsAt: usize = 80;
/** u32 each: number of splits and of stored nodes above it. */
export const depthAt: usize = 84;
export const levelAt: usize = 88;
/** f32 each: half the surface area of the box, and its longest side. */
export const areaAt: usize = 92;
export const sideAt: usize = 96;
/** u32: offset, from the nodes on, of the reference to its node. */
export const referenceAt: usize = 100;

export function copyRange(to: usize, from: usize): void {
  for (let at: usize = 0; at < rangeBytes; at += 16) v128.store(to + at, v128.load(from + at));
}

// @ts-ignore: decorator
@inline
export function halfArea(min: v128, max: v128): f32 {
  const side = f32x4.sub(max, min);
  const product = f32x4.mul(side, v128.shuffle<f32>(side, side, 1, 2, 0, 3));
  return f32x4.extract_lane(product, 0) + f32x4.extract_lane(product, 1) + f32x4.extract_lane(product, 2);
}

/** Writes the box of a range, its area and longest side. */
export function setBox(range: usize, min: v128, max: v128): void {
  v128.store(range, min, boxMin);
  v128.store(range, max, boxMax);
  store<f32>(range, halfArea(min, max), areaAt);
  const side = f32x4.sub(max, min);
  const longer = f32x4.pmax(side, v128.shuffle<f32>(side, side, 1, 1, 1, 1));
  store<f32>(range, f32x4.extract_lane(f32x4.pmax(longer, v128.shuffle<f32>(side, side, 2, 2, 2, 2)), 0), sideAt);
}
