import type { JSX } from 'preact';
import type { App } from '../../commands/app.ts';
import { runCommand } from '../../commands/keymap.ts';
import { setTurntable } from '../../commands/turntable-actions.ts';
import { defaultTurntable, turntableLimits, type TurntableOptions } from '../../state/camera/turntable.ts';
import { formatNumber } from '../../text/format-number.ts';
import { commandTip } from '../../widgets/command-button.tsx';
import { NumberField } from '../../widgets/number-field.tsx';
import { Segmented } from '../../widgets/segmented.tsx';

const directions = [
  { value: 'left', title: 'Left', meaning: 'The camera orbits to the left.' },
  { value: 'right', title: 'Right', meaning: 'The camera orbits to the right.' },
] as const satisfies readonly { readonly value: TurntableOptions['direction']; readonly title: string; readonly meaning: string }[];

/** How the camera goes around its target, and how a turn is saved. */
export function TurntableSettings({ app }: { app: App }): JSX.Element {
  const { store } = app;
  const { degreesPerSecond, direction, pictures } = store.turntable.value;
  return (
    <>
      <h3>Turntable</h3>
      <div class="setting">
        <span class="label">Speed</span>
        <TurntableField
          app={app}
          label="Speed"
          name="degreesPerSecond"
          unit="°/s"
          meaning={`A turn takes ${formatNumber(360 / degreesPerSecond, 3)} s.`}
        />
      </div>
      <div class="setting">
        <span class="label">Direction</span>
        <Segmented
          label="Direction of the turntable"
          value={direction}
          choices={directions}
          onChange={(value) => setTurntable(store, { direction: value })}
        />
      </div>
      <div class="setting">
        <span class="label">Pictures</span>
        <TurntableField
          app={app}
          label="Pictures"
          name="pictures"
          meaning={`Pictures of a saved turn: one every ${formatNumber(360 / pictures, 3)}°.`}
        />
      </div>
      <div class="turntable-buttons">
        <button
          type="button"
          class="button"
          aria-pressed={store.turns.value}
          data-testid="turntable"
          title={commandTip('turntable')}
          onClick={() => runCommand(app, 'turntable')}
        >
          {store.turns.value ? 'Stop' : 'Start'}
        </button>
        <button type="button" class="button" title={commandTip('saveTurntable')} onClick={() => runCommand(app, 'saveTurntable')}>
          Save turntable…
        </button>
      </div>
    </>
  );
}

interface TurntableFieldProps {
  readonly app: App;
  readonly label: string;
  readonly name: 'degreesPerSecond' | 'pictures';
  readonly meaning: string;
  readonly unit?: string;
  /** The same field in the dialog. */
  readonly isOfDialog?: true;
}

/** A number of the turntable. */
export function TurntableField({ app: { store }, label, name, meaning, unit, isOfDialog }: TurntableFieldProps): JSX.Element {
  const value = store.turntable.value[name];
  const [min, max] = turntableLimits[name];
  const isCount = name === 'pictures';
  return (
    <NumberField
      label={label}
      meaning={meaning}
      value={value}
      min={min}
      max={max}
      {...(isCount ? { integer: true, step: 1 } : {})}
      initial={defaultTurntable[name]}
      unit={unit}
      testId={`${isOfDialog === true ? 'save-' : ''}turntable-${isCount ? 'pictures' : 'speed'}`}
      onCommit={(next) => setTurntable(store, { [name]: next })}
    />
  );
}
