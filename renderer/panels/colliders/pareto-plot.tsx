import type { JSX } from 'preact';
import type { ColliderRecord } from '#core/job';
import { formatCount, formatNumber } from '../../text/format-number.ts';
import { bestText } from './best-text.ts';

interface ParetoPlotProps {
  readonly colliders: readonly ColliderRecord[];
  readonly pointed: string | null;
  readonly onPoint: (id: string | null) => void;
  readonly onKeep: (id: string) => void;
}

/** CSS pixels: the whole plot, and the room for the axes and their longest numbers. */
const size = { width: 230, height: 190, left: 44, bottom: 26, top: 8, right: 28 };

/**
 * Error over cost, both on logarithmic axes, with the front of the best ones as a line. The table next to it has the same numbers, so the
 * plot is hidden from screen readers.
 */
export function ParetoPlot({ colliders, pointed, onPoint, onKeep }: ParetoPlotProps): JSX.Element {
  const rows = colliders.filter(({ error }) => Number.isFinite(error));
  const xs = rangeOf(rows.map(({ cost }) => cost));
  const ys = rangeOf(rows.map(({ error }) => shownError(error)));
  const x = (cost: number): number => size.left + share(cost, xs) * (size.width - size.left - size.right);
  const y = (error: number): number => size.height - size.bottom - share(error, ys) * (size.height - size.bottom - size.top);
  const best = rows.filter(({ isBest }) => isBest).toSorted((p, q) => p.cost - q.cost);
  const named = rows.find(({ id }) => id === pointed);
  return (
    <figure class="pareto-plot" aria-hidden="true">
      <svg width={size.width} height={size.height} data-testid="pareto-plot">
        {decadesOf(xs).map((value) => (
          <g key={`x${value}`}>
            <line class="grid" x1={x(value)} x2={x(value)} y1={size.top} y2={size.height - size.bottom} />
            <text x={x(value)} y={size.height - 12} text-anchor="middle">
              {formatCount(value)}
            </text>
          </g>
        ))}
        {decadesOf(ys).map((value) => (
          <g key={`y${value}`}>
            <line class="grid" x1={size.left} x2={size.width - size.right} y1={y(value)} y2={y(value)} />
            <text x={size.left - 4} y={y(value) + 4} text-anchor="end">
              {formatNumber(100 * value, 2)} %
            </text>
          </g>
        ))}
        <polyline class="front" points={best.map((row) => `${x(row.cost)},${y(shownError(row.error))}`).join(' ')} />
        {rows.map((row) => (
          <circle
            key={row.id}
            class={`${row.isBest ? 'best' : 'other'}${row.id === pointed ? ' pointed' : ''}`}
            cx={x(row.cost)}
            cy={y(shownError(row.error))}
            r={row.id === pointed ? 6 : 4}
            data-row={row.id}
            onPointerEnter={() => onPoint(row.id)}
            onPointerLeave={() => onPoint(null)}
            onClick={() => onKeep(row.id)}
          >
            <title>{[row.title, bestText(row)?.mark].filter(Boolean).join(', ')}</title>
          </circle>
        ))}
      </svg>
      <figcaption>{named === undefined ? 'Error over cost. Click a point to open it.' : named.title}</figcaption>
    </figure>
  );
}

/** An error of 0 has no place on a logarithmic axis. */
function shownError(error: number): number {
  return Math.max(error, 1e-4);
}

type Range = readonly [min: number, max: number];

/** Returns the decades around values above 0. */
function rangeOf(values: readonly number[]): Range {
  if (values.length === 0) return [1, 10];
  const low = Math.floor(Math.log10(Math.min(...values)));
  const high = Math.ceil(Math.log10(Math.max(...values)));
  return [10 ** low, 10 ** Math.max(high, low + 1)];
}

function share(value: number, [min, max]: Range): number {
  return Math.log10(value / min) / Math.log10(max / min);
}

function decadesOf([min, max]: Range): readonly number[] {
  const decades = Math.round(Math.log10(max / min));
  const step = Math.max(1, Math.ceil(decades / 5));
  return Array.from({ length: Math.floor(decades / step) + 1 }, (_, i) => min * 10 ** (i * step));
}
