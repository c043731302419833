import type { BspReport } from '#core/bsp';
import type { Finding } from '#core/finding';
import type { BspCost, BspQueries, MapVisible, BspSweepReport } from '#core/job';
import type { Vec3 } from '#core/math';
import type { Bounds } from '#core/mesh';
import {
  columns,
  counted,
  many,
  maxRowsShown,
  measured,
  milliseconds as timeText,
  moreRows,
  printable,
  vector,
} from '../terminal/columns.ts';
import { importWarningsText } from './findings-text.ts';

/** What `bsp` prints. */
export type BspDocument = BspReport &
  BspQueries & { readonly file: string; readonly milliseconds: number; readonly findings: readonly Finding[] };

/** Returns the report as text. */
export function bspText(report: BspDocument): string {
  return `${printable(report.file)}\n${report.closed ? closedText(report) : openText(report)}${importWarningsText(report.findings)}`;
}

function openText({ openEdges, leak, leakSearch, points }: BspReport): string {
  const located = points.map(({ point }) => `  ${vector(point)}: no side, since the mesh is not closed\n`);
  const way =
    leak === null || leak.length === 0
      ? `  no leak was found: ${noLeakTexts[leakSearch ?? 'none']}\n`
      : `  leak, from inside to outside:\n${pathText(leak)}`;
  return `  not closed: ${many(openEdges, 'open edge')}\n${way}${located.join('')}  Close the mesh first: see boxwood check and boxwood repair\n`;
}

/** Why an open mesh has no leak. */
const noLeakTexts: Readonly<Record<NonNullable<BspReport['leakSearch']>, string>> = {
  found: '',
  none: 'no way from inside to outside through the open edges was found',
  flipped: 'all open edges are those of flipped triangles, which leave no opening',
  limit: 'the search limit was reached',
};

function pathText(path: readonly Vec3[]): string {
  const shown = path.slice(0, maxRowsShown).map((point) => `    ${vector(point)}\n`);
  return `${shown.join('')}${moreRows(path.length, '    ')}`;
}

function closedText(report: BspDocument): string {
  const { nodes, leaves, depth, splits, bytes, solidVolume, emptyVolume, volumeError, cells, portals, points, cellList } = report;
  const count = (value: number | null): string => counted(value ?? 0);
  const rows = [
    ['nodes', count(nodes)],
    ['leaves', count(leaves)],
    ['depth', count(depth)],
    ['splits', count(splits)],
    ['bytes', count(bytes)],
    ['empty cells', count(cells)],
    ['portals', count(portals)],
    ['solid volume', `${measured(solidVolume ?? 0)} ± ${(volumeError ?? 0).toExponential(1)}`],
    ['empty volume', `${measured(emptyVolume ?? 0)} in the box around it`],
    ['time', timeText(report.milliseconds)],
  ];
  const located = points.map(({ point, side, cell, leak }) => {
    const where =
      cell === null || leak === null
        ? side
        : `${side}, cell ${counted(cell)}, ${leak.length === 0 ? 'enclosed by solid' : `open to the outside over ${many(leak.length, 'point')}`}`;
    return `  ${vector(point)}: ${where}\n`;
  });
  return [columns(rows, [1]), located.join(''), cellList === null ? '' : cellsText(cellList), queriesText(report)].join('');
}

function cellsText(cells: NonNullable<BspReport['cellList']>): string {
  const rows = cells
    .slice(0, maxRowsShown)
    .map(({ cell, volume, faces, neighbours, isOutside, center }) => [
      counted(cell),
      measured(volume),
      counted(faces),
      counted(neighbours.length),
      isOutside ? 'outside' : '',
      vector(center),
    ]);
  const head = ['cell', 'volume', 'faces', 'neighbours', '', 'center'];
  return `${columns([head, ...rows], [0, 1, 2, 3])}${moreRows(cells.length)}`;
}

function queriesText({ ray, sweep, comparison, route, visible, bounds }: BspDocument): string {
  return [
    visible === null ? '' : visibleText(visible, bounds),
    route === null ? '' : routeText(route, bounds),
    ray === null ? '' : rayText(ray),
    sweep === null ? '' : sweepText(sweep),
    comparison === null
      ? ''
      : `${costTable(comparison.bsp, comparison.aabb)}  ${many(comparison.rays, 'ray')} and ${many(comparison.points, 'point')}: ${
          comparison.differences === 0 ? 'all results are the same' : `${many(comparison.differences, 'result')} differ`
        }\n`,
  ].join('');
}

function visibleText(visible: NonNullable<BspQueries['visible']>, bounds: Bounds | null): string {
  return visible
    .map(({ point, cell, visible: seen, inFront, map }) =>
      cell === null
        ? `  ${vector(point)}: no cell to see from, ${isOutside(point, bounds) ? outsideText(bounds) : 'in the solid'}\n`
        : `  ${vector(point)}: cell ${counted(cell)} sees at most ${many(seen ?? 0, 'cell')} of ${counted(inFront ?? 0)} in front of its portals\n${map === null ? '' : mapText(map)}`,
    )
    .join('');
}

function mapText({ cluster, visibleClusters, clusters, both, onlyOurs, onlyMap }: MapVisible): string {
  return `    the level's own set: cluster ${counted(cluster)} sees ${counted(visibleClusters)} of ${many(clusters, 'cluster')}; ${many(both, 'cell')} in both sets, ${counted(onlyOurs)} only in ours, ${counted(onlyMap)} only in the level's\n`;
}

function routeText({ state, visits, portalsTested, located, ...tests }: NonNullable<BspQueries['route']>, bounds: Bounds | null): string {
  if (visits.length === 0) return `  route: ${state === 'outside' ? `starts ${outsideText(bounds)}` : 'starts in the solid'}\n`;
  const end = { arrived: 'arrived', blocked: 'stopped by solid', outside: 'left the box' }[state];
  const { steps, contacts, cellTriangles, treeTriangles, allTriangles, differences } = tests;
  const cells = visits
    .slice(0, maxRowsShown)
    .map(({ leaf, portal }) => `${portal === null ? '' : `portal ${counted(portal)} → `}cell ${counted(leaf)}`);
  const rows = [
    ['triangles tested', ''],
    ['  in the cells', counted(cellTriangles)],
    ['  AABB tree', counted(treeTriangles)],
    ['  whole mesh', counted(allTriangles)],
  ];
  return [
    `  route: ${end}, over ${many(visits.length, 'cell')}; ${many(portalsTested, 'portal')} tested, located again ${many(located, 'time')}\n`,
    cells.map((text) => `    ${text}\n`).join(''),
    moreRows(visits.length, '    '),
    `  ${many(steps, 'step')}, ${counted(contacts)} with contact, ${differences === 0 ? 'all results are the same' : `${many(differences, 'result')} differ`}\n`,
    columns(rows, [1]),
  ].join('');
}

function isOutside(point: Vec3, bounds: Bounds | null): boolean {
  return bounds !== null && point.some((value, k) => value < bounds.min[k]! || value > bounds.max[k]!);
}

function outsideText(bounds: Bounds | null): string {
  return bounds === null ? 'outside the box' : `outside the box ${vector(bounds.min)} to ${vector(bounds.max)}`;
}

function rayText({ bsp, aabb }: NonNullable<BspQueries['ray']>): string {
  const row = (name: string, { triangle, distance, nodesVisited, trianglesTested }: typeof bsp): readonly string[] => [
    name,
    triangle === null ? 'no hit' : `triangle ${counted(triangle)}`,
    distance === null ? '' : measured(distance),
    counted(nodesVisited),
    counted(trianglesTested),
  ];
  return columns([['ray', '', 'distance', 'nodes', 'triangles'], row('BSP', bsp), row('AABB', aabb)], [2, 3, 4]);
}

function sweepText({ bsp, aabb, offset, offsetEarly, startsInSolid }: NonNullable<BspQueries['sweep']>): string {
  const row = (name: string, { state, time, nodesVisited, trianglesTested }: BspSweepReport): readonly string[] => [
    name,
    { miss: 'no contact', hit: 'contact', startsInside: 'starts inside' }[state],
    time === null ? '' : measured(time),
    counted(nodesVisited),
    counted(trianglesTested),
  ];
  const head = ['sweep', '', 'time', 'nodes', 'triangles'];
  const rows = [row('BSP, exact', bsp), row('AABB, exact', aabb), row('BSP, offset planes', offset)];
  const early = offsetEarly === null ? '' : `  offset planes stop the shape ${measured(offsetEarly)} too early\n`;
  return `${columns([head, ...rows], [2, 3, 4])}${early}${startsInSolid ? '  the shape starts in the solid\n' : ''}`;
}

function costTable(bsp: BspCost, aabb: BspCost): string {
  const head = ['tree', 'build', 'nodes', 'depth', 'bytes', 'nodes/ray', 'triangles/ray', 'µs/ray', 'µs/point'];
  const row = (name: string, cost: BspCost): readonly string[] => [
    name,
    timeText(cost.buildMilliseconds),
    counted(cost.nodes),
    counted(cost.depth),
    counted(cost.bytes),
    cost.nodesPerRay.toFixed(1),
    cost.trianglesPerRay.toFixed(1),
    cost.microsecondsPerRay.toFixed(2),
    cost.microsecondsPerPoint === null ? '' : cost.microsecondsPerPoint.toFixed(2),
  ];
  return columns([head, row('BSP', bsp), row('AABB', aabb)], [1, 2, 3, 4, 5, 6, 7, 8]);
}
