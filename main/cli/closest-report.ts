import type { Vec3 } from '#core/math';
import { partLabel, partNameOf, type TriangleMesh, triangleVertices } from '#core/mesh';
import type { FilterOptions } from '#core/options';
import {
  closestPoint,
  type ClosestPoint,
  closestPointInto,
  createClosestWorkspace,
  createWindingTree,
  noTriangleIndex,
  pointWinding,
  signedDistance,
  triangleFilter,
} from '#core/query';
import type { CurvedSurface } from '#core/patch';
import { triangleNormal } from '#core/shape';
import type { Tree } from '#core/tree';
import { medianMicroseconds } from '#core/median-microseconds';
import { counted, measured, printable, vector } from '../terminal/columns.ts';
import { queryCostText } from './query-cost.ts';
import { distanceSurface, surfaceText } from './surface-report.ts';

export type ClosestReport = ReturnType<typeof closestReport>;

/**
 * Returns the result of `query closest` as data: point, side and cost, with or without a triangle to test first (hit cache, T16). The side is
 * that of the whole mesh; a filter leaves no distance that it could give a sign.
 */
export function closestReport(
  file: string,
  mesh: TriangleMesh,
  tree: Tree,
  point: Vec3,
  within: number,
  filter: FilterOptions,
  startAt: number | null,
  surface: CurvedSurface | null,
) {
  const accepts = triangleFilter(mesh, filter, { point });
  const first = startAt ?? noTriangleIndex;
  const winding = createWindingTree(tree, mesh);
  const workspace = createClosestWorkspace(tree);
  const microseconds = medianMicroseconds(() => closestPointInto(tree, mesh, point, within, workspace, first, accepts));
  const { closest, stats } = closestPoint(tree, mesh, point, { maxDistance: within, startAt: first }, workspace, accepts);
  const uncached =
    startAt === null ? null : closestPoint(tree, mesh, point, { maxDistance: within }, undefined, accepts).stats.nodesVisited;
  const side = pointWinding(winding, point);
  return {
    file,
    kind: tree.kind,
    ...filter,
    point,
    within: within === Infinity ? null : within,
    ...pointReport(mesh, closest),
    isClosed: winding.surface.isClosed,
    inside: side.inside,
    winding: side.winding,
    signedDistance: accepts === null ? signedDistance(closest, side.inside) : null,
    startAt,
    surface: distanceSurface(surface, point),
    stats: { ...stats, uncachedVisited: uncached, microseconds },
  };
}

function pointReport(mesh: TriangleMesh, closest: ClosestPoint | null) {
  if (closest === null) {
    return {
      triangle: null,
      feature: null,
      featureIndex: null,
      position: null,
      distance: null,
      direction: null,
      normal: null,
      part: null,
      partName: null,
    };
  }
  const { triangle, feature, featureIndex, position, distance, direction, part } = closest;
  const normal = triangleNormal(...triangleVertices(mesh, triangle));
  return { triangle, feature, featureIndex, position, distance, direction, normal, part, partName: partNameOf(mesh, part) };
}

/** Returns the result as text. */
export function closestText(report: ClosestReport): string {
  const { file, within, inside, stats } = report;
  const side = inside === null ? '' : inside === 'on' ? ', on the surface' : inside ? ', inside' : ', outside';
  const cached =
    stats.uncachedVisited === null ? '' : ` from triangle ${counted(report.startAt ?? 0)} (${counted(stats.uncachedVisited)} without it)`;
  const rest = `${surfaceText(report.surface, ({ lower, upper }) => `distance ${measured(lower ?? 0)} to ${measured(upper ?? 0)}`)}${queryCostText(stats, cached)}`;
  // All fields of a point are null together.
  if (report.triangle === null || report.position === null || report.distance === null) {
    return `${printable(file)}: nothing within ${within === null ? 'any distance' : measured(within)}${side}\n${rest}`;
  }
  const part = report.part === null ? '' : ` of ${partLabel(report.partName, report.part)}`;
  return [
    `${printable(file)}: ${measured(report.distance)} to triangle ${counted(report.triangle)} (${report.feature})${side}\n`,
    `  closest point ${vector(report.position)}${part}\n`,
    rest,
  ].join('');
}
