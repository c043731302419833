import type { JSX } from 'preact';
import { checksNotRun, healthChecks, type NotRun, optionsThatRun } from '#core/health';
import { healthOptions, type HealthOptions } from '#core/options';
import type { App } from '../../commands/app.ts';
import { formatMany } from '../../text/format-number.ts';

/** Returns how many checks run with these options, as a phrase. For skipped checks, no findings has no meaning. */
export function checksThatRan(options: HealthOptions): string {
  return formatMany(healthChecks.length - checksNotRun(options).length, 'check');
}

/** Lists the checks that did not run, why, and how to run them: over the places of the chosen finding, so that the list of findings stays. */
export function ChecksLeftOut({ app, options }: { app: App; options: HealthOptions }): JSX.Element | null {
  const left = checksNotRun(options);
  if (left.length === 0) return null;
  return (
    <details class="checks-left-out" data-testid="not-run">
      <summary>{formatMany(left.length, 'check')} did not run</summary>
      <ul>
        {left.map((check) => (
          <LeftOut key={check.code} app={app} check={check} />
        ))}
      </ul>
    </details>
  );
}

function LeftOut({ app, check: { code, reason, option } }: { app: App; check: NotRun }): JSX.Element {
  const title = healthChecks.find((other) => other.code === code)?.title ?? code;
  const change = option === null ? {} : changeThatRuns(code, option);
  return (
    <li>
      <span class="name">
        {title}
        {reason !== null && <span class="quiet">: {reason.charAt(0).toLowerCase() + reason.slice(1)}</span>}
      </span>
      {option === null ? null : Object.keys(change).length > 0 ? (
        <button
          type="button"
          class="button small"
          data-run={code}
          title={changeText(change)}
          onClick={() => app.health.setOptions({ ...app.store.healthOptions.peek(), ...change })}
        >
          Run
        </button>
      ) : (
        <button
          type="button"
          class="button small"
          data-run={code}
          title={`${healthOptions[option].title} is an option in the Checks panel`}
          onClick={() => showOption(app, option)}
        >
          Set…
        </button>
      )}
    </li>
  );
}

/** Returns the option change that enables a check: its own, or the default of its option. Empty where only the user can choose a value. */
function changeThatRuns(code: NotRun['code'], option: keyof HealthOptions): Partial<HealthOptions> {
  const own = optionsThatRun([code]);
  if (Object.keys(own).length > 0) return own;
  const off = healthChecks.find((other) => other.code === code)?.off?.at;
  const initial = healthOptions[option].default;
  return initial === off ? {} : { [option]: initial };
}

function changeText(change: Partial<HealthOptions>): string {
  return (Object.keys(change) as (keyof HealthOptions)[])
    .map((name) => `Set ${healthOptions[name].title} to ${change[name]} and check again`)
    .join(', ');
}

function showOption({ shell }: App, option: keyof HealthOptions): void {
  shell.showList('checks');
  // The panel is visible in the next frame.
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-testid="option-${option}"]`)?.focus());
}
