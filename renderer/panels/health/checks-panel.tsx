import type { JSX } from 'preact';
import { healthOptions, type HealthOptions } from '#core/options';
import type { App } from '../../commands/app.ts';
import { OptionField } from '../option-field.tsx';

/** All options except the choice of checks: the app runs them all. */
type OptionName = Exclude<keyof HealthOptions, 'only'>;

const names = Object.keys(healthOptions).filter((name): name is OptionName => name !== 'only');

/** Thresholds of the checks. A change repeats the checks that have run. */
export function ChecksPanel({ app: { store, health } }: { app: App }): JSX.Element {
  const options = store.healthOptions.value;
  return (
    <div class="properties" data-testid="check-options">
      {names.map((name) => (
        <div key={name} class="setting wide" title={healthOptions[name].meaning}>
          <OptionField
            option={healthOptions[name]}
            name={name}
            value={options[name]}
            onChange={(value) => health.setOptions({ ...options, [name]: value })}
          />
        </div>
      ))}
    </div>
  );
}
