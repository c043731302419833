import { type TriangleMesh, partLabel, partNameOf } from '#core/mesh';
import { nearestTriangles, triangleFilter } from '#core/query';
import type { Tree } from '#core/tree';
import { columns, counted, maxRowsShown, measured, moreRows, vector } from '../terminal/columns.ts';
import type { ClosestReport } from './closest-report.ts';

/** Returns a report of `query closest` with the nearest triangles added. */
export function withNearest(report: ClosestReport, mesh: TriangleMesh, tree: Tree, count: number) {
  const { point, within } = report;
  const accepts = triangleFilter(mesh, report, { point });
  const { closest } = nearestTriangles(tree, mesh, point, count, { maxDistance: within ?? Infinity }, accepts);
  return { ...report, closest: closest.map((found) => ({ ...found, partName: partNameOf(mesh, found.part) })) };
}

/** Returns the nearest triangles as text; empty for `null`. */
export function nearestText(closest: ReturnType<typeof withNearest>['closest'] | null): string {
  if (closest === null || closest.length === 0) return '';
  const rows = closest
    .slice(0, maxRowsShown)
    .map(({ triangle, distance, feature, position, part, partName }) => [
      measured(distance),
      counted(triangle),
      feature,
      vector(position),
      part === null ? '' : partLabel(partName, part),
    ]);
  return columns([['distance', 'triangle', 'feature', 'position', 'part'], ...rows], [0, 1]) + moreRows(closest.length);
}
