import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import type { RefitFrame } from '#core/job/refit-run';
import type { RefitRunState } from '../../state/player.ts';
import { formatFixed, formatMilliseconds, formatNumber } from '../../ui/format-number.ts';

interface RefitPlotProps {
  readonly run: Extract<RefitRunState, { frames: unknown }>;
  /** Of the clip. */
  readonly length: number;
  /** Of the pose that is shown. */
  readonly seconds: number | null;
  readonly onSeek: (seconds: number) => void;
}

/** Cost of a ray and time of the tree over the clip, refitted and rebuilt, drawn by uPlot; the same numbers stand in a table for those who see no canvas. */
export function RefitPlot({ run, length, seconds, onSeek }: RefitPlotProps): JSX.Element {
  const costs = useRef<HTMLDivElement>(null);
  const times = useRef<HTMLDivElement>(null);
  const plots = useRef<readonly uPlot[]>([]);
  const shown = useRef(seconds);
  shown.current = seconds;
  const firstCost = useRef<number | null>(null);
  firstCost.current = run.frames[0]?.refittedCost ?? null;
  useEffect(() => {
    const holders = [costs.current, times.current];
    plots.current = holders.flatMap((holder, i) => {
      if (holder === null) return [];
      const plot = new uPlot(optionsFor(holder, i === 0 ? costSeries : timeSeries, length, shown, i === 0 ? firstCost : null), dataOf(i, run), holder);
      plot.over.addEventListener('click', (event) => onSeek(Math.min(Math.max(plot.posToVal(event.offsetX, 'x'), 0), length)));
      return [plot];
    });
    const resize = new ResizeObserver(() => plots.current.forEach((plot) => plot.setSize(sizeOf(plot.root.parentElement!))));
    for (const holder of holders) if (holder !== null) resize.observe(holder);
    return () => {
      resize.disconnect();
      for (const plot of plots.current) plot.destroy();
    };
  }, [length]);
  useEffect(() => plots.current.forEach((plot, i) => plot.setData(dataOf(i, run))), [run]);
  useEffect(() => plots.current.forEach((plot) => plot.redraw(false)), [seconds]);
  return (
    <div class="refit-plots">
      {[costs, times].map((holder, i) => (
        <figure key={i} class="refit-plot">
          <figcaption>
            {i === 0 ? 'Cost of a ray, and its decay since the first frame' : 'Time of the tree, ms'}
            {(i === 0 ? costSeries : timeSeries).map(({ label, token }) => (
              <span key={label} class="refit-key">
                <i style={{ background: `var(${token})` }} aria-hidden="true" />
                {label}
              </span>
            ))}
          </figcaption>
          <div ref={holder} class="refit-canvas" data-testid={i === 0 ? 'refit-costs' : 'refit-times'} aria-hidden="true" />
        </figure>
      ))}
      <table class="visually-hidden" aria-label="Refit against rebuild over the clip" data-testid="refit-table">
        <thead>
          <tr>
            {['Seconds', 'Refit', 'Refit, engine of the rebuild', 'Rebuild', 'Cost refitted', 'Cost rebuilt', 'Decay'].map((title) => (
              <th key={title}>{title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {run.frames.map((frame) => (
            <tr key={frame.seconds}>
              {cellsOf(frame).map((cell, i) => (
                <td key={i}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface Series {
  readonly label: string;
  readonly token: string;
  readonly dash?: number[];
}

const costSeries: readonly Series[] = [
  { label: 'refitted', token: '--meaning-warning' },
  { label: 'rebuilt', token: '--meaning-good' },
  { label: 'rebuilt when advised', token: '--meaning-mover', dash: [6, 4] },
  { label: 'rebuild beyond', token: '--text-quiet', dash: [2, 3] },
];
const timeSeries: readonly Series[] = [
  { label: 'refit', token: '--meaning-warning' },
  { label: 'refit, engine of the rebuild', token: '--meaning-warning', dash: [2, 3] },
  { label: 'rebuild', token: '--meaning-good' },
  { label: 'rebuild when advised', token: '--meaning-mover', dash: [6, 4] },
];

function dataOf(plot: number, { frames, rebuildPercent }: RefitPlotProps['run']): uPlot.AlignedData {
  const at = frames.map(({ seconds }) => seconds);
  if (plot === 1) return [at, frames.map(({ refitMilliseconds }) => refitMilliseconds), frames.map(({ likeMilliseconds }) => likeMilliseconds), frames.map(({ rebuildMilliseconds }) => rebuildMilliseconds), frames.map(({ advised }) => advised.milliseconds)];
  const first = frames[0]?.refittedCost ?? null;
  const limit = first === null ? null : (first * rebuildPercent) / 100;
  return [at, frames.map(({ refittedCost }) => refittedCost), frames.map(({ rebuiltCost }) => rebuiltCost), frames.map(({ advised }) => advised.cost), frames.map(() => limit)];
}

function cellsOf({ seconds, refitMilliseconds, likeMilliseconds, rebuildMilliseconds, refittedCost, rebuiltCost, decay }: RefitFrame): readonly string[] {
  const cost = (value: number | null): string => (value === null ? 'none' : formatNumber(value, 4));
  return [formatNumber(seconds, 4), formatMilliseconds(refitMilliseconds), formatMilliseconds(likeMilliseconds), formatMilliseconds(rebuildMilliseconds), cost(refittedCost), cost(rebuiltCost), decay === null ? 'none' : `${formatFixed(100 * decay, 1)} %`];
}

function sizeOf(holder: HTMLElement): { width: number; height: number } {
  return { width: Math.max(holder.clientWidth, 60), height: Math.max(holder.clientHeight, 60) };
}

/** With `firstCost` the right axis tells the decay: costs over that of the first frame. */
function optionsFor(holder: HTMLElement, series: readonly Series[], length: number, shown: { readonly current: number | null }, firstCost: { readonly current: number | null } | null): uPlot.Options {
  const style = getComputedStyle(holder);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  const axis = { stroke: token('--text-quiet'), font: `11px ${token('--font-ui')}`, grid: { stroke: token('--border-quiet'), width: 1 }, ticks: { show: false } };
  return {
    ...sizeOf(holder),
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, points: { show: false } },
    scales: { x: { time: false, range: [0, length || 1] }, y: { range: (_plot, _least, most) => [0, (Number.isFinite(most) && most > 0 ? most : 1) * 1.05] } },
    axes: [
      { ...axis, size: 22, gap: 2, values: (_plot, splits) => splits.map((value) => `${formatNumber(value, 3)} s`) },
      { ...axis, size: 46, gap: 2, values: (_plot, splits) => splits.map((value) => formatNumber(value, 3)) },
      ...(firstCost === null ? [] : [{ ...axis, side: 1 as const, scale: 'y', size: 50, gap: 2, grid: { show: false }, values: (_plot: uPlot, splits: number[]) => splits.map((value) => decayLabel(value, firstCost.current)) }]),
    ],
    series: [{}, ...series.map(({ label, token: colour, dash }) => ({ label, stroke: token(colour), width: 1.5, points: { show: false }, ...(dash !== undefined && { dash }) }))],
    hooks: { draw: [(plot) => drawTime(plot, shown.current, token('--meaning-selection'))] },
  };
}

function decayLabel(cost: number, firstCost: number | null): string {
  return firstCost === null || !(firstCost > 0) ? '' : `${formatFixed((100 * cost) / firstCost, 0)} %`;
}

/** A line at the time of the pose that is shown. */
function drawTime({ ctx, bbox, valToPos }: uPlot, seconds: number | null, colour: string): void {
  if (seconds === null) return;
  const x = Math.round(valToPos(seconds, 'x', true));
  ctx.save();
  ctx.fillStyle = colour;
  ctx.fillRect(x - 1, bbox.top, 2, bbox.height);
  ctx.restore();
}
