import type { JSX } from 'preact';
import type { Vec3 } from '#core/math';
import { revertPreview } from '../../commands/actions.ts';
import { changeProbe, previewProbe } from '../../commands/probe-actions.ts';
import { type ProbeField, type ProbeShape, probeFields, type ProbeValue } from '../../state/probe/probe-shapes.ts';
import type { Store } from '../../state/store/store.ts';
import { formatNumber } from '../../text/format-number.ts';
import { NumberField } from '../../widgets/number-field.tsx';
import { LengthField } from '../properties/length-field.tsx';
import type { SceneLengths } from '../properties/scene-lengths.ts';
import { VectorField } from '../properties/vector-field.tsx';
import { PointsField } from './points-field.tsx';

interface ProbeFieldsProps {
  readonly store: Store;
  readonly shape: ProbeShape;
  readonly lengths: SceneLengths;
}

/** The numbers of a shape as fields that are typed, stepped or dragged, in the order of its table. */
export function ProbeFields({ store, shape, lengths }: ProbeFieldsProps): JSX.Element {
  return (
    <>
      {probeFields(shape).map(({ name, field, value }) => (
        <OneField key={`${shape.kind} ${name}`} store={store} name={name} field={field} value={value} lengths={lengths} />
      ))}
    </>
  );
}

interface OneFieldProps {
  readonly store: Store;
  readonly name: string;
  readonly field: ProbeField;
  readonly value: ProbeValue;
  readonly lengths: SceneLengths;
}

function OneField({ store, name, field, value, lengths }: OneFieldProps): JSX.Element {
  const common = {
    label: field.title,
    testId: `probe-${name}`,
    onPreview: (next: ProbeValue) => previewProbe(store, name, next),
    onCommit: (title: string, next: ProbeValue) => changeProbe(store, title, name, next),
    onRevert: () => revertPreview(store),
  };
  switch (field.type) {
    case 'point':
      return <VectorField {...common} lengths={lengths} values={value as Vec3} />;
    case 'vector': {
      const vector = { ...common, values: value as Vec3 };
      if (field.unit === 'length') return <VectorField {...vector} lengths={lengths} />;
      return field.unit === 'degrees' ? (
        <VectorField {...vector} unit="°" step={1} coarseStep={15} />
      ) : (
        <VectorField {...vector} isDirection step={0.01} />
      );
    }
    case 'points':
      return <PointsField {...common} minCount={field.minCount ?? 1} units={lengths.units} points={value as readonly Vec3[]} />;
    case 'length':
      return <LengthField {...common} {...lengths} meaning={field.meaning} infinite={field.infinite ?? false} value={value as number} />;
    case 'number':
    case 'integer':
      return (
        <div class="setting">
          <NumberField
            {...common}
            caption={field.title}
            meaning={field.meaning}
            isHalf
            integer={field.type === 'integer'}
            step={field.type === 'integer' ? 1 : undefined}
            min={field.min}
            max={field.max}
            unit={field.unit}
            value={value as number}
            onCommit={(next) => changeProbe(store, `${field.title} ${formatNumber(next)}`, name, next)}
          />
        </div>
      );
  }
}
