import type { Vec3 } from '#core/math';
import { partLabel, partNameOf, type TriangleMesh, triangleVertices } from '#core/mesh';
import {
  closestPoint,
  type ClosestPoint,
  closestPointInto,
  createClosestWorkspace,
  createWindingTree,
  noTriangleIndex,
  pointWinding,
  signedDistance,
} from '#core/query';
import { triangleNormal } from '#core/shape';
import type { Tree } from '#core/tree';
import { medianMicroseconds } from '#core/median-microseconds';
import { counted, measured, printable, vector } from '../terminal/columns.ts';
import { queryCostText } from './query-cost.ts';

export type ClosestReport = ReturnType<typeof closestReport>;

/** Returns the result of `query closest` as data: point, side and cost, with or without a triangle to test first (hit cache, T16). */
export function closestReport(file: string, mesh: TriangleMesh, tree: Tree, point: Vec3, within: number, startAt: number | null = null) {
  const winding = createWindingTree(tree, mesh);
  const workspace = createClosestWorkspace(tree);
  const microseconds = medianMicroseconds(() => closestPointInto(tree, mesh, point, within, workspace, startAt ?? noTriangleIndex));
  const { closest, stats } = closestPoint(tree, mesh, point, { maxDistance: within, startAt: startAt ?? noTriangleIndex }, workspace);
  const uncached = startAt === null ? null : closestPoint(tree, mesh, point, { maxDistance: within }).stats.nodesVisited;
  const side = pointWinding(winding, point);
  return {
    file,
    kind: tree.kind,
    point,
    within: within === Infinity ? null : within,
    ...pointReport(mesh, closest),
    isClosed: winding.surface.isClosed,
    inside: side.inside,
    winding: side.winding,
    signedDistance: signedDistance(closest, side.inside),
    startAt,
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
  const rest = queryCostText(stats, cached);
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
