import { boxes, cellOf, levels, levelOf, order, pairs, maxPairs, row, starts, boxCount } from './grid-tables';

/** The number of pairs that the last call has written, and the boxes that it has compared. */
export let gridPairCount: u32 = 0;
export let gridTests: f64 = 0;

/**
 * Compares boxes from a place in the order with later ones of their level and with those of larger levels, as
 * `core/scene/broad/grid/uniform-grid.ts` does. Four boxes are culled at a time in f32; f64 decides. Returns the place where it ended: `to`, or
 * before it where the list of pairs may become full.
 */
export function findGridPairs(from: u32, to: u32, levelCount: u32, originX: f64, originY: f64, originZ: f64): u32 {
  gridPairCount = 0;
  gridTests = 0;
  const step = row(1) - row(0);
  let p = from;
  for (; p < to && gridPairCount + boxCount <= maxPairs; p++) {
    const i = load<u32>(order + 4 * <usize>p);
    const level = <u32>load<u8>(levelOf + <usize>i);
    const sizes = levels + 32 * <usize>level;
    const across = <u32>load<f64>(sizes, 8);
    const layer = across * <u32>load<f64>(sizes, 16);
    const cell = load<u32>(cellOf + 4 * <usize>i);
    const own = row(0) + 4 * <usize>p;
    const minX = v128.load32_splat(own), minY = v128.load32_splat(own + step), minZ = v128.load32_splat(own + 2 * step);
    const maxX = v128.load32_splat(own + 3 * step), maxY = v128.load32_splat(own + 4 * step), maxZ = v128.load32_splat(own + 5 * step);
    // The rest of the cell and the next one; then three cells in each of the four later rows around them.
    const end = load<u32>(starts + 4 * <usize>cell, 8);
    compareRun(i, p + 1, end, step, minX, minY, minZ, maxX, maxY, maxZ);
    // Those of one box fit 32 bits, those of all boxes may not.
    let tests: u32 = end - p - 1;
    const at1 = starts + 4 * <usize>(cell + across), at2 = starts + 4 * <usize>(cell + layer - across);
    const at3 = starts + 4 * <usize>(cell + layer), at4 = starts + 4 * <usize>(cell + layer + across);
    tests += compareCells(i, at1, step, minX, minY, minZ, maxX, maxY, maxZ);
    tests += compareCells(i, at2, step, minX, minY, minZ, maxX, maxY, maxZ);
    tests += compareCells(i, at3, step, minX, minY, minZ, maxX, maxY, maxZ);
    tests += compareCells(i, at4, step, minX, minY, minZ, maxX, maxY, maxZ);
    for (let larger = level + 1; larger < levelCount; larger++) {
      const others = levels + 32 * <usize>larger;
      const acrossThem = <u32>load<f64>(others, 8);
      const layerOfThem = acrossThem * <u32>load<f64>(others, 16);
      const around = levelCellAt(i, larger, originX, originY, originZ);
      for (let z: i32 = -1; z < 2; z++)
        for (let y: i32 = -1; y < 2; y++) {
          const at = starts + 4 * <usize>(around + <u32>(z * <i32>layerOfThem + y * <i32>acrossThem));
          tests += compareCells(i, at, step, minX, minY, minZ, maxX, maxY, maxZ);
        }
    }
    gridTests += <f64>tests;
  }
  return p;
}

/** Compares a box with those of three cells, of which the middle one is at `at` of `starts`. Returns their number. */
// @ts-ignore: decorator
@inline
function compareCells(i: u32, at: usize, step: usize, minX: v128, minY: v128, minZ: v128, maxX: v128, maxY: v128, maxZ: v128): u32 {
  const first = load<u32>(at - 4), end = load<u32>(at, 8);
  compareRun(i, first, end, step, minX, minY, minZ, maxX, maxY, maxZ);
  return end - first;
}

/**
 * Compares a box with a run of boxes. The first four are compared always: most runs have fewer, none included, and a branch on that would be
 * mispredicted half of the time.
 */
// @ts-ignore: decorator
@inline
function compareRun(i: u32, first: u32, end: u32, step: usize, minX: v128, minY: v128, minZ: v128, maxX: v128, maxY: v128, maxZ: v128): void {
  let q = first;
  do {
    const at = row(0) + 4 * <usize>q;
    const apart = v128.or(
      v128.or(
        v128.or(f32x4.gt(v128.load(at), maxX), f32x4.gt(v128.load(at + step), maxY)),
        v128.or(f32x4.gt(v128.load(at + 2 * step), maxZ), f32x4.lt(v128.load(at + 3 * step), minX)),
      ),
      v128.or(f32x4.lt(v128.load(at + 4 * step), minY), f32x4.lt(v128.load(at + 5 * step), minZ)),
    );
    // Without the lanes beyond the run.
    let near = ~i32x4.bitmask(apart) & ((1 << min<i32>(4, <i32>(end - q))) - 1);
    while (near != 0) {
      const j = load<u32>(order + 4 * (<usize>q + <usize>ctz(near)));
      near &= near - 1;
      if (overlap(i, j)) addPair(i, j);
    }
    q += 4;
  } while (q < end);
}

/** Whether two closed boxes share a point. */
// @ts-ignore: decorator
@inline
function overlap(i: u32, j: u32): bool {
  const a = boxes + 48 * <usize>i, b = boxes + 48 * <usize>j;
  return (
    load<f64>(a) <= load<f64>(b, 24) &&
    load<f64>(b) <= load<f64>(a, 24) &&
    load<f64>(a, 8) <= load<f64>(b, 32) &&
    load<f64>(b, 8) <= load<f64>(a, 32) &&
    load<f64>(a, 16) <= load<f64>(b, 40) &&
    load<f64>(b, 16) <= load<f64>(a, 40)
  );
}

// @ts-ignore: decorator
@inline
function addPair(i: u32, j: u32): void {
  const at = pairs + 8 * <usize>gridPairCount;
  gridPairCount++;
  store<u32>(at, i < j ? i : j);
  store<u32>(at, i < j ? j : i, 4);
}

/** See `levelCellAt` of `core/scene/broad/grid/grid-levels.ts`. To integers as `| 0` there: below 0 and NaN do not occur but after an overflow. */
// @ts-ignore: decorator
@inline
export function levelCellAt(i: u32, level: u32, originX: f64, originY: f64, originZ: f64): u32 {
  const sizes = levels + 32 * <usize>level, box = boxes + 48 * <usize>i;
  const scale = load<f64>(sizes);
  const x = <u32>(<i32>((load<f64>(box) - originX) * scale)), y = <u32>(<i32>((load<f64>(box, 8) - originY) * scale));
  const z = <u32>(<i32>((load<f64>(box, 16) - originZ) * scale));
  const across = <u32>load<f64>(sizes, 8), up = <u32>load<f64>(sizes, 16);
  return <u32>load<f64>(sizes, 24) + x + 1 + across * (y + 1 + up * (z + 1));
}
