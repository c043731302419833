import { tableSize } from '../../math/hash-words.ts';
import type { Vec3 } from '../../math/vec3.ts';
import type { Bounds } from '../../mesh/bounds.ts';
import type { Progress } from '../../progress.ts';

/** Max width of a cell as a multiple of the distance. Wide cells have few points near their walls. */
const widestCell = 64;
/** Max mean number of tests for each point. Beyond it, the points are too dense for a grid. */
const maxTestsEach = 64;
/** Above the rounding error of a position relative to a wall: fractions of the distance and of the largest coordinate. */
const slackOfDistance = 2 ** -20;
const slackOfSize = 2 ** -50;

/**
 * Calls `visit` once for every pair of points (3·n) that may be within a distance above 0 on every axis. Returns false, at any time, if most
 * points lie in few cells and the search takes too long.
 *
 * A hashed grid: each point is stored in all cells within the distance, mostly one, and is compared with the points of its own cell. Linear time.
 * @throws whatever `progress` throws.
 */
export function visitNearPoints(
  points: Float64Array,
  distance: number,
  bounds: Bounds,
  visit: (a: number, b: number) => void,
  progress: Progress,
): boolean {
  const count = points.length / 3;
  const grid = pointGrid(count, distance, bounds);
  if (grid === null) return false;
  const {
    near,
    low: [x0, y0, z0],
    perUnit,
  } = grid;
  const mask = tableSize(count) - 1;
  /** For each slot its last entry plus 1; for each entry its point and the entry before it. */
  const lasts = new Uint32Array(mask + 1);
  let pointOf = new Uint32Array(2 * count + 8);
  let before = new Uint32Array(2 * count + 8);
  let entries = 0;
  let tests = 0;
  for (let i = 0; i < count; i++) {
    if (i % 65_536 === 0) progress(i / count);
    const x = points[3 * i];
    const y = points[3 * i + 1];
    const z = points[3 * i + 2];
    const own = slotOf(Math.floor((x - x0) * perUnit), Math.floor((y - y0) * perUnit), Math.floor((z - z0) * perUnit), mask);
    for (let entry = lasts[own]; entry > 0; entry = before[entry - 1]) {
      const other = pointOf[entry - 1];
      const at = 3 * other;
      tests++;
      if (Math.abs(points[at] - x) <= near && Math.abs(points[at + 1] - y) <= near && Math.abs(points[at + 2] - z) <= near) visit(other, i);
    }
    if (tests > maxTestsEach * (count + 1024)) return false;
    if (entries + 27 > pointOf.length) {
      pointOf = grown(pointOf);
      before = grown(before);
    }
    const lowX = Math.floor((x - near - x0) * perUnit);
    const highX = Math.floor((x + near - x0) * perUnit);
    const lowY = Math.floor((y - near - y0) * perUnit);
    const highY = Math.floor((y + near - y0) * perUnit);
    const lowZ = Math.floor((z - near - z0) * perUnit);
    const highZ = Math.floor((z + near - z0) * perUnit);
    for (let cx = lowX; cx <= highX; cx++) {
      for (let cy = lowY; cy <= highY; cy++) {
        for (let cz = lowZ; cz <= highZ; cz++) {
          const slot = slotOf(cx, cy, cz, mask);
          pointOf[entries] = i;
          before[entries] = lasts[slot];
          lasts[slot] = ++entries;
        }
      }
    }
  }
  return true;
}

/** A grid for points that may be near each other. */
export interface PointGrid {
  /** The distance plus rounding errors. */
  readonly near: number;
  readonly low: Vec3;
  /** Cells for each mesh unit. */
  readonly perUnit: number;
}

/** Returns the grid for `count` points within bounds; `null` if cell numbers are out of range. */
export function pointGrid(count: number, distance: number, { min, max }: Bounds): PointGrid | null {
  const extent = Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
  // A surface of n points fills about n cells.
  const cell = Math.max(2.25 * distance, Math.min(widestCell * distance, extent / Math.sqrt(Math.max(1, count))));
  const perUnit = 1 / cell;
  const size = Math.max(...[...min, ...max].map(Math.abs));
  const near = distance * (1 + slackOfDistance) + size * slackOfSize;
  // Cell numbers must be exact integers.
  return perUnit > 0 && perUnit * extent < 2 ** 52 && near < cell / 2 ? { near, low: min, perUnit } : null;
}

/** Hot. */
function slotOf(x: number, y: number, z: number, mask: number): number {
  const hash = Math.imul(Math.imul(Math.imul(x, 0x9e3779b1) ^ y, 0x85ebca6b) ^ z, 0xc2b2ae35);
  return (hash ^ (hash >>> 15)) & mask;
}

function grown(values: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * values.length + 32);
  larger.set(values);
  return larger;
}
