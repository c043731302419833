import type { RefitJobResult } from '#core/job/refit-job';
import { refitWays, type RefitFrame, type RefitWay } from '#core/job/refit-run';
import type { RefitRunOptions } from '#core/options/refit-run-options';
import { engineTitles } from '#core/tree/engine';
import { columns, counted, many, measured, moreRows, maxRowsShown, printable, shortTime } from '../terminal/columns.ts';

const wayTitles: Readonly<Record<RefitWay['way'], string>> = {
  refit: 'refit alone',
  rebuild: 'rebuild each frame',
  advised: 'rebuild when advised',
};

/** Refit against rebuild: a row a frame, then the three ways together, then the advice. */
export function refitText(file: string, { rebuildPercent }: RefitRunOptions, { clip, frames }: RefitJobResult): string {
  const [begin] = frames;
  const differ = begin !== undefined && begin.refitEngine !== begin.rebuildEngine;
  const head = [
    'seconds',
    'refit',
    ...(differ ? [`by ${engineTitles[begin.rebuildEngine]}`] : []),
    'rebuild',
    'cost refitted',
    'cost rebuilt',
    'of rebuilt',
    'decay',
    '',
  ];
  const rows = frames
    .slice(0, maxRowsShown)
    .map((frame) => [
      measured(frame.seconds),
      shortTime(frame.refitMilliseconds),
      ...(differ ? [shortTime(frame.likeMilliseconds)] : []),
      shortTime(frame.rebuildMilliseconds),
      costText(frame.refittedCost),
      costText(frame.rebuiltCost),
      percent(overRebuilt(frame)),
      percent(frame.decay),
      frame.shouldRebuild ? 'rebuild' : '',
    ]);
  const ways = refitWays(frames).map(({ way, milliseconds: time, meanCost, rebuilds }) => [
    wayTitles[way],
    shortTime(time),
    costText(meanCost),
    many(rebuilds, 'rebuild'),
  ]);
  return [
    `${printable(file)}\n  clip ${printable(clip.name)}, ${measured(clip.seconds)} s, ${counted(frames.length)} frames\n`,
    begin === undefined
      ? ''
      : `  refit by ${engineTitles[begin.refitEngine]}${begin.copyMilliseconds > 0 ? ` (copied to it in ${shortTime(begin.copyMilliseconds)})` : ''}, rebuild by ${engineTitles[begin.rebuildEngine]}\n`,
    columns(
      [head, ...rows],
      head.map((_, i) => i),
      '    ',
    ),
    moreRows(frames.length, '    '),
    columns([['', 'time', 'mean cost', ''], ...ways], [1, 2], '    '),
    '  time: that of the middle frame as often as there are frames, copies besides\n',
    `  ${adviceText(frames, rebuildPercent)}\n`,
  ].join('');
}

function costText(cost: number | null): string {
  return cost === null ? 'none' : measured(cost);
}

/** Whoever plays an animation knows the decay alone, since nothing was rebuilt: here it is told too what the rebuilds that it advises would win. */
function adviceText(frames: readonly RefitFrame[], rebuildPercent: number): string {
  const advised = frames.filter(({ shouldRebuild }) => shouldRebuild);
  const [first] = advised;
  if (first === undefined) return `refit is enough: rays never get dearer than ${rebuildPercent} % of the first frame`;
  const won = advised.map(overRebuilt).flatMap((over) => (over === null ? [] : [1 - 1 / over]));
  const gain =
    won.length === 0
      ? ''
      : `; a tree built there makes rays ${percent(won.reduce((sum, value) => sum + value, 0) / won.length)} cheaper in the mean`;
  return `rebuild advised at ${counted(advised.length)} of ${many(frames.length, 'frame')}, from ${measured(first.seconds)} s, where rays are dearer than ${rebuildPercent} % of the first frame${gain}`;
}

/** `null` where either has no cost. */
function overRebuilt({ refittedCost, rebuiltCost }: RefitFrame): number | null {
  return refittedCost === null || rebuiltCost === null || !(rebuiltCost > 0) ? null : refittedCost / rebuiltCost;
}

function percent(share: number | null): string {
  return share === null ? 'none' : `${(100 * share).toFixed(1)} %`;
}
