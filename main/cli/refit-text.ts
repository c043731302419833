import { type RefitFrame, type RefitJobResult, type RefitWay, refitWays } from '#core/job';
import type { RefitRunOptions } from '#core/options';
import { engineTitles } from '#core/tree';
import { columns, counted, many, measured, moreRows, maxRowsShown, printable, shortTime } from '../terminal/columns.ts';

const wayTitles: Readonly<Record<RefitWay['way'], string>> = {
  refit: 'refit only',
  rebuild: 'rebuild every frame',
  advised: 'rebuild when advised',
};

/** Returns the comparison of refit and rebuild: a row for each frame, then totals of the three strategies, then the advice. */
export function refitText(file: string, { rebuildPercent }: RefitRunOptions, { clip, frames }: RefitJobResult): string {
  const [begin] = frames;
  const differ = begin !== undefined && begin.refitEngine !== begin.rebuildEngine;
  const head = [
    'seconds',
    'refit',
    ...(differ ? [`with ${engineTitles[begin.rebuildEngine]}`] : []),
    'rebuild',
    'cost refitted',
    'cost rebuilt',
    'of rebuild cost',
    'relative cost',
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
      : `  refit with ${engineTitles[begin.refitEngine]}${begin.copyMilliseconds > 0 ? ` (copied in ${shortTime(begin.copyMilliseconds)})` : ''}, rebuild with ${engineTitles[begin.rebuildEngine]}\n`,
    columns(
      [head, ...rows],
      head.map((_, i) => i),
      '    ',
    ),
    moreRows(frames.length, '    '),
    columns([['', 'time', 'mean cost', ''], ...ways], [1, 2], '    '),
    '  time: median frame times the number of frames, without copies\n',
    `  ${adviceText(frames, rebuildPercent)}\n`,
  ].join('');
}

function costText(cost: number | null): string {
  return cost === null ? 'none' : measured(cost);
}

/** Returns the advice. During playback only the relative cost is known; here the gain of the advised rebuilds is known too. */
function adviceText(frames: readonly RefitFrame[], rebuildPercent: number): string {
  const advised = frames.filter(({ shouldRebuild }) => shouldRebuild);
  const [first] = advised;
  if (first === undefined) return `refit is enough: the ray cost stays below ${rebuildPercent} % of the first frame`;
  const won = advised.map(overRebuilt).flatMap((over) => (over === null ? [] : [1 - 1 / over]));
  const gain =
    won.length === 0 ? '' : `; a rebuild reduces it by ${percent(won.reduce((sum, value) => sum + value, 0) / won.length)} on average`;
  return `rebuild advised at ${counted(advised.length)} of ${many(frames.length, 'frame')}, first at ${measured(first.seconds)} s, where the ray cost exceeds ${rebuildPercent} % of the first frame${gain}`;
}

/** `null` if a cost is unknown. */
function overRebuilt({ refittedCost, rebuiltCost }: RefitFrame): number | null {
  return refittedCost === null || rebuiltCost === null || !(rebuiltCost > 0) ? null : refittedCost / rebuiltCost;
}

function percent(share: number | null): string {
  return share === null ? 'none' : `${(100 * share).toFixed(1)} %`;
}
