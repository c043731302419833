import type { RefitJobResult } from '#core/job/refit-job';
import { refitWays, type RefitWay } from '#core/job/refit-run';
import type { RefitRunOptions } from '#core/options/refit-run-options';
import { engineTitles } from '#core/tree/engine';
import { columns, counted, many, measured, milliseconds, moreRows, mostRowsShown, printable } from '../terminal/columns.ts';

const wayTitles: Readonly<Record<RefitWay['way'], string>> = { refit: 'refit alone', rebuild: 'rebuild each frame', advised: 'rebuild when advised' };

/** Refit against rebuild: a row a frame, then the three ways together, then the advice. */
export function refitText(file: string, { rebuildPercent }: RefitRunOptions, { clip, frames }: RefitJobResult): string {
  const [begin] = frames;
  const differ = begin !== undefined && begin.refitEngine !== begin.rebuildEngine;
  const head = ['seconds', 'refit', ...(differ ? [`by ${engineTitles[begin.rebuildEngine]}`] : []), 'rebuild', 'cost refitted', 'cost rebuilt', 'decay', ''];
  const rows = frames.slice(0, mostRowsShown).map((frame) => [
    measured(frame.seconds),
    milliseconds(frame.refitMilliseconds),
    ...(differ ? [milliseconds(frame.likeMilliseconds)] : []),
    milliseconds(frame.rebuildMilliseconds),
    costText(frame.refittedCost),
    costText(frame.rebuiltCost),
    frame.decay === null ? 'none' : `${(100 * frame.decay).toFixed(1)} %`,
    frame.shouldRebuild ? 'rebuild' : '',
  ]);
  const ways = refitWays(frames).map(({ way, milliseconds: time, meanCost, rebuilds }) => [wayTitles[way], milliseconds(time), costText(meanCost), many(rebuilds, 'rebuild')]);
  const first = frames.find(({ shouldRebuild }) => shouldRebuild);
  const advice = first === undefined ? `refit is enough: rays never get dearer than ${rebuildPercent} % of the first frame` : `rebuild from ${measured(first.seconds)} s on: there rays are dearer than ${rebuildPercent} % of the first frame`;
  return [
    `${printable(file)}\n  clip ${printable(clip.name)}, ${measured(clip.seconds)} s, ${counted(frames.length)} frames\n`,
    begin === undefined ? '' : `  refit by ${engineTitles[begin.refitEngine]}${begin.copyMilliseconds > 0 ? ` (copied to it in ${milliseconds(begin.copyMilliseconds)})` : ''}, rebuild by ${engineTitles[begin.rebuildEngine]}\n`,
    columns([head, ...rows], head.map((_, i) => i), '    '),
    moreRows(frames.length, '    '),
    columns([['', 'time', 'mean cost', ''], ...ways], [1, 2], '    '),
    `  ${advice}\n`,
  ].join('');
}

function costText(cost: number | null): string {
  return cost === null ? 'none' : measured(cost);
}
