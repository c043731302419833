import { refitWays, type RefitFrame, type RefitWay } from '#core/job/refit-run';
import { engineTitles } from '#core/tree/engine';
import { formatMany, formatShortTime, formatNumber } from '../../text/format-number.ts';

/** Which engines did it, since times of two engines do not compare refit and rebuild alone; empty without frames. */
export function engineLine([first]: readonly RefitFrame[]): string {
  if (first === undefined) return '';
  const copy = first.copyMilliseconds > 0 ? `, copied to it in ${formatShortTime(first.copyMilliseconds)}` : '';
  return `Refit by ${engineTitles[first.refitEngine]}${copy}; rebuild by ${engineTitles[first.rebuildEngine]}.`;
}

/** When to build anew, in one sentence. */
export function adviceOf(frames: readonly RefitFrame[], rebuildPercent: number): string {
  const first = frames.find(({ shouldRebuild }) => shouldRebuild);
  if (first === undefined) return `Refit is enough: rays never get dearer than ${rebuildPercent} % of the first frame.`;
  return `Rebuild from ${formatNumber(first.seconds, 3)} s on: there rays are dearer than ${rebuildPercent} % of the first frame.`;
}

const titles: Readonly<Record<RefitWay['way'], string>> = {
  refit: 'refit alone',
  rebuild: 'rebuild each frame',
  advised: 'rebuild when advised',
};

/** The three ways over all frames, the time by the middle frame. */
export function wayLine(frames: readonly RefitFrame[]): string {
  const ways = refitWays(frames).map(({ way, milliseconds, meanCost, rebuilds }) => {
    const builds = way === 'advised' ? ` (${formatMany(rebuilds, 'build')})` : '';
    return `${titles[way]}${builds} ${formatShortTime(milliseconds)}${meanCost === null ? '' : `, mean cost ${formatNumber(meanCost, 4)}`}`;
  });
  return `Together, by the middle frame: ${ways.join('; ')}.`;
}
