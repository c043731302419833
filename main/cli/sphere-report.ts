import type { SphereJobResult } from '#core/job';
import { materialOf, partLabel, partNameOf, type TriangleMesh, triangleVertices } from '#core/mesh';
import type { FilterOptions, SphereOptions } from '#core/options';
import type { CurvedSurface } from '#core/patch';
import type { Sphere, SphereTouch } from '#core/query';
import { triangleNormal } from '#core/shape';
import type { TreeKind } from '#core/tree';
import { columns, counted, many, measured, moreRows, maxRowsShown, printable, vector } from '../terminal/columns.ts';
import { pushOutText } from './push-out-text.ts';
import { queryCostText } from './query-cost.ts';
import { distanceSurface, surfaceText } from './surface-report.ts';

interface SphereQuery {
  readonly file: string;
  readonly kind: TreeKind;
  readonly sphere: Sphere;
  readonly options: SphereOptions;
  readonly filter: FilterOptions;
}

type SphereReport = ReturnType<typeof sphereReport>;

/** Returns the result of `query sphere` as data: the overlaps, the push-out, and the cost of the query. */
export function sphereReport(
  { file, kind, sphere, options, filter }: SphereQuery,
  mesh: TriangleMesh,
  { isClosed, result, pushOut, microseconds }: SphereJobResult,
  surface: CurvedSurface | null,
) {
  const { touches, isCenterInside, stats } = result;
  const { steps, total, center, left, leftDepth } = pushOut;
  return {
    file,
    kind,
    ...options,
    ...filter,
    sphere,
    isClosed,
    isCenterInside,
    triangles: touches.map((touch) => touchReport(mesh, touch)),
    pushOut: { total, center, steps, left: left.map(({ triangle, feature, depth }) => ({ triangle, feature, depth })), leftDepth },
    surface: distanceSurface(surface, sphere.center),
    stats: { ...stats, microseconds },
  };
}

function touchReport(mesh: TriangleMesh, { triangle, feature, featureIndex, depth, distance, point, direction, part }: SphereTouch) {
  const normal = triangleNormal(...triangleVertices(mesh, triangle));
  return {
    triangle,
    feature,
    featureIndex,
    depth,
    distance,
    point,
    direction,
    normal,
    part,
    partName: partNameOf(mesh, part),
    material: materialOf(mesh.materials, triangle),
  };
}

/** Returns the result as text. */
export function sphereText(report: SphereReport): string {
  const { file, triangles, stats } = report;
  const rows = triangles
    .slice(0, maxRowsShown)
    .map(({ triangle, feature, depth, direction, part, partName }) => [
      counted(triangle),
      feature,
      measured(depth),
      part === null ? '' : partLabel(partName, part),
      vector(direction),
    ]);
  const found = triangles.length === 0 ? 'no overlapping triangle' : many(triangles.length, 'overlapping triangle');
  return [
    `${printable(file)}: ${found}${report.isCenterInside === true ? ', centre inside' : ''}\n`,
    triangles.length === 0 ? '' : columns([['triangle', 'feature', 'depth', 'part', 'direction'], ...rows], [0, 2]),
    moreRows(triangles.length),
    pushOutText(report.pushOut),
    surfaceText(report.surface, ({ lower, upper }) => `${measured(lower ?? 0)} to ${measured(upper ?? 0)} from the centre`),
    queryCostText(stats),
  ].join('');
}
