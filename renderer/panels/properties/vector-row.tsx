import type { JSX } from 'preact';
import type { Vec3 } from '#core/math/vec3';
import { decimalsFor, formatCoordinate, formatNumber, plainNumber } from '../../text/format-number.ts';

const axes = ['X', 'Y', 'Z'] as const;

/** Three numbers to read and copy. */
export function VectorRow({ label, values }: { label: string; values: Vec3 }): JSX.Element {
  const largest = Math.max(...values.map(Math.abs));
  // A third of the panel has room for seven digits.
  const show = (value: number): string =>
    largest > 0 && largest < 0.1 ? formatNumber(value, 3) : formatCoordinate(value, Math.min(4, decimalsFor(largest)));
  return (
    <div class="setting fixed">
      <span class="label">{label}</span>
      <span class="triple-fields">
        {values.map((value, i) => (
          <span key={i} class="field fixed" title={plainNumber(value)}>
            <span class={`grip ${axes[i]!.toLowerCase()}`}>{axes[i]}</span>
            <span class="mono">{show(value)}</span>
          </span>
        ))}
      </span>
    </div>
  );
}
