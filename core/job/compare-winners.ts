import { engineTitles } from '../tree/engine.ts';
import { buildOptions } from '../options/build-options.ts';
import type { KindRecord } from './compare-kinds.ts';

/** A row that is best at something. */
export interface Winner {
  readonly record: KindRecord;
  /** What it has: `the fastest rays`. */
  readonly claim: string;
  /** The best row of another kind or split, if the difference is within the noise of the times. */
  readonly equal: KindRecord | null;
  /** The figure of the AABB row of the same split, over that of the winner; `null` for the winner itself. */
  readonly overBoxes: number | null;
}

interface Contest {
  readonly claim: string;
  readonly figure: (record: KindRecord) => number;
  /** For times: that of the median round. */
  readonly middle?: (record: KindRecord) => number;
}

const contests: readonly Contest[] = [
  { claim: 'the fastest rays', figure: ({ rays }) => rays.microseconds, middle: ({ rays }) => rays.medianMicroseconds },
  { claim: 'the fastest poses', figure: ({ motions }) => motions.microseconds, middle: ({ motions }) => motions.medianMicroseconds },
  { claim: 'the fewest nodes visited per ray', figure: ({ rays }) => rays.nodesVisited },
  { claim: 'the smallest tree', figure: ({ statistics }) => statistics.bytes },
  {
    claim: 'the fastest build',
    figure: ({ buildMilliseconds }) => buildMilliseconds,
    middle: ({ medianBuildMilliseconds }) => medianBuildMilliseconds,
  },
];

/** Returns which row is best at what: rays, poses, nodes visited, size and build. Rows without the figure do not take part; none if no row has it. */
export function compareWinners(records: readonly KindRecord[]): readonly Winner[] {
  return contests.flatMap(({ claim, figure, middle }): Winner[] => {
    const ranked = records.filter((record) => Number.isFinite(figure(record))).toSorted((a, b) => figure(a) - figure(b));
    const [record] = ranked;
    if (record === undefined) return [];
    const next = ranked.find(({ options }) => options.kind !== record.options.kind || options.split !== record.options.split);
    const isNoise = next !== undefined && middle !== undefined && figure(next) <= middle(record);
    const boxes = boxesOf(records);
    const overBoxes = boxes === undefined || boxes === record ? null : figure(boxes) / figure(record);
    return [{ record, claim, equal: isNoise ? next : null, overBoxes: overBoxes !== null && overBoxes > 0 ? overBoxes : null }];
  });
}

/**
 * Returns one sentence that says which kind is best at what: `For bunny.obj, Wide boxes (WASM SIMD) have the fastest rays (4.2 × as fast as
 * Boxes); 26-DOP has the fewest nodes visited per ray.` Empty without rows.
 */
export function winnersText(name: string, records: readonly KindRecord[]): string {
  const winners = compareWinners(records);
  if (winners.length === 0) return '';
  const rows = [...new Set(winners.map(({ record }) => record))];
  const clauses = rows.map((row) => {
    const claims = winners.filter(({ record }) => record === row).map((winner) => claimText(winner, records));
    const { title } = buildOptions.kind.choices[row.options.kind];
    // Titles are plural, such as Boxes, or the name of a kind, such as 26-DOP.
    return `${rowName(row, records)} ${/s\b/.test(title) ? 'have' : 'has'} ${listText(claims)}`;
  });
  return `For ${name}, ${clauses.join('; ')}.`;
}

function claimText({ record, claim, equal, overBoxes }: Winner, records: readonly KindRecord[]): string {
  if (equal !== null) return `${claim} (about equal to ${rowName(equal, records)})`;
  const boxes = boxesOf(records);
  if (boxes === undefined || boxes === record || overBoxes === null || overBoxes < 1.05) return claim;
  const name = rowName(boxes, records);
  if (!claim.startsWith('the fastest')) return `${claim} (${(100 / overBoxes).toFixed(0)} % of ${name})`;
  return `${claim} (${overBoxes.toFixed(overBoxes < 10 ? 1 : 0)} × as fast as ${name})`;
}

/** The row of AABBs with the split of the other kinds. */
function boxesOf(records: readonly KindRecord[]): KindRecord | undefined {
  const split = baseSplit(records);
  return records.find(({ options }) => options.kind === 'aabb' && options.split === split);
}

/** The split that all kinds but AABBs have. */
function baseSplit(records: readonly KindRecord[]): string | undefined {
  return records.find(({ options }) => options.kind !== 'aabb')?.options.split ?? records[0]?.options.split;
}

/** `Boxes`, `Boxes, PLOC`, `Wide boxes (WASM SIMD)`: the kind, and what distinguishes it from other rows of that kind. */
function rowName(record: KindRecord, records: readonly KindRecord[]): string {
  const { split } = record.options;
  const name = kindName(record, records);
  return split === baseSplit(records) ? name : `${name}, ${buildOptions.split.choices[split].title}`;
}

/** Returns the title of the kind of a row, with the engine if the kind runs in two. */
export function kindName({ options: { kind }, statistics }: KindRecord, records: readonly KindRecord[]): string {
  const { title } = buildOptions.kind.choices[kind];
  const engines = new Set(records.filter((other) => other.options.kind === kind).map((other) => other.statistics.queryEngine));
  return engines.size > 1 ? `${title} (${engineTitles[statistics.queryEngine]})` : title;
}

/** `a`, `a and b`, `a, b and c` */
function listText(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;
}
