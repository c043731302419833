import type { JSX } from 'preact';
import { type EngineChoice, healthOptions, type HealthOptions } from '#core/options';
import type { App } from '../../commands/app.ts';
import { healthOptionsOf } from '../../state/health/engine-of-file.ts';
import { OptionField } from '../option-field.tsx';

/** All options except the choice of checks: the app runs them all. */
type OptionName = Exclude<keyof HealthOptions, 'only'>;

const names = Object.keys(healthOptions).filter((name): name is OptionName => name !== 'only');

/** Thresholds of the checks. A change repeats the checks that have run. */
export function ChecksPanel({ app: { store, health } }: { app: App }): JSX.Element {
  const document = store.activeDocument.value;
  const options = document === null ? store.healthOptions.value : healthOptionsOf(store, document);
  const change = (name: OptionName, value: unknown): void => {
    // The engine of an engine's file is not the one that all other documents share.
    if (name === 'engine' && document !== null) health.chooseEngine(document.summary.id, value as EngineChoice);
    else health.setOptions({ ...store.healthOptions.peek(), [name]: value });
  };
  return (
    <div class="properties" data-testid="check-options">
      {names.map((name) => (
        <div key={name} class="setting wide" title={healthOptions[name].meaning}>
          <OptionField option={healthOptions[name]} name={name} value={options[name]} onChange={(value) => change(name, value)} />
        </div>
      ))}
    </div>
  );
}
