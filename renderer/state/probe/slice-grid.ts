import { cross, normalized, type Vec3 } from '#core/math';
import { invalidArgument } from '#core/error';
import type { SliceGrid } from '#core/query';
import { along } from '../store/vectors.ts';
import type { ProbeOf } from './probe-shapes.ts';

/** The directions of columns and rows: rows go down where the square stands upright. @throws InspectorError `invalid-argument` without a normal. */
function axesOf({ normal }: ProbeOf<'slice'>): readonly [Vec3, Vec3] {
  const unit = normalized(normal);
  if (unit === null) throw invalidArgument('The normal of the slice has no direction', 'Use a vector that is not 0');
  const right = normalized(cross(Math.abs(unit[1]) > 0.999 ? [0, 0, 1] : [0, 1, 0], unit))!;
  return [right, cross(right, unit)];
}

/** Returns the grid of a slice with `step` cells as one; points are the middles of cells. @throws InspectorError as `axesOf`. */
export function sliceGrid(shape: ProbeOf<'slice'>, step: number): SliceGrid {
  const [right, down] = axesOf(shape);
  const cells = Math.ceil(shape.cells / step);
  const width = shape.size / cells;
  const first = (width - shape.size) / 2;
  const scaled = ([x, y, z]: Vec3): Vec3 => [x * width, y * width, z * width];
  const origin = along(along(shape.point, right, first), down, first);
  return { origin, columnStep: scaled(right), rowStep: scaled(down), columns: cells, rows: cells };
}

/** Returns the corners of a slice: from the first cell, along the first row, and around. @throws InspectorError as `axesOf`. */
export function sliceCorners(shape: ProbeOf<'slice'>): readonly Vec3[] {
  const [right, down] = axesOf(shape);
  const half = shape.size / 2;
  return [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([u, v]) => along(along(shape.point, right, u! * half), down, v! * half));
}
