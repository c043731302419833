import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { type SourceSpace, unitName } from '#core/mesh';
import { type ChoiceOption, spaceOptions, type SpaceOptions } from '#core/options';
import type { DocumentId } from '#host-api';
import type { App } from '../../commands/app.ts';
import { setMeaning } from '../../commands/actions.ts';
import { meaningOf } from '../../state/documents/space-of.ts';
import { Select } from '../../widgets/select.tsx';

const names = Object.keys(spaceOptions) as (keyof SpaceOptions)[];

/** How to interpret the numbers of a document: as the file states, or as the user overrides it. No number changes. */
export function SpaceFields({
  app: { store, shell },
  document,
  space,
  needed = [],
}: {
  app: App;
  document: DocumentId;
  space: SourceSpace;
  /** Fields that have to be set before something can go on. */
  needed?: readonly (keyof SpaceOptions)[];
}): JSX.Element {
  const meaning = meaningOf(store.scene.value, document);
  const fields = useRef<HTMLDivElement>(null);
  const isUnitWanted = shell.unitWanted.value;
  useEffect(() => {
    if (!isUnitWanted) return;
    shell.unitWanted.value = false;
    fields.current?.querySelector('select')?.focus();
  }, [isUnitWanted]);
  return (
    <>
      {names.map((name) => {
        const { title, meaning: tip, choices }: ChoiceOption = spaceOptions[name];
        const rows = Object.entries(choices).map(([value, texts]) => ({
          value,
          ...texts,
          ...(value === 'file' && { title: `File: ${saidOf(space, name)}` }),
        }));
        return (
          <div
            key={name}
            ref={name === 'unit' ? fields : null}
            class={needed.includes(name) ? 'setting needed' : 'setting'}
            title={needed.includes(name) ? `Needed: ${tip}` : tip}
            data-needed={needed.includes(name)}
          >
            <span class="label">
              {title}
              {needed.includes(name) && <span class="needed-mark"> needed</span>}
            </span>
            <Select
              label={title}
              value={meaning[name]}
              choices={rows}
              testId={`space-${name}`}
              onChange={(value) => setMeaning(store, document, { [name]: value })}
            />
          </div>
        );
      })}
    </>
  );
}

/** Returns what the file states, with the titles of the choices. */
function saidOf({ metresPerUnit, up, handedness }: SourceSpace, name: keyof SpaceOptions): string {
  switch (name) {
    case 'unit':
      return unitName(metresPerUnit) ?? 'not stated';
    case 'up':
      return up === null ? 'not stated' : spaceOptions.up.choices[up].title;
    case 'handedness':
      return handedness === null ? 'not stated' : spaceOptions.handedness.choices[handedness].title.toLowerCase();
  }
}
