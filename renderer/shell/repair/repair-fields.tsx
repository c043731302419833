import type { JSX } from 'preact';
import { type Repair, type RepairName, repairs } from '#core/health';
import { repairOptions } from '#core/options';
import { OptionField } from '../../panels/option-field.tsx';
import type { SceneLengths } from '../../panels/properties/scene-lengths.ts';
import type { RepairForm } from '../../state/repair/repair-form.ts';

interface RepairFieldsProps {
  readonly form: RepairForm;
  readonly lengths: SceneLengths;
  readonly onChange: (form: RepairForm) => void;
}

/** A checkbox for each repair, in the order in which they run; a chosen one shows its options. */
export function RepairFields({ form, lengths, onChange }: RepairFieldsProps): JSX.Element {
  const toggle = (name: RepairName, isChosen: boolean): void => {
    const chosen = new Set(form.chosen);
    if (isChosen) chosen.add(name);
    else chosen.delete(name);
    onChange({ ...form, chosen });
  };
  return (
    <fieldset class="repair-list">
      <legend>Repairs, in this order</legend>
      {repairs.map((repair) => (
        <div key={repair.name} class="repair-item">
          <label title={`${repair.meaning}.`}>
            <input
              type="checkbox"
              data-testid={`repair-${repair.name}`}
              checked={form.chosen.has(repair.name)}
              onChange={(event) => toggle(repair.name, event.currentTarget.checked)}
            />
            {repair.title}
          </label>
          {form.chosen.has(repair.name) && <Options repair={repair} form={form} lengths={lengths} onChange={onChange} />}
        </div>
      ))}
    </fieldset>
  );
}

/** The options of a repair, without a flag that only turns it on. */
function Options({ repair, form, lengths, onChange }: RepairFieldsProps & { readonly repair: Repair }): JSX.Element | null {
  const fields = repair.options.flatMap((name, i) => {
    const option = repairOptions[name];
    if (option.type === 'flag' && i === 0 && repair.name !== 'drop-duplicates') return [];
    return [
      <div key={name} class="repair-option" title={option.meaning}>
        <OptionField
          option={option}
          captionClass="secondary"
          lengths={lengths}
          name={name}
          value={form.values[name]}
          onChange={(value) => onChange({ ...form, values: { ...form.values, [name]: value } })}
        />
      </div>,
    ];
  });
  return fields.length === 0 ? null : <div class="repair-options">{fields}</div>;
}
