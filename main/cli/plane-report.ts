import { dot } from '#core/math';
import { medianMicroseconds } from '#core/median-microseconds';
import type { TriangleMesh } from '#core/mesh';
import type { FilterOptions, PlaneOptions } from '#core/options';
import { type Plane, planeOverlap, planeSection, type SectionCurves, triangleFilter } from '#core/query';
import type { Tree } from '#core/tree';
import { columns, counted, maxRowsShown, measured, moreRows } from '../terminal/columns.ts';
import { queryCostText } from './query-cost.ts';
import { touchedText, touchedTriangles } from './touched-triangles.ts';

type PlaneReport = ReturnType<typeof planeReport>;

/** Returns the result of `query plane` as data: the triangles, the outlines if wanted, and the cost of the query. */
export function planeReport(
  file: string,
  mesh: TriangleMesh,
  tree: Tree,
  plane: Plane,
  options: PlaneOptions,
  filter: FilterOptions,
  withOutlines: boolean,
) {
  // Seen from the side of the normal.
  const [x, y, z] = plane.normal;
  const accepts = triangleFilter(mesh, filter, { direction: [-x, -y, -z] });
  const microseconds = medianMicroseconds(() => planeOverlap(tree, mesh, plane, options, undefined, accepts));
  const { triangles, stats } = planeOverlap(tree, mesh, plane, options, undefined, accepts);
  const outlines = withOutlines ? outlinesOf(mesh, plane) : null;
  return {
    file,
    kind: tree.kind,
    ...options,
    ...filter,
    plane,
    triangles: touchedTriangles(mesh, triangles),
    outlineTotals: outlines === null ? null : totalsOf(outlines),
    outlines,
    stats: { ...stats, microseconds },
  };
}

interface Outline {
  readonly closed: boolean;
  readonly length: number;
  /** `null` for open outlines and mixed winding. */
  readonly area: number | null;
  readonly points: readonly (readonly [number, number, number])[];
  /** Of the segment from each point to the next one. */
  readonly triangles: readonly number[];
}

/** The section plane has `normal · p = offset`, with the offset rounded once. */
function outlinesOf(mesh: TriangleMesh, { point, normal }: Plane): readonly Outline[] {
  const curves = planeSection(mesh, { normal, offset: dot(normal, point) });
  return Array.from(curves.closed, (_, curve) => outlineOf(curves, curve));
}

function outlineOf({ firstPoint, closed, positions, triangles, lengths, areas }: SectionCurves, curve: number): Outline {
  const [first, end] = [firstPoint[curve]!, firstPoint[curve + 1]!];
  const isClosed = closed[curve] === 1;
  const area = areas[curve]!;
  return {
    closed: isClosed,
    length: lengths[curve]!,
    area: Number.isNaN(area) ? null : area,
    points: Array.from({ length: end - first }, (_, i) => {
      const at = 3 * (first + i);
      return [positions[at]!, positions[at + 1]!, positions[at + 2]!] as const;
    }),
    triangles: Array.from(triangles.subarray(first, isClosed ? end : end - 1)),
  };
}

function totalsOf(outlines: readonly Outline[]) {
  const closed = outlines.filter((outline) => outline.closed).length;
  const areas = outlines.map(({ area }) => area).filter((area) => area !== null);
  return {
    closed,
    open: outlines.length - closed,
    length: outlines.reduce((sum, outline) => sum + outline.length, 0),
    area: areas.length === outlines.length ? areas.reduce((sum, area) => sum + area, 0) : null,
  };
}

/** Returns the result as text. */
export function planeText({ file, mode, triangles, outlines, outlineTotals, stats }: PlaneReport): string {
  return [
    touchedText(file, mode, triangles),
    outlines === null || outlineTotals === null ? '' : outlinesText(outlines, outlineTotals),
    queryCostText(stats),
  ].join('');
}

function outlinesText(outlines: readonly Outline[], { closed, open, length, area }: ReturnType<typeof totalsOf>): string {
  if (outlines.length === 0) return '  no outline\n';
  const rows = outlines
    .slice(0, maxRowsShown)
    .map((outline, i) => [
      counted(i + 1),
      outline.closed ? 'closed' : 'open',
      counted(outline.triangles.length),
      measured(outline.length),
      outline.area === null ? '-' : measured(outline.area),
    ]);
  return [
    `  ${counted(closed)} closed and ${counted(open)} open outlines, ${measured(length)} long`,
    area === null ? '\n' : `, area ${measured(area)}\n`,
    columns([['outline', 'state', 'segments', 'length', 'area'], ...rows], [0, 2, 3, 4]),
    moreRows(outlines.length),
  ].join('');
}
