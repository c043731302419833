import { type RefitFrame, type RefitWay, refitWays } from '#core/job';
import { engineTitles } from '#core/tree';
import { formatMany, formatShortTime, formatNumber } from '../../text/format-number.ts';

/** Returns which engines ran, since times of two engines do not compare refit and rebuild alone. Empty without frames. */
export function engineLine([first]: readonly RefitFrame[]): string {
  if (first === undefined) return '';
  const copy = first.copyMilliseconds > 0 ? `, copied in ${formatShortTime(first.copyMilliseconds)}` : '';
  return `Refit in ${engineTitles[first.refitEngine]}${copy}; rebuild in ${engineTitles[first.rebuildEngine]}.`;
}

/** Returns in one sentence when to rebuild. */
export function adviceOf(frames: readonly RefitFrame[], rebuildPercent: number): string {
  const first = frames.find(({ shouldRebuild }) => shouldRebuild);
  if (first === undefined) return `Refit is enough: the ray cost stays below ${rebuildPercent} % of the first frame.`;
  return `Rebuild from ${formatNumber(first.seconds, 3)} s on: the ray cost exceeds ${rebuildPercent} % of the first frame.`;
}

const titles: Readonly<Record<RefitWay['way'], string>> = {
  refit: 'refit only',
  rebuild: 'rebuild each frame',
  advised: 'rebuild above threshold',
};

/** Returns the figures of the three strategies over all frames. Times are by the median frame. */
export function wayLine(frames: readonly RefitFrame[]): string {
  const ways = refitWays(frames).map(({ way, milliseconds, meanCost, rebuilds }) => {
    const builds = way === 'advised' ? ` (${formatMany(rebuilds, 'build')})` : '';
    return `${titles[way]}${builds} ${formatShortTime(milliseconds)}${meanCost === null ? '' : `, mean cost ${formatNumber(meanCost, 4)}`}`;
  });
  return `Whole clip, by the median frame: ${ways.join('; ')}.`;
}
