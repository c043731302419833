import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { formatCount } from '../../text/format-number.ts';
import type { Bin } from './bins.ts';

interface HistogramProps {
  readonly label: string;
  readonly bins: readonly Bin[];
  readonly colourOf: (bin: Bin) => string;
}

const height = 64;

/** Bars drawn by uPlot. A hidden list holds the same numbers for screen readers. */
export function Histogram({ label, bins, colourOf }: HistogramProps): JSX.Element {
  const holder = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = holder.current;
    if (element === null || bins.length === 0) return;
    const plot = new uPlot(optionsFor(element, bins, colourOf), dataOf(bins), element);
    const resize = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height }));
    resize.observe(element);
    return () => {
      resize.disconnect();
      plot.destroy();
    };
  }, [bins]);
  return (
    <div>
      <div ref={holder} class="histogram" aria-hidden="true" />
      <ul class="visually-hidden" aria-label={label}>
        {bins.map((bin) => (
          <li key={bin.from}>
            {nameOf(bin)}: {formatCount(bin.count)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function dataOf(bins: readonly Bin[]): uPlot.AlignedData {
  return [bins.map((_, i) => i), bins.map(({ count }) => count)];
}

function optionsFor(element: HTMLElement, bins: readonly Bin[], colourOf: (bin: Bin) => string): uPlot.Options {
  const style = getComputedStyle(element);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  // A label under every bar, or under every second, third, … where they would touch.
  const widest = Math.max(...bins.map((bin) => nameOf(bin).length)) * 7 + 8;
  const every = Math.max(1, Math.ceil((widest * bins.length) / Math.max(1, element.clientWidth)));
  return {
    width: element.clientWidth,
    height,
    padding: [2, 0, 0, 0],
    legend: { show: false },
    cursor: { show: false },
    scales: {
      x: { time: false, range: [-0.5, bins.length - 0.5] },
      y: { range: (_plot, _min, max) => [0, Math.max(1, max)] },
    },
    axes: [
      {
        stroke: token('--text-quiet'),
        font: `11px ${token('--font-ui')}`,
        size: 18,
        gap: 2,
        grid: { show: false },
        ticks: { show: false },
        splits: bins.map((_, i) => i).filter((i) => i % every === 0),
        values: (_plot, splits) => splits.map((i) => nameOf(bins[i]!)),
      },
      { show: false },
    ],
    series: [
      {},
      {
        points: { show: false },
        fill: token('--text-quiet'),
        width: 0,
        paths: uPlot.paths.bars!({
          size: [0.94],
          disp: { fill: { unit: 3, values: () => bins.map(colourOf) } },
        }),
      },
    ],
  };
}

function nameOf({ from, to }: Bin): string {
  return from === to ? String(from) : `${from}–${to}`;
}
