/**
 * A grid for each size of boxes. A box of a level is at most as long as a cell along every axis, and lies in the cell of its min. So boxes
 * of one level that share a point are in the same or in neighbouring cells.
 */
export interface GridLevels {
  /** Levels in use, at most `maxLevels`. */
  count: number;
  /** (levels) largest extent of the boxes of a level; each has twice that of the level before, the last one has no limit. */
  readonly extents: Float64Array;
  /** (levels) boxes of each. */
  readonly sizes: Uint32Array;
  /** (3) min of the min of all boxes. */
  readonly origin: Float64Array;
  /** (levels) cells in a unit of length. */
  readonly perLength: Float64Array;
  /** (3·levels) cells along x, y, z, with an empty one at both ends. */
  readonly counts: Int32Array;
  /** (levels + 1) the first cell of each level. */
  readonly firstCells: Uint32Array;
}

export const maxLevels = 12;
/** Cells for each box of a level, at most. */
const cellsOfBox = 4;
/** More cells than the boxes need, for levels of few boxes. */
const spareCells = 8;
/** Cells are a little longer than their boxes, so that rounding does not move a box by two cells. */
const allowance = 1 + 1e-9;
/** The longest box of one level for all, in means. */
const maxSpread = 2;
/** The longest box of the first of several levels, in means. */
const firstExtent = 1.5;

export function createGridLevels(): GridLevels {
  return {
    count: 0,
    extents: new Float64Array(maxLevels),
    sizes: new Uint32Array(maxLevels),
    origin: new Float64Array(3),
    perLength: new Float64Array(maxLevels),
    counts: new Int32Array(3 * maxLevels),
    firstCells: new Uint32Array(maxLevels + 1),
  };
}

/** Chooses the levels for some boxes, and writes the level of each box. Hot. */
export function chooseLevels(levels: GridLevels, boxes: Float64Array, levelOf: Uint8Array): void {
  const { extents, sizes, origin } = levels;
  const count = levelOf.length;
  let minX = Infinity;
  let minY = Infinity;
  let minZ = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  let maxZ = -Infinity;
  let sum = 0;
  let longest = 0;
  for (let i = 0; i < count; i++) {
    const x = boxes[6 * i];
    const y = boxes[6 * i + 1];
    const z = boxes[6 * i + 2];
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
    if (z < minZ) minZ = z;
    if (z > maxZ) maxZ = z;
    const side = longestSide(boxes, i);
    sum += side;
    if (!(side <= longest)) longest = side;
  }
  origin[0] = minX;
  origin[1] = minY;
  origin[2] = minZ;
  const mean = count === 0 ? 0 : sum / count;
  // Boxes of similar sizes are one level.
  const first = longest <= maxSpread * mean ? longest : firstExtent * mean;
  for (let level = 0; level < maxLevels; level++) extents[level] = level === maxLevels - 1 ? Infinity : first * 2 ** level;
  sizes.fill(0);
  levels.count = 1;
  if (longest <= first) {
    levelOf.fill(0);
    sizes[0] = count;
  } else {
    for (let i = 0; i < count; i++) {
      const side = longestSide(boxes, i);
      let level = 0;
      // Written so that NaN, after an overflow, is the last level.
      while (level < maxLevels - 1 && !(side <= extents[level])) level++;
      levelOf[i] = level;
      sizes[level]++;
      if (level >= levels.count) levels.count = level + 1;
    }
  }
  const ranges = [maxX - minX, maxY - minY, maxZ - minZ];
  for (let level = 0; level < levels.count; level++) chooseCells(levels, level, ranges);
}

/** Returns the cell of a point in a level. Hot. */
export function levelCellAt({ origin, perLength, counts, firstCells }: GridLevels, level: number, x: number, y: number, z: number): number {
  const scale = perLength[level];
  // To integers; NaN, after an overflow, is 0.
  const cx = ((x - origin[0]) * scale) | 0;
  const cy = ((y - origin[1]) * scale) | 0;
  const cz = ((z - origin[2]) * scale) | 0;
  return firstCells[level] + cx + 1 + counts[3 * level] * (cy + 1 + counts[3 * level + 1] * (cz + 1));
}

/** The smallest cells that are long enough for the boxes of a level, and not too many. */
function chooseCells({ extents, sizes, perLength, counts, firstCells }: GridLevels, level: number, ranges: readonly number[]): void {
  const longest = Math.max(0, ...ranges);
  const most = cellsOfBox * sizes[level] + spareCells;
  let edge = allowance * Math.max(extents[level], longest / 1e6);
  for (; ; edge *= 1.2) {
    // One cell for all: no length to divide, or one beyond the range of numbers.
    const isOne = !(edge > 0 && edge < Infinity && longest < Infinity);
    perLength[level] = isOne ? 0 : 1 / edge;
    for (let axis = 0; axis < 3; axis++) counts[3 * level + axis] = isOne ? 3 : 3 + Math.floor(ranges[axis] / edge);
    const inner = (counts[3 * level] - 2) * (counts[3 * level + 1] - 2) * (counts[3 * level + 2] - 2);
    if (isOne || inner <= most) break;
  }
  // Rounding may differ between the quotient here and the product in `levelCellAt`: one cell more.
  for (let axis = 0; axis < 3; axis++) counts[3 * level + axis]++;
  firstCells[level + 1] = firstCells[level] + counts[3 * level] * counts[3 * level + 1] * counts[3 * level + 2];
}

function longestSide(boxes: Float64Array, i: number): number {
  const x = boxes[6 * i + 3] - boxes[6 * i];
  const y = boxes[6 * i + 4] - boxes[6 * i + 1];
  const z = boxes[6 * i + 5] - boxes[6 * i + 2];
  return x > y ? (x > z ? x : z) : y > z ? y : z;
}
