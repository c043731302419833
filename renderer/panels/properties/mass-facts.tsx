import type { JSX } from 'preact';
import type { Vec3 } from '#core/math';
import { type MassReport, massWarning } from '#core/health';
import type { ShownLengths } from '../../text/list-lengths.ts';
import { lengthLabel, lengthSign, type ShownUnit, shownLength } from '../../text/shown-unit.ts';
import type { FigureLabel } from '../../text/figures.ts';
import { Facts } from './facts.tsx';
import { VectorRow } from './vector-row.tsx';
import { MeasureText } from './length-text.tsx';

const axisNames = ['First axis', 'Second axis', 'Third axis'] as const;
/** What surrounds the sign of the length unit. The mass has the unit of the density, which no file states. */
const massUnits = { Density: ['mass/', '³'], 'Principal moments': ['mass·', '²'] } as const;

/** Mass properties (S5) of one or several solids, or why the mesh has none. Moments are about the centre of mass. */
export function MassFacts({ title, mass, lengths }: { title: string; mass: MassReport; lengths: ShownLengths }): JSX.Element {
  const { units } = lengths;
  const warning = massWarning(mass);
  if (warning !== null) {
    return (
      <div data-testid="mass-facts">
        <span class="label">{title}</span>
        <p class="warning-text">{warning}.</p>
      </div>
    );
  }
  const figure = (value: number, power: number): JSX.Element => <MeasureText value={value} units={units} power={power} />;
  return (
    <div data-testid="mass-facts">
      <span class="label">{title}</span>
      <Facts
        facts={[
          [lengthLabel('Volume', units, 3), figure(mass.volume, 3)],
          [massLabel('Density', units), figure(mass.density, -3)],
          ['Mass', figure(mass.mass, 0)],
        ]}
      />
      <VectorRow label="Centre of mass" lengths={lengths} values={mass.centre} />
      <VectorRow label={massLabel('Principal moments', units)} plain values={moments(mass.principalMoments, units)} />
      {mass.principalAxes.map((axis, i) => (
        <VectorRow key={i} label={axisNames[i]!} values={axis} />
      ))}
    </div>
  );
}

/** A head with its unit, `Density, mass/m³`; without one where the document has none. */
function massLabel(label: keyof typeof massUnits, units: ShownUnit): FigureLabel {
  const [before, after] = massUnits[label];
  return units.name === null ? label : `${label}, ${before}${lengthSign(units)}${after}`;
}

/** Moments are masses times areas. */
function moments([x, y, z]: Vec3, units: ShownUnit): Vec3 {
  return [shownLength(units, x, 2), shownLength(units, y, 2), shownLength(units, z, 2)];
}
