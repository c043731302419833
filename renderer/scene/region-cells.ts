import type { Pixel } from '../tools/tool.ts';

/**
 * A polygon of pixels with a grid of cells over its box. A cell that no edge passes is wholly inside or outside, so that most points need no
 * test of every edge: a lasso has hundreds, a mesh a million triangles.
 */
export interface Region {
  /** (2·n) corners; the polygon may cross itself, and is filled by the even-odd rule. */
  readonly corners: Float64Array;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly columns: number;
  /** Values of `cells`, row by row. */
  readonly grid: Uint8Array;
}

/** Width and height of a cell, CSS pixels. */
const cellSize = 8;
export const cells = { outside: 0, inside: 1, border: 2 } as const;
/** A picture over more cells than this is tested against the edges at once. */
const maxCells = 64;
/** Around an edge, CSS pixels: larger than rounding. */
const margin = 1e-6;

export function regionOf(outline: readonly Pixel[]): Region {
  const corners = Float64Array.from(outline.flat());
  const box = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  for (const [x, y] of outline) {
    box.left = Math.min(box.left, x);
    box.right = Math.max(box.right, x);
    box.top = Math.min(box.top, y);
    box.bottom = Math.max(box.bottom, y);
  }
  const columns = Math.floor((box.right - box.left) / cellSize) + 1;
  const rows = Math.floor((box.bottom - box.top) / cellSize) + 1;
  const region: Region = { corners, ...box, columns, grid: new Uint8Array(Math.max(0, columns * rows)) };
  markBorders(region);
  for (let cell = 0; cell < region.grid.length; cell++) {
    if (region.grid[cell] === cells.border) continue;
    const x = box.left + ((cell % columns) + 0.5) * cellSize;
    const y = box.top + (Math.floor(cell / columns) + 0.5) * cellSize;
    region.grid[cell] = isInside(corners, outline.length, x, y) ? cells.inside : cells.outside;
  }
  return region;
}

/** Marks the cells that edges pass, by the boxes of pieces of edges that are no longer than a cell. */
function markBorders(region: Region): void {
  const { corners } = region;
  const count = corners.length / 2;
  for (let i = 0; i < count; i++) {
    const [x0, y0] = [corners[2 * i]!, corners[2 * i + 1]!];
    const [x1, y1] = [corners[2 * ((i + 1) % count)]!, corners[2 * ((i + 1) % count) + 1]!];
    const pieces = Math.max(1, Math.ceil(Math.max(Math.abs(x1 - x0), Math.abs(y1 - y0)) / cellSize));
    for (let piece = 0; piece < pieces; piece++) {
      const [from, to] = [piece / pieces, (piece + 1) / pieces];
      markBox(region, x0 + from * (x1 - x0), y0 + from * (y1 - y0), x0 + to * (x1 - x0), y0 + to * (y1 - y0));
    }
  }
}

function markBox(region: Region, x0: number, y0: number, x1: number, y1: number): void {
  const { columns, grid } = region;
  const first = columnOf(region, Math.min(x0, x1) - margin);
  const last = columnOf(region, Math.max(x0, x1) + margin);
  const end = rowOf(region, Math.max(y0, y1) + margin);
  for (let row = rowOf(region, Math.min(y0, y1) - margin); row <= end; row++)
    for (let column = first; column <= last; column++) grid[row * columns + column] = cells.border;
}

/** Returns the kind of cell at a point; outside the box of the region nothing is inside. Hot. */
export function regionCellAt(region: Region, x: number, y: number): number {
  if (!(x >= region.left && x <= region.right && y >= region.top && y <= region.bottom)) return cells.outside;
  return region.grid[rowOf(region, y) * region.columns + columnOf(region, x)]!;
}

/** Returns whether a box that overlaps the box of the region has cells that are not outside. Large boxes count as such. Hot. */
export function hasOtherCells(region: Region, left: number, right: number, top: number, bottom: number): boolean {
  const [first, last] = [columnOf(region, left), columnOf(region, right)];
  const [start, end] = [rowOf(region, top), rowOf(region, bottom)];
  if ((last - first + 1) * (end - start + 1) > maxCells) return true;
  for (let row = start; row <= end; row++)
    for (let column = first; column <= last; column++) if (region.grid[row * region.columns + column] !== cells.outside) return true;
  return false;
}

function columnOf({ left, columns }: Region, x: number): number {
  return Math.min(Math.max(Math.floor((x - left) / cellSize), 0), columns - 1);
}

function rowOf({ top, columns, grid }: Region, y: number): number {
  return Math.min(Math.max(Math.floor((y - top) / cellSize), 0), grid.length / columns - 1);
}

/** Returns whether a point is inside a polygon, by the even-odd rule. */
export function isInside(polygon: Float64Array, corners: number, x: number, y: number): boolean {
  let inside = false;
  for (let i = 0, j = corners - 1; i < corners; j = i++) {
    const y0 = polygon[2 * j + 1]!;
    const y1 = polygon[2 * i + 1]!;
    if (y0 > y === y1 > y) continue;
    const x0 = polygon[2 * j]!;
    if (x < x0 + ((y - y0) / (y1 - y0)) * (polygon[2 * i]! - x0)) inside = !inside;
  }
  return inside;
}

/** Returns the pixel rows of a region as runs of columns: `[row, first, end]`, where the middle of each pixel is inside. */
export function pixelRuns(
  outline: readonly Pixel[],
  { width, height }: { readonly width: number; readonly height: number },
): (readonly [row: number, first: number, end: number])[] {
  const { corners, left, right, top, bottom } = regionOf(outline);
  const runs: (readonly [number, number, number])[] = [];
  for (let row = Math.max(0, Math.floor(top)); row < Math.min(Math.ceil(bottom), height); row++) {
    const crossings = crossingsAt(corners, row + 0.5);
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      // The first and the last pixel whose middle is between two crossings.
      const first = Math.max(Math.ceil(crossings[i]! - 0.5), Math.max(0, Math.floor(left)));
      const end = Math.min(Math.ceil(crossings[i + 1]! - 0.5), Math.min(Math.ceil(right), width));
      if (end > first) runs.push([row, first, end]);
    }
  }
  return runs;
}

/** Returns where the edges of a polygon cross a row, ascending. */
function crossingsAt(polygon: Float64Array, y: number): number[] {
  const corners = polygon.length / 2;
  const crossings: number[] = [];
  for (let i = 0, j = corners - 1; i < corners; j = i++) {
    const y0 = polygon[2 * j + 1]!;
    const y1 = polygon[2 * i + 1]!;
    if (y0 > y === y1 > y) continue;
    const x0 = polygon[2 * j]!;
    crossings.push(x0 + ((y - y0) / (y1 - y0)) * (polygon[2 * i]! - x0));
  }
  return crossings.sort((a, b) => a - b);
}
