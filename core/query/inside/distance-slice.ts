import { invalidArgument } from '../../error.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { insideOptions, type InsideOptions } from '../../options/inside-options.ts';
import { checkValues } from '../../options/option.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { closestPointInto } from '../closest/into.ts';
import { createClosestWorkspace } from '../closest/workspace.ts';
import { noTriangleIndex } from '../no-triangle.ts';
import { insideInto } from './into.ts';
import { insideOfCode } from './query.ts';
import { signedDistance } from './signed-distance.ts';
import type { WindingTree } from './winding-tree.ts';
import { createInsideWorkspace } from './workspace.ts';

/** A grid of points in a plane: point (column, row) is `origin + column·columnStep + row·rowStep`. */
export interface SliceGrid {
  readonly origin: Vec3;
  readonly columnStep: Vec3;
  readonly rowStep: Vec3;
  readonly columns: number;
  readonly rows: number;
}

/** Maximum number of points: the distances of more would not fit into memory. */
const maxPoints = 2 ** 26;

/**
 * Returns the signed distances of a grid of points (columns·rows), row by row, negative inside; for a heat map. NaN where the side is unknown, and
 * without triangles of the surface. Each search starts at the triangle of the point before.
 * @throws InspectorError `invalid-argument` for a grid that is not finite, or has no or too many points; whatever `progress` throws.
 */
export function signedDistanceSlice(
  winding: WindingTree,
  grid: SliceGrid,
  options: Partial<InsideOptions> = {},
  progress: Progress = noProgress,
): Float64Array {
  const { accuracy } = checkValues(insideOptions, options);
  const { origin, columnStep, rowStep, columns, rows } = grid;
  checkGrid(grid);
  const { tree, mesh } = winding;
  const closest = createClosestWorkspace(tree);
  const workspace = createInsideWorkspace(winding);
  const distances = new Float64Array(columns * rows).fill(Number.NaN);
  let triangle = noTriangleIndex;
  for (let row = 0; row < rows; row++) {
    progress(row / rows);
    for (let column = 0; column < columns; column++) {
      const along = (k: 0 | 1 | 2): number => origin[k] + column * columnStep[k] + row * rowStep[k];
      const point: Vec3 = [along(0), along(1), along(2)];
      triangle = closestPointInto(tree, mesh, point, Infinity, closest, triangle, workspace.accepts);
      if (triangle === noTriangleIndex) continue;
      const inside = insideOfCode(insideInto(winding, point, accuracy, workspace));
      distances[row * columns + column] = signedDistance(closest, inside) ?? Number.NaN;
    }
  }
  progress(1);
  return distances;
}

function checkGrid({ origin, columnStep, rowStep, columns, rows }: SliceGrid): void {
  if (![...origin, ...columnStep, ...rowStep].every(Number.isFinite))
    throw invalidArgument('A number of the slice is not finite', 'Use finite numbers');
  if (!Number.isInteger(columns) || !Number.isInteger(rows) || columns < 1 || rows < 1 || columns * rows > maxPoints) {
    throw invalidArgument(
      `The slice cannot have ${columns} times ${rows} points`,
      `Use whole numbers of 1 or more, at most ${maxPoints} points together`,
    );
  }
}
