import { pageTheme } from '../../state/preferences/page-theme.ts';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import uPlot from 'uplot';
import type { RefitFrame } from '#core/job';
import { engineTitles } from '#core/tree';
import type { RefitRunState } from '../../state/playback/player-state.ts';
import { formatFixed, formatShortTime, formatNumber } from '../../text/format-number.ts';
import { FigureTitle } from '../../widgets/figure-title.tsx';
import { nearestFrame } from './nearest-frame.ts';
import { costRange, decayTicks, logTicks, ticks, timeRange, type Range } from './refit-axes.ts';

type Run = Extract<RefitRunState, { frames: unknown }>;

interface RefitPlotProps {
  readonly run: Run;
  /** Length of the clip, seconds. */
  readonly length: number;
  /** Time of the pose on screen, seconds. */
  readonly seconds: number | null;
  readonly onSeek: (seconds: number) => void;
}

/** Values that the axes of a plot follow. uPlot reads them with every drawing. */
interface Followed {
  seconds: number | null;
  firstCost: number | null;
}

/** Height of an axis per tick, CSS pixels. */
const tickRoom = 26;

/**
 * Ray cost and tree time over the clip, refitted and rebuilt, drawn by uPlot. The keys above show the values under the pointer, or those
 * of the pose on screen. A hidden table holds the same numbers for screen readers.
 */
export function RefitPlot({ run, length, seconds, onSeek }: RefitPlotProps): JSX.Element {
  const costs = useRef<HTMLDivElement>(null);
  const times = useRef<HTMLDivElement>(null);
  const plots = useRef<readonly uPlot[]>([]);
  const followed = useRef<Followed>({ seconds, firstCost: null });
  followed.current.seconds = seconds;
  followed.current.firstCost = run.frames[0]?.refittedCost ?? null;
  const [pointed, setPointed] = useState<number | null>(null);
  useEffect(() => {
    const holders = [costs.current, times.current];
    plots.current = holders.flatMap((holder, i) => {
      if (holder === null) return [];
      const plot = new uPlot(optionsFor(holder, i === 0 ? 'cost' : 'time', length, followed.current, setPointed), dataOf(i, run), holder);
      plot.over.addEventListener('click', (event) => onSeek(Math.min(Math.max(plot.posToVal(event.offsetX, 'x'), 0), length)));
      return [plot];
    });
    const resize = new ResizeObserver(() => plots.current.forEach((plot) => plot.setSize(sizeOf(plot.root.parentElement!))));
    for (const holder of holders) if (holder !== null) resize.observe(holder);
    return () => {
      resize.disconnect();
      for (const plot of plots.current) plot.destroy();
    };
  }, [length, pageTheme.value]);
  useEffect(() => plots.current.forEach((plot, i) => plot.setData(dataOf(i, run))), [run]);
  useEffect(() => plots.current.forEach((plot) => plot.redraw(false)), [seconds]);
  const shown = pointed !== null && pointed < run.frames.length ? pointed : seconds === null ? null : nearestFrame(run.frames, seconds);
  return (
    <div class="refit-plots">
      {[costs, times].map((holder, i) => (
        <figure key={i} class="refit-plot">
          <figcaption>
            <span class="name">
              {i === 0 ? (
                <>
                  <FigureTitle label="Ray cost" />
                  {run.frames.length > 0 && <>, axis from {formatNumber(costRangeOf(run)[0], 3)}</>}
                </>
              ) : (
                <>
                  <FigureTitle label="Tree update time" /> (log scale)
                </>
              )}
            </span>
            <Keys run={run} plot={i} frame={shown} />
          </figcaption>
          <div ref={holder} class="refit-canvas" data-testid={i === 0 ? 'refit-costs' : 'refit-times'} aria-hidden="true" />
        </figure>
      ))}
      <RefitTable frames={run.frames} />
    </div>
  );
}

/** The name of each line, and its value in a frame. */
function Keys({ run, plot, frame }: { run: Run; plot: number; frame: number | null }): JSX.Element {
  const series = plot === 0 ? costSeries : timeSeries;
  const data = dataOf(plot, run);
  const valueOf = (i: number, at: number): string => {
    const value = data[i + 1]?.[at] ?? null;
    return value === null ? 'none' : plot === 0 ? formatNumber(value, 4) : formatShortTime(value);
  };
  return (
    <>
      {frame !== null && (
        <span class="refit-key at" data-testid={`refit-at-${plot}`}>
          at {formatFixed(run.frames[frame]!.seconds, 2)} s
          {plot === 0 && run.frames[frame]!.decay !== null && `: ${formatFixed(100 * run.frames[frame]!.decay!, 1)} % of the first frame`}
        </span>
      )}
      {series.map(({ label, token, dash }, i) => (
        // A swatch is a piece of the line with its dashes.
        <span key={label} class="refit-key">
          <svg width="20" height="6" aria-hidden="true">
            <line x1="0" y1="3" x2="20" y2="3" stroke={`var(${token})`} stroke-width="2" stroke-dasharray={dash?.join(' ')} />
          </svg>
          {labelOf(label, run)} {frame !== null && <b>{valueOf(i, frame)}</b>}
        </span>
      ))}
    </>
  );
}

function RefitTable({ frames }: { frames: readonly RefitFrame[] }): JSX.Element {
  return (
    <table class="visually-hidden" aria-label="Refit and rebuild over the clip" data-testid="refit-table">
      <thead>
        <tr>
          {['Seconds', 'Refit', 'Refit with rebuild engine', 'Rebuild', 'Refitted cost', 'Rebuilt cost', 'Relative cost'].map((title) => (
            <th key={title}>{title}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {frames.map((frame) => (
          <tr key={frame.seconds}>
            {cellsOf(frame).map((cell, i) => (
              <td key={i}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
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
  { label: 'rebuilt above threshold', token: '--meaning-moving', dash: [7, 4] },
  { label: 'rebuild threshold', token: '--text-quiet', dash: [2, 3] },
];
const timeSeries: readonly Series[] = [
  { label: 'refit', token: '--meaning-warning' },
  { label: 'refit with rebuild engine', token: '--meaning-info', dash: [2, 3] },
  { label: 'rebuild', token: '--meaning-good' },
  { label: 'rebuild above threshold', token: '--meaning-moving', dash: [7, 4] },
];

/** Names the engine where two of them refit. */
function labelOf(label: string, { frames: [first] }: Run): string {
  if (first === undefined || !label.startsWith('refit with')) return label;
  return `refit with ${engineTitles[first.rebuildEngine]}`;
}

function dataOf(plot: number, run: Run): uPlot.AlignedData {
  const { frames } = run;
  const at = frames.map(({ seconds }) => seconds);
  // A logarithmic axis has no position for a time of 0, below the resolution of the clock.
  const seen = (time: number): number | null => (time > 0 ? time : null);
  if (plot === 1) {
    return [
      at,
      frames.map(({ refitMilliseconds }) => seen(refitMilliseconds)),
      frames.map(({ likeMilliseconds }) => seen(likeMilliseconds)),
      frames.map(({ rebuildMilliseconds }) => seen(rebuildMilliseconds)),
      frames.map(({ advised }) => seen(advised.milliseconds)),
    ];
  }
  const limit = limitOf(run);
  return [
    at,
    frames.map(({ refittedCost }) => refittedCost),
    frames.map(({ rebuiltCost }) => rebuiltCost),
    frames.map(({ advised }) => advised.cost),
    frames.map(() => limit),
  ];
}

function limitOf({ frames: [first], rebuildPercent }: Run): number | null {
  return first?.refittedCost == null ? null : (first.refittedCost * rebuildPercent) / 100;
}

function costRangeOf(run: Run): Range {
  return costRange(
    run.frames.flatMap(({ refittedCost, rebuiltCost, advised }) => [refittedCost, rebuiltCost, advised.cost]),
    limitOf(run),
  );
}

function cellsOf({
  seconds,
  refitMilliseconds,
  likeMilliseconds,
  rebuildMilliseconds,
  refittedCost,
  rebuiltCost,
  decay,
}: RefitFrame): readonly string[] {
  const cost = (value: number | null): string => (value === null ? 'none' : formatNumber(value, 4));
  return [
    formatNumber(seconds, 4),
    formatShortTime(refitMilliseconds),
    formatShortTime(likeMilliseconds),
    formatShortTime(rebuildMilliseconds),
    cost(refittedCost),
    cost(rebuiltCost),
    decay === null ? 'none' : `${formatFixed(100 * decay, 1)} %`,
  ];
}

function sizeOf(holder: HTMLElement): { width: number; height: number } {
  return { width: Math.max(holder.clientWidth, 60), height: Math.max(holder.clientHeight, 60) };
}

/** The right axis of costs shows the relative cost, in percent of the first frame. */
function optionsFor(
  holder: HTMLElement,
  what: 'cost' | 'time',
  length: number,
  followed: Followed,
  point: (frame: number | null) => void,
): uPlot.Options {
  const style = getComputedStyle(holder);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  const axis = {
    stroke: token('--text-quiet'),
    font: `11px ${token('--font-ui')}`,
    grid: { stroke: token('--border-quiet'), width: 1 },
    ticks: { show: false },
  };
  const room = (plot: uPlot): number => Math.max(2, Math.floor(plot.over.clientHeight / tickRoom));
  const left: uPlot.Axis = {
    ...axis,
    size: 52,
    gap: 4,
    splits: (plot, _axis, min, max) => [...(what === 'cost' ? ticks([min, max], room(plot)) : logTicks([min, max], room(plot)))],
    // uPlot would drop what it takes for minor ticks of a logarithmic axis.
    filter: (_plot, splits) => splits,
    values: (_plot, splits) => splits.map((value) => (what === 'cost' ? formatNumber(value, 4) : formatShortTime(value))),
  };
  const right: uPlot.Axis = {
    ...axis,
    side: 1,
    scale: 'y',
    size: 50,
    gap: 4,
    grid: { show: false },
    splits: (plot, _axis, min, max) => [...decayTicks([min, max], followed.firstCost, room(plot))],
    values: (_plot, splits) =>
      splits.map((value) => (followed.firstCost === null ? '' : `${formatNumber((100 * value) / followed.firstCost, 4)} %`)),
  };
  return {
    ...sizeOf(holder),
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, y: false, points: { size: 6 }, sync: { key: 'refit', scales: ['x', null] } },
    scales: {
      x: { time: false, range: [0, length || 1] },
      y: { distr: what === 'cost' ? 1 : 3, range: (plot) => [...rangeOf(what, plot.data)] },
    },
    axes: [
      { ...axis, size: 22, gap: 2, values: (_plot, splits) => splits.map((value) => `${formatNumber(value, 3)} s`) },
      left,
      ...(what === 'cost' ? [right] : []),
    ],
    series: [
      {},
      ...(what === 'cost' ? costSeries : timeSeries).map(({ label, token: colour, dash }) => ({
        label,
        stroke: token(colour),
        width: 1.5,
        points: { show: false },
        ...(dash !== undefined && { dash }),
      })),
    ],
    hooks: {
      setCursor: [(plot) => point(plot.cursor.idx ?? null)],
      draw: [(plot) => drawTime(plot, followed.seconds, token('--meaning-selection'))],
    },
  };
}

/** The last series of costs is the limit. */
function rangeOf(what: 'cost' | 'time', [, ...lines]: uPlot.AlignedData): [number, number] {
  const values = lines.map((line) => [...line].map((value) => value ?? null));
  const [min, max] = what === 'time' ? timeRange(values.flat()) : costRange(values.slice(0, -1).flat(), values.at(-1)?.[0] ?? null);
  return [min, max];
}

/** Draws a line at the time of the pose on screen. */
function drawTime({ ctx, bbox, valToPos }: uPlot, seconds: number | null, colour: string): void {
  if (seconds === null) return;
  const x = Math.round(valToPos(seconds, 'x', true));
  ctx.save();
  ctx.fillStyle = colour;
  ctx.fillRect(x - 1, bbox.top, 2, bbox.height);
  ctx.restore();
}
