import { medianMicroseconds } from '#core/median-microseconds';
import { partLabel, partNameOf, type TriangleMesh } from '#core/mesh';
import type { FilterOptions, SweepOptions } from '#core/options';
import { type TriangleFilter, triangleFilter } from '#core/query';
import { type ShapeSweep, type SweptShape, sweepShape, sweepViewpoint, sweptBody } from '#core/sweep';
import { type CurvedSurface, sweepOnSurface } from '#core/patch';
import { loadTree, openTree } from '#core/tree';
import { queryCostText } from './query-cost.ts';
import { reported, surfaceText } from './surface-report.ts';
import { counted, many, measured, printable, vector } from '../terminal/columns.ts';

type SweepReport = ReturnType<typeof sweepReport>;

/** Returns the filter of a sweep, which looks along its motion. */
export function sweepFilter(mesh: TriangleMesh, sweep: Pick<ShapeSweep, 'from' | 'to'>, filter: FilterOptions): TriangleFilter {
  return triangleFilter(mesh, filter, sweepViewpoint(sweep));
}

/** Returns the result of `query sweep` as data: the first contact, and the cost of the query. `bytes` is the tree. */
export function sweepReport(
  file: string,
  mesh: TriangleMesh,
  bytes: ArrayBufferLike,
  { shape, from, to }: ShapeSweep,
  options: SweepOptions,
  filter: FilterOptions,
  surface: CurvedSurface | null,
) {
  const tree = loadTree(openTree(bytes), mesh);
  const accepts = sweepFilter(mesh, { from, to }, filter);
  const run = () => sweepShape(tree, mesh, { shape, from, to }, options, undefined, accepts);
  const microseconds = medianMicroseconds(run);
  const { state, time, interval, tolerance, contact, stats } = run();
  return {
    file,
    kind: tree.kind,
    ...filter,
    shape: shapeReport(shape),
    from,
    to,
    state,
    time,
    interval,
    tolerance,
    triangle: contact?.triangle ?? null,
    feature: contact?.feature ?? null,
    featureIndex: contact?.featureIndex ?? null,
    position: contact?.position ?? null,
    normal: contact?.normal ?? null,
    center: contact?.center ?? null,
    part: contact?.part ?? null,
    partName: contact === null ? null : partNameOf(mesh, contact.part),
    surface: sweepSurface(surface, { shape, from, to }),
    stats: { ...stats, microseconds },
  };
}

/** Returns when a moving shape touches the curved surface; `null` without one. */
function sweepSurface(surface: CurvedSurface | null, { shape, from, to }: ShapeSweep) {
  return reported(
    surface,
    (of) => sweepOnSurface(of, from, to, sweptBody(shape)),
    (time) => ({ time }),
  );
}

function shapeReport(shape: SweptShape) {
  return shape.kind === 'hull' ? { kind: shape.kind, points: shape.points.length / 3 } : shape;
}

/** Returns the result as text. */
export function sweepText(report: SweepReport): string {
  const { file, from, to, stats, part, partName } = report;
  const of = part === null ? '' : ` of ${partLabel(partName, part)}`;
  return [
    `${printable(file)}: ${verdict(report)}\n`,
    report.triangle === null
      ? ''
      : `  triangle ${counted(report.triangle)}${of}, ${report.feature}, at ${vector(report.position!)}${report.normal === null ? '' : `, normal ${vector(report.normal)}`}\n`,
    `  motion from ${vector(from)} to ${vector(to)}, length ${measured(Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]))}\n`,
    surfaceText(report.surface, ({ time }) => (time === null ? 'no contact' : `time ${measured(time)}`)),
    queryCostText(stats, `, ${many(stats.exactTests, 'exact test')}`),
  ].join('');
}

function verdict({ state, time, interval, shape }: SweepReport): string {
  switch (state) {
    case 'miss':
      return `no contact: the ${shape.kind} can move freely`;
    case 'startsInside':
      return `the ${shape.kind} touches the mesh at the start`;
    case 'hit':
      return `the ${shape.kind} hits the mesh at time ${measured(time!)}, proven between ${interval![0]} and ${interval![1]}`;
  }
}
