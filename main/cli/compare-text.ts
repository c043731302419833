import type { KindRecord, QueryCost } from '#core/job/compare-kinds';
import { columns, counted, measured, milliseconds, printable } from '../terminal/columns.ts';

/** The table of all rows, and what of it answers the questions of the article of 2010. */
export function compareText(file: string, records: readonly KindRecord[]): string {
  const head = ['kind', 'split', 'build', 'bytes', 'B/triangle', 'depth', 'boxes/ray', 'false', 'µs', 'boxes/sphere', 'false', 'µs', 'pairs/pose', 'false', 'µs', 'area', 'volume'];
  const rows = records.map(({ options, statistics, buildMilliseconds, tightness, rays, spheres, motions }) => [
    options.kind,
    options.split,
    milliseconds(buildMilliseconds),
    counted(statistics.bytes),
    measured(statistics.bytesPerTriangle),
    counted(statistics.depth),
    ...costCells(rays),
    ...costCells(spheres),
    ...costCells(motions),
    tightness.area === null ? 'none' : measured(tightness.area),
    tightness.volume === null ? 'none' : measured(tightness.volume),
  ]);
  const [first] = records;
  const asked = first === undefined ? '' : `  ${counted(first.rays.queries)} rays, ${counted(first.spheres.queries)} spheres and ${counted(first.motions.queries)} poses of the mesh against itself, the same for all; `;
  const areSame = records.every(({ answers }) => answers === first?.answers);
  return [
    `${printable(file)}\n`,
    columns([head, ...rows], Array.from({ length: 15 }, (_, i) => i + 2)),
    `${asked}${areSame ? 'all rows gave the same answers' : 'THE ROWS GAVE DIFFERENT ANSWERS'}\n`,
    articleText(records),
  ].join('');
}

function costCells({ nodesVisited, falsePositives, microseconds }: QueryCost): readonly string[] {
  return [measured(nodesVisited), measured(falsePositives), measured(microseconds)];
}

/** ABB-2010 measures the split by two seeds and the storage without leaves: each here against the same without it. */
function articleText(records: readonly KindRecord[]): string {
  const rowOf = (kind: string, split?: string): KindRecord | undefined =>
    records.find(({ options }) => options.kind === kind && (split === undefined || options.split === split));
  const plain = records.find(({ options }) => options.kind === 'aabb' && options.split === rowOf('leaf-free')?.options.split);
  const lines = [
    beside('two seeds, against the median split', rowOf('aabb', 'seeds'), rowOf('aabb', 'median')),
    beside('leaf-free, against boxes with leaves', rowOf('leaf-free'), plain),
    beside('leaf-free in 16 bits, against 16 bits with leaves', rowOf('compressed'), rowOf('quantised')),
  ];
  return lines.some((line) => line.length > 0) ? `  as in Wang, Wang & Li 2010:\n${columns(lines.filter((line) => line.length > 0), [], '    ')}` : '';
}

function beside(title: string, row: KindRecord | undefined, other: KindRecord | undefined): readonly string[] {
  if (row === undefined || other === undefined) return [];
  const times = (part: (record: KindRecord) => number): string => `× ${(part(row) / part(other)).toFixed(2)}`;
  return [
    title,
    `bytes ${times(({ statistics }) => statistics.bytes)}`,
    `ray ${times(({ rays }) => rays.microseconds)}`,
    `sphere ${times(({ spheres }) => spheres.microseconds)}`,
    `pose ${times(({ motions }) => motions.microseconds)}`,
  ];
}
