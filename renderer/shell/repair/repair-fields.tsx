import type { JSX } from 'preact';
import { type Repair, type RepairName, repairs } from '#core/health';
import { repairOptions } from '#core/options';
import type { DocumentId } from '#host-api';
import type { App } from '../../commands/app.ts';
import { OptionField } from '../../panels/option-field.tsx';
import type { SceneLengths } from '../../panels/properties/scene-lengths.ts';
import type { RepairForm } from '../../state/repair/repair-form.ts';
import { HoleList } from './hole-list.tsx';

interface RepairFieldsProps {
  readonly app: App;
  readonly document: DocumentId;
  readonly form: RepairForm;
  readonly lengths: SceneLengths;
  readonly onChange: (form: RepairForm) => void;
}

/** A checkbox for each repair, in the order in which they run; a chosen one shows its options. */
export function RepairFields({ app, document, form, lengths, onChange }: RepairFieldsProps): JSX.Element {
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
          {form.chosen.has(repair.name) && (
            <Options app={app} document={document} repair={repair} form={form} lengths={lengths} onChange={onChange} />
          )}
        </div>
      ))}
    </fieldset>
  );
}

/** The options of a repair, without a flag that only turns it on. */
function Options({ app, document, repair, form, lengths, onChange }: RepairFieldsProps & { readonly repair: Repair }): JSX.Element | null {
  const fields = repair.options.flatMap((name, i) => {
    const option = repairOptions[name];
    if (option.type === 'text') return [];
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
  if (fields.length === 0) return null;
  return (
    <div class="repair-options">
      {fields}
      {repair.name === 'fill-holes' && (
        <HoleList
          app={app}
          document={document}
          units={lengths.units}
          limits={form.values}
          chosen={form.holes ?? null}
          onChange={(holes) => onChange(withHoles(form, holes))}
        />
      )}
    </div>
  );
}

function withHoles({ chosen, values }: RepairForm, holes: readonly number[] | null): RepairForm {
  return { chosen, values, ...(holes !== null && { holes }) };
}
