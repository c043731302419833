import { allocate, release, room } from '../arena';
import { positions, vertices } from '../mesh';
import { nearPoints, maxNearPoints, used } from './tables';

/** Max mean number of grid entries for each vertex, and of tests. */
const maxEntriesEach: u32 = 4;
const maxTestsEach: u64 = 64;

/**
 * Writes the pairs of used vertices that are at most `near` apart on every axis, by the grid of `core/health/study/near-points.ts`. Returns their number,
 * or −1 where there are too many or no memory; the host then finds them.
 */
export function findNearPoints(near: f64, lowX: f64, lowY: f64, lowZ: f64, perUnit: f64): i32 {
  let size: u32 = 8;
  while (size < 2 * vertices) size <<= 1;
  const capacity = maxEntriesEach * vertices + 64;
  const bytes: usize = 4 * <usize>size + 8 * <usize>capacity;
  if (room() < bytes) return -1;
  const lasts = allocate(bytes), entries = lasts + 4 * <usize>size;
  const found = fillGrid(lasts, size - 1, entries, capacity, near, lowX, lowY, lowZ, perUnit);
  release(lasts);
  return found;
}

/** Fills the grid and finds the pairs. `lasts` has the last entry of each slot, plus 1; an entry is a vertex and the entry before it. */
function fillGrid(lasts: usize, mask: u32, entries: usize, capacity: u32, near: f64, lowX: f64, lowY: f64, lowZ: f64, perUnit: f64): i32 {
  memory.fill(lasts, 0, 4 * (<usize>mask + 1));
  let count: u32 = 0, found: i32 = 0, tests: u64 = 0;
  const maxTests = maxTestsEach * (<u64>vertices + 1024);
  for (let vertex: u32 = 0; vertex < vertices; vertex++) {
    if (load<u8>(used + <usize>vertex) == 0) continue;
    const at = positions + 24 * <usize>vertex;
    const x = load<f64>(at), y = load<f64>(at, 8), z = load<f64>(at, 16);
    let entry = load<u32>(lasts + 4 * <usize>slotOf(cellOf(x, lowX, perUnit), cellOf(y, lowY, perUnit), cellOf(z, lowZ, perUnit), mask));
    while (entry > 0) {
      const record = entries + 8 * <usize>(entry - 1);
      const other = positions + 24 * <usize>load<u32>(record);
      tests++;
      if (abs(load<f64>(other) - x) <= near && abs(load<f64>(other, 8) - y) <= near && abs(load<f64>(other, 16) - z) <= near) {
        if (found == maxNearPoints) return -1;
        store<u32>(nearPoints + 8 * <usize>found, load<u32>(record));
        store<u32>(nearPoints + 8 * <usize>found, vertex, 4);
        found++;
      }
      entry = load<u32>(record, 4);
    }
    if (tests > maxTests || count + 27 > capacity) return -1;
    const fromX = cellOf(x - near, lowX, perUnit), toX = cellOf(x + near, lowX, perUnit);
    const fromY = cellOf(y - near, lowY, perUnit), toY = cellOf(y + near, lowY, perUnit);
    const fromZ = cellOf(z - near, lowZ, perUnit), toZ = cellOf(z + near, lowZ, perUnit);
    for (let i = fromX; i <= toX; i++) {
      for (let j = fromY; j <= toY; j++) {
        for (let k = fromZ; k <= toZ; k++) {
          const slot = lasts + 4 * <usize>slotOf(i, j, k, mask);
          const to = entries + 8 * <usize>count;
          store<u32>(to, vertex);
          store<u32>(to, load<u32>(slot), 4);
          store<u32>(slot, ++count);
        }
      }
    }
  }
  return found;
}

// @ts-ignore: decorator
@inline
function cellOf(value: f64, low: f64, perUnit: f64): i64 {
  return <i64>floor((value - low) * perUnit);
}

// @ts-ignore: decorator
@inline
function slotOf(x: i64, y: i64, z: i64, mask: u32): u32 {
  const hash = (((<u32>x * 0x9e37_79b1) ^ <u32>y) * 0x85eb_ca6b ^ <u32>z) * 0xc2b2_ae35;
  return (hash ^ (hash >> 15)) & mask;
}
