import type { SceneComparison } from '#core/scene';
import { columns, counted, many, measured } from '../terminal/columns.ts';

/** Returns the comparison as tables, with what they show of the article's claims. */
export function sceneCompareText({ broad, leaves, sets }: SceneComparison): string {
  const broadHead = ['instances', 'method', 'segments', 'first ms', 'later ms', 'first swaps', 'later swaps', 'tests', 'pairs'];
  const broadRows = broad.map((row) => [
    counted(row.instances),
    nameOf(row),
    row.segments === null ? '' : row.segments === 0 ? 'automatic' : counted(row.segments),
    time(row.firstMilliseconds),
    row.laterMilliseconds === null ? 'none' : time(row.laterMilliseconds),
    row.firstSwaps === null ? 'not counted' : counted(row.firstSwaps),
    row.laterSwaps === null ? 'not counted' : counted(row.laterSwaps),
    counted(row.tests),
    counted(row.pairs),
  ]);
  const leafHead = ['instances', 'pairs', 'nodes with leaves', 'leaf-free', 'ms with leaves', 'leaf-free'];
  const leafRows = leaves.map((row) => [
    counted(row.instances),
    counted(row.pairs),
    counted(row.nodesBefore),
    counted(row.nodesAfter),
    time(row.millisecondsBefore),
    time(row.millisecondsAfter),
  ]);
  return [
    '  broad phases by number of instances (figure 2 of Wang, Wang & Li 2010); later: median of the steps after the first\n',
    columns([broadHead, ...broadRows], [0, 2, 3, 4, 5, 6, 7, 8], '    '),
    '  surfaces of pairs, tree against tree, before and after leaf compression (figure 3); one triangle per leaf\n',
    columns([leafHead, ...leafRows], [0, 1, 2, 3, 4, 5], '    '),
    sets === null
      ? ''
      : `  a tree for each set: ${many(sets.apart, 'test')}; one tree: ${counted(sets.together)}; saved: ${counted(sets.together - sets.apart)}\n`,
  ].join('');
}

/** Returns both figures as comma-separated values, one row for each point of a curve. */
export function sceneCompareCsv({ broad, leaves }: SceneComparison): string {
  const head = 'figure,instances,curve,first_milliseconds,later_milliseconds,first_swaps,later_swaps,tests,pairs';
  const rows = broad.map((row) =>
    [
      2,
      row.instances,
      curveOf(row),
      row.firstMilliseconds,
      row.laterMilliseconds,
      row.firstSwaps,
      row.laterSwaps,
      row.tests,
      row.pairs,
    ].map((value) => value ?? ''),
  );
  const leafRows = leaves.flatMap((row) => [
    [3, row.instances, 'with leaves', row.millisecondsBefore, '', '', '', row.nodesBefore, row.pairs],
    [3, row.instances, 'leaf-free', row.millisecondsAfter, '', '', '', row.nodesAfter, row.pairs],
  ]);
  return `${[head, ...[...rows, ...leafRows].map((row) => row.join(','))].join('\n')}\n`;
}

type Row = SceneComparison['broad'][number];

function nameOf({ method, sort }: Row): string {
  return sort === null ? method : `${method}, ${sort} sort`;
}

function curveOf(row: Row): string {
  const { segments } = row;
  const cut = segments === null || segments === 1 ? '' : segments === 0 ? ' with segments' : ` with ${segments} segments`;
  return `${nameOf(row).replace(',', '')}${cut}`;
}

function time(milliseconds: number): string {
  return measured(Number(milliseconds.toPrecision(3)));
}
