import type { JSX, TargetedKeyboardEvent } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { pageTheme } from '../../state/preferences/page-theme.ts';
import type { Bin } from './bins.ts';

export interface HistogramProps {
  readonly label: string;
  readonly bins: readonly Bin[];
  /** Colour of a bar as canvases take it; quiet for `null`. */
  readonly colourOf: (bin: Bin) => string | null;
  /** What a bar counts, for its name: `3 leaves at depth 12`. */
  readonly textOf: (bin: Bin) => string;
  readonly onPick: (bin: Bin) => void;
  /** What a click does, for the tooltip. */
  readonly hint?: string;
  /** Called with the bar under the pointer or focus; `null` for none. */
  readonly onHover?: (bin: Bin | null) => void;
}

const height = 64;

/** Bars drawn by uPlot, each under a button that picks it. The buttons are one stop of the Tab key: arrow keys move between them. */
export function Histogram({
  label,
  bins,
  colourOf,
  textOf,
  onPick,
  hint = 'Click to select and list them',
  onHover,
}: HistogramProps): JSX.Element {
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
  }, [bins, pageTheme.value]);
  return (
    <div class="histogram-holder">
      <div ref={holder} class="histogram" aria-hidden="true" />
      <div class="histogram-bars" role="group" aria-label={label} onKeyDown={onKeyDown}>
        {bins.map((bin, i) => (
          <button
            key={bin.from}
            type="button"
            tabIndex={i === 0 ? 0 : -1}
            title={`${textOf(bin)}. ${hint}.`}
            aria-label={textOf(bin)}
            disabled={bin.count === 0}
            data-bin={bin.from}
            onClick={() => onPick(bin)}
            onMouseEnter={() => onHover?.(bin)}
            onMouseLeave={() => onHover?.(null)}
          />
        ))}
      </div>
    </div>
  );
}

/** Moves the focus to the next bar with a count. */
function onKeyDown(event: TargetedKeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.querySelectorAll('button')].filter((button) => !button.disabled);
  const at = buttons.findIndex((button) => button === document.activeElement);
  buttons[Math.min(buttons.length - 1, Math.max(0, at + step))]?.focus();
}

function dataOf(bins: readonly Bin[]): uPlot.AlignedData {
  return [bins.map((_, i) => i), bins.map(({ count }) => count)];
}

function optionsFor(element: HTMLElement, bins: readonly Bin[], colourOf: HistogramProps['colourOf']): uPlot.Options {
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
          disp: { fill: { unit: 3, values: () => bins.map((bin) => colourOf(bin) ?? token('--text-quiet')) } },
        }),
      },
    ],
  };
}

function nameOf({ from, to, name }: Bin): string {
  if (name !== undefined) return name;
  return from === to ? String(from) : `${from}–${to}`;
}
