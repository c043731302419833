import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import type { ContactEvent } from '#core/sweep';
import { pageTheme } from '../../state/preferences/page-theme.ts';
import { formatNumber } from '../../text/format-number.ts';

interface ClearancePlotProps {
  /** (n) ascending, 0 to 1. */
  readonly times: Float64Array;
  /** (n) in the shown unit. */
  readonly distances: Float64Array;
  readonly events: readonly ContactEvent[];
  /** End of the part that is proven free of contact. */
  readonly freeUntil: number;
  /** `null` for none. */
  readonly time: number | null;
  readonly onSeek: (time: number) => void;
}

type Followed = Pick<ClearancePlotProps, 'events' | 'freeUntil' | 'time'>;

/**
 * The clearance over the time of the motion, drawn by uPlot: the part that is proven free below it, the contact events as lines. A click
 * shows its time.
 */
export function ClearancePlot({ times, distances, events, freeUntil, time, onSeek }: ClearancePlotProps): JSX.Element {
  const holder = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const followed = useRef<Followed>({ events, freeUntil, time });
  followed.current = { events, freeUntil, time };
  const seek = useRef(onSeek);
  seek.current = onSeek;
  useEffect(() => {
    const element = holder.current;
    if (element === null) return undefined;
    const drawn = new uPlot(
      optionsFor(element, () => followed.current),
      [times, distances],
      element,
    );
    plot.current = drawn;
    drawn.over.addEventListener('click', (event) => seek.current(Math.min(Math.max(drawn.posToVal(event.offsetX, 'x'), 0), 1)));
    const resize = new ResizeObserver(() => drawn.setSize(sizeOf(element)));
    resize.observe(element);
    return () => {
      resize.disconnect();
      drawn.destroy();
      plot.current = null;
    };
  }, [pageTheme.value]);
  useEffect(() => plot.current?.setData([times, distances]), [times, distances]);
  useEffect(() => plot.current?.redraw(false), [events, freeUntil, time]);
  return <div ref={holder} class="motion-canvas" data-testid="motion-plot" aria-hidden="true" />;
}

function sizeOf(holder: HTMLElement): { width: number; height: number } {
  return { width: Math.max(holder.clientWidth, 60), height: Math.max(holder.clientHeight, 60) };
}

function optionsFor(holder: HTMLElement, followed: () => Followed): uPlot.Options {
  const style = getComputedStyle(holder);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  const axis = {
    stroke: token('--text-quiet'),
    font: `11px ${token('--font-ui')}`,
    grid: { stroke: token('--border-quiet'), width: 1 },
    ticks: { show: false },
  };
  const colours = {
    free: token('--meaning-good'),
    contact: token('--meaning-hit'),
    sampled: token('--text-quiet'),
    time: token('--meaning-selection'),
  };
  return {
    ...sizeOf(holder),
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, y: false, points: { size: 6 } },
    scales: { x: { time: false, range: [0, 1] }, y: { range: (_plot, _min, max) => [0, max > 0 ? 1.08 * max : 1] } },
    axes: [
      { ...axis, size: 20, gap: 2 },
      { ...axis, size: 56, gap: 4, space: 24, values: (_plot, splits) => splits.map((value) => formatNumber(value, 4)) },
    ],
    series: [{}, { label: 'clearance', stroke: token('--meaning-moving'), width: 1.5, points: { show: false } }],
    hooks: { draw: [(plot) => drawMarks(plot, followed(), colours)] },
  };
}

interface MarkColours {
  readonly free: string;
  readonly contact: string;
  readonly sampled: string;
  readonly time: string;
}

/** Draws the free part as a bar along the axis, a line for each event, and one for the shown time. */
function drawMarks({ ctx, bbox, valToPos }: uPlot, { events, freeUntil, time }: Followed, colours: MarkColours): void {
  const x = (value: number): number => Math.round(valToPos(value, 'x', true));
  const line = (value: number, width: number): void => ctx.fillRect(x(value) - width / 2, bbox.top, width, bbox.height);
  const ratio = devicePixelRatio;
  ctx.save();
  ctx.fillStyle = colours.free;
  ctx.fillRect(x(0), bbox.top + bbox.height - 3 * ratio, x(freeUntil) - x(0), 3 * ratio);
  for (const { isProven, from, to } of events) {
    ctx.fillStyle = isProven ? colours.contact : colours.sampled;
    line(isProven ? from : (from + to) / 2, isProven ? 2 * ratio : ratio);
  }
  if (time !== null) {
    ctx.fillStyle = colours.time;
    line(time, 2 * ratio);
  }
  ctx.restore();
}
