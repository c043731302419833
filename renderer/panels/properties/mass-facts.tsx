import type { JSX } from 'preact';
import { type MassReport, massWarning } from '#core/health';
import { formatNumber, plainNumber } from '../../text/format-number.ts';
import { lengthLabel } from '../../text/length-label.ts';
import { Facts } from './facts.tsx';
import { VectorRow } from './vector-row.tsx';

const axisNames = ['First axis', 'Second axis', 'Third axis'] as const;

/** Mass properties (S5) of one or several solids, or why the mesh has none. Moments are about the centre of mass. */
export function MassFacts({ title, mass, units }: { title: string; mass: MassReport; units: string | null }): JSX.Element {
  const warning = massWarning(mass);
  if (warning !== null) {
    return (
      <div data-testid="mass-facts">
        <span class="label">{title}</span>
        <p class="warning-text">{warning}.</p>
      </div>
    );
  }
  const figure = (value: number): JSX.Element => <span title={plainNumber(value)}>{formatNumber(value, 6)}</span>;
  return (
    <div data-testid="mass-facts">
      <span class="label">{title}</span>
      <Facts
        facts={[
          [`${lengthLabel('Volume', units)}${units === null ? '' : '³'}`, figure(mass.volume)],
          ['Density', figure(mass.density)],
          ['Mass', figure(mass.mass)],
        ]}
      />
      <VectorRow label={lengthLabel('Centre of mass', units)} values={mass.centre} />
      <VectorRow label="Principal moments" values={mass.principalMoments} />
      {mass.principalAxes.map((axis, i) => (
        <VectorRow key={i} label={axisNames[i]!} values={axis} />
      ))}
    </div>
  );
}
