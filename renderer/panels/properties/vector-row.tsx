import type { JSX } from 'preact';
import type { Vec3 } from '#core/math/vec3';
import { decimalsFor, formatFixed, plainNumber } from '../../ui/format-number.ts';

const axes = ['X', 'Y', 'Z'] as const;

/** Three numbers that can be read and copied, not set. */
export function VectorRow({ label, values }: { label: string; values: Vec3 }): JSX.Element {
  const decimals = decimalsFor(Math.max(...values.map(Math.abs)));
  return (
    <div class="setting fixed">
      <span class="label">{label}</span>
      <span class="triple-fields">
        {values.map((value, i) => (
          <span key={i} class="field fixed" title={plainNumber(value)}>
            <span class={`grip ${axes[i]!.toLowerCase()}`}>{axes[i]}</span>
            <span class="mono">{formatFixed(value, decimals)}</span>
          </span>
        ))}
      </span>
    </div>
  );
}
