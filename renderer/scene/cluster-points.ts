/** Points that are drawn as one, since they are close together on the screen. */
export interface PointCluster {
  /** Mean of their pixels. */
  readonly x: number;
  readonly y: number;
  readonly count: number;
  readonly cell: number;
}

export interface ClusteredPoints {
  readonly clusters: readonly PointCluster[];
  /** Points in the view that are in no cluster. */
  readonly singles: Uint32Array;
  /** (N) the cell of each point; -1 outside the view. */
  readonly cellOf: Int32Array;
}

export interface ClusterView {
  /** (16) from the space of the points to clip space, column by column. */
  readonly clipFromPoints: readonly number[];
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** Size of a cell, CSS pixels: a number fits into it. */
export const cellSize = 56;
/** Fewer points than this in a cell are drawn one by one. */
export const minCluster = 4;

/**
 * Groups points (3·N) by cells of the screen. Points of non-finite coordinates and those that `isKept` refuses are left out. Linear time. Hot:
 * it runs in each frame, for tens of thousands.
 */
export function clusterPoints(
  points: Float32Array,
  { clipFromPoints: m, width, height }: ClusterView,
  isKept: ((point: number) => boolean) | null,
): ClusteredPoints {
  const count = points.length / 3;
  const columns = Math.ceil(width / cellSize);
  const cells = columns * Math.ceil(height / cellSize);
  const cellOf = new Int32Array(count).fill(-1);
  const sums = new Float64Array(3 * cells);
  for (let i = 0; i < count; i++) {
    const x = points[3 * i]!;
    const y = points[3 * i + 1]!;
    const z = points[3 * i + 2]!;
    const w = m[3]! * x + m[7]! * y + m[11]! * z + m[15]!;
    if (!(w > 0)) continue;
    const column = (0.5 + (0.5 * (m[0]! * x + m[4]! * y + m[8]! * z + m[12]!)) / w) * width;
    const row = (0.5 - (0.5 * (m[1]! * x + m[5]! * y + m[9]! * z + m[13]!)) / w) * height;
    if (!(column >= 0 && column < width && row >= 0 && row < height)) continue;
    if (isKept !== null && !isKept(i)) continue;
    const cell = Math.floor(row / cellSize) * columns + Math.floor(column / cellSize);
    cellOf[i] = cell;
    sums[3 * cell]! += column;
    sums[3 * cell + 1]! += row;
    sums[3 * cell + 2]! += 1;
  }
  const clusters: PointCluster[] = [];
  for (let cell = 0; cell < cells; cell++) {
    const inCell = sums[3 * cell + 2]!;
    if (inCell >= minCluster) clusters.push({ x: sums[3 * cell]! / inCell, y: sums[3 * cell + 1]! / inCell, count: inCell, cell });
  }
  const singles = new Uint32Array(count);
  let single = 0;
  for (let i = 0; i < count; i++) if (cellOf[i]! >= 0 && sums[3 * cellOf[i]! + 2]! < minCluster) singles[single++] = i;
  return { clusters, singles: singles.slice(0, single), cellOf };
}

/** How deep the points of a cluster that are framed lie behind the nearest one, in widths of the cluster. */
const maxDepth = 2;

/**
 * Returns the points (3·N) of a cell that a cluster frames: those near its front. Marks on the far side of a mesh have the same pixels, and
 * with them the camera would hardly come closer.
 * @param eyeFromPoints (16) to the space of the camera, which looks along -Z; column by column
 */
export function frontPoints(
  points: Float32Array,
  { cellOf }: ClusteredPoints,
  cell: number,
  eyeFromPoints: readonly number[],
): Uint32Array {
  const own = new Uint32Array(cellOf.length);
  const depths = new Float64Array(cellOf.length);
  let count = 0;
  const min = [Infinity, Infinity];
  const max = [-Infinity, -Infinity];
  let nearest = Infinity;
  const m = eyeFromPoints;
  for (let i = 0; i < cellOf.length; i++) {
    if (cellOf[i] !== cell) continue;
    const along = (row: number): number =>
      m[row]! * points[3 * i]! + m[4 + row]! * points[3 * i + 1]! + m[8 + row]! * points[3 * i + 2]! + m[12 + row]!;
    for (let axis = 0; axis < 2; axis++) {
      min[axis] = Math.min(min[axis]!, along(axis));
      max[axis] = Math.max(max[axis]!, along(axis));
    }
    depths[count] = -along(2);
    nearest = Math.min(nearest, depths[count]!);
    own[count++] = i;
  }
  const reach = nearest + maxDepth * Math.max(max[0]! - min[0]!, max[1]! - min[1]!);
  return own.subarray(0, count).filter((_, at) => depths[at]! <= reach);
}
