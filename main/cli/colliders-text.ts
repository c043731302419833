import { engineLimits, gridCells } from '#core/convex';
import { openEdgesText } from '#core/mesh';
import type { ColliderRecord, CompareCollidersJobResult } from '#core/job';
import { columns, counted, measured, milliseconds, printable } from '../terminal/columns.ts';
import { nonFiniteText } from './non-finite.ts';
import { type ResultFile, resultFileText } from './result-mesh.ts';

/** What `boxwood decompose --compare` prints. */
export interface CompareReport extends Pick<CompareCollidersJobResult, 'openEdges' | 'volume' | 'skipped'>, ResultFile {
  readonly file: string;
  readonly nonFiniteVertices: number;
  readonly colliders: readonly (Omit<ColliderRecord, 'notes'> & { readonly findings: ColliderRecord['notes'] })[];
  readonly timings: { readonly milliseconds: number };
}

const head = [
  'collider',
  'id',
  'bodies',
  'vertices',
  'cost',
  'error',
  'phantom',
  'missing',
  'outward',
  'inward',
  'nodes/ray',
  'µs/ray',
  'made in',
  'best',
  'over the limit of',
] as const;

/** Returns the table of compared colliders, then what was skipped, and what the columns mean. */
export function collidersText({ file, openEdges, volume, colliders, skipped, ...report }: CompareReport): string {
  const rows = colliders.map((row) => [
    row.title,
    row.id,
    counted(row.bodies.length),
    counted(row.vertices),
    counted(row.cost),
    percent(row.error),
    row.phantomVolume === null ? 'open' : measured(row.phantomVolume),
    row.missingVolume === null ? 'open' : measured(row.missingVolume),
    shortened(row.maxDeviation.outward),
    shortened(row.maxDeviation.inward),
    row.queryCost.nodesVisited.toFixed(1),
    row.queryCost.microseconds.toFixed(2),
    milliseconds(row.milliseconds),
    row.isBest ? 'yes' : '',
    row.overLimit.map((name) => engineLimits[name].title).join(', '),
  ]);
  return [
    `${printable(file)}: ${volume === null ? `an open mesh: ${openEdgesText(openEdges)}` : `volume ${measured(volume)}`}\n`,
    columns([head, ...rows], [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]),
    nonFiniteText(report.nonFiniteVertices),
    ...colliders.flatMap(({ title, findings }) => findings.map(({ message }) => `  ${title}: ${message}\n`)),
    ...skipped.map(({ title, reason }) => `  ${title}: skipped. ${printable(reason)}\n`),
    '  cost: vertices of hulls, triangles of surfaces, 1 for a primitive shape\n',
    volume === null
      ? '  error: larger deviation over the diagonal of the bounds\n'
      : `  error: phantom and missing volume over the volume of the mesh (grid of ${gridCells} cells)\n`,
    '  outward, inward: largest distance of the collider outside the mesh, and of the mesh outside the collider\n',
    '  best: no other collider has lower cost and lower error\n',
    resultFileText(report),
  ].join('');
}

function percent(value: number): string {
  return `${(100 * value).toFixed(value < 0.1 ? 2 : 1)} %`;
}

function shortened(value: number): string {
  return String(Number(value.toPrecision(3)));
}
