import type { JSX } from 'preact';
import { type BakeFormatName, bakeFormatNames, bakeFormats } from '#core/bake';

/** Selects the format of the baked file. */
export function BakeFormatField({ value, onChange }: { value: BakeFormatName; onChange: (name: BakeFormatName) => void }): JSX.Element {
  return (
    <fieldset>
      <legend>Format</legend>
      {bakeFormatNames.map((name) => (
        <label key={name}>
          <input type="radio" name="bake-format" value={name} checked={name === value} onChange={() => onChange(name)} />
          <span>{bakeFormats[name].title}</span>
          <span class="quiet">.{bakeFormats[name].extension}</span>
        </label>
      ))}
    </fieldset>
  );
}
