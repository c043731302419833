import { comparedStepsText, leafRounds, leafText, methodName, type SceneComparison, setsText } from '#core/scene';
import { columns, counted, measured } from '../terminal/columns.ts';

/** Returns the comparison as tables, with what they show of the article's claims. */
export function sceneCompareText({ steps, broad, leaves, leafClock, sets }: SceneComparison): string {
  const broadHead = ['instances', 'method', 'segments', 'first ms', 'later ms', 'first swaps', 'later swaps', 'tests', 'pairs'];
  const broadRows = broad.map((row) => [
    counted(row.instances),
    methodName(row),
    row.segments === null ? '' : row.segments === 0 ? 'automatic' : counted(row.segments),
    time(row.firstMilliseconds),
    row.laterMilliseconds === null ? 'none' : time(row.laterMilliseconds),
    row.firstSwaps === null ? 'not counted' : counted(row.firstSwaps),
    row.laterSwaps === null ? 'not counted' : counted(row.laterSwaps),
    counted(row.tests),
    counted(row.pairs),
  ]);
  const leafHead = ['instances', 'pairs', 'nodes with leaves', 'leaf-free', 'ms with leaves', 'quartiles', 'leaf-free', 'quartiles'];
  const leafRows = leaves.map((row) => [
    counted(row.instances),
    counted(row.pairs),
    counted(row.nodesBefore),
    counted(row.nodesAfter),
    time(row.millisecondsBefore),
    row.quartilesBefore.map(time).join(' to '),
    time(row.millisecondsAfter),
    row.quartilesAfter.map(time).join(' to '),
  ]);
  return [
    `  broad phases by number of instances (figure 2 of Wang, Wang & Li 2010), ${comparedStepsText(steps)}\n`,
    columns([broadHead, ...broadRows], [0, 2, 3, 4, 5, 6, 7, 8], '    '),
    '  surfaces of pairs, tree against tree, before and after leaf compression (figure 3); one triangle per leaf\n',
    `    medians of ${leafRounds} rounds, ${leafClock} time\n`,
    columns([leafHead, ...leafRows], [0, 1, 2, 3, 4, 5, 6, 7], '    '),
    leaves.length === 0 ? '' : `    ${leafText(leaves.at(-1)!, (ms) => `${time(ms)} ms`)}\n`,
    sets === null ? '' : `  first step, ${setsText(sets, counted).replaceAll('; ', '\n    ')}\n`,
  ].join('');
}

function time(milliseconds: number): string {
  return measured(Number(milliseconds.toPrecision(3)));
}
