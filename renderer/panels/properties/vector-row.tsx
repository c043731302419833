import type { JSX } from 'preact';
import type { Vec3 } from '#core/math/vec3';
import { formatNumber, plainNumber } from '../../ui/format-number.ts';

const axes = ['X', 'Y', 'Z'] as const;

/** Three numbers that can be read and copied, not set. */
export function VectorRow({ label, values, digits = 5 }: { label: string; values: Vec3; digits?: number }): JSX.Element {
  return (
    <div class="setting">
      <span class="label">{label}</span>
      <span class="triple-fields">
        {values.map((value, i) => (
          <span key={i} class="field fixed" title={plainNumber(value)}>
            <span class={`grip ${axes[i]!.toLowerCase()}`}>{axes[i]}</span>
            <span class="mono">{formatNumber(value, digits)}</span>
          </span>
        ))}
      </span>
    </div>
  );
}
