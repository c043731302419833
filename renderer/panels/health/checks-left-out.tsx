import type { JSX } from 'preact';
import { healthChecks } from '#core/health/health-checks';
import { checksNotRun, optionsThatRun, type NotRun } from '#core/health/report/not-run';
import { healthOptions, type HealthOptions } from '#core/options/health-options';
import type { App } from '../../commands/app.ts';
import { formatMany } from '../../text/format-number.ts';

/** How many checks run by these options, as a phrase: that they found nothing says nothing of the others. */
export function checksThatRan(options: HealthOptions): string {
  return formatMany(healthChecks.length - checksNotRun(options).length, 'check');
}

/** Under the findings: which checks did not run, why, and what runs them. */
export function ChecksLeftOut({ app, options }: { app: App; options: HealthOptions }): JSX.Element | null {
  const left = checksNotRun(options);
  if (left.length === 0) return null;
  return (
    <details class="checks-left-out" data-testid="not-run">
      <summary>{formatMany(left.length, 'check')} did not run</summary>
      <ul>
        {left.map((check) => (
          <LeftOut key={check.code} app={app} options={options} check={check} />
        ))}
      </ul>
    </details>
  );
}

function LeftOut({ app, options, check: { code, reason, option } }: { app: App; options: HealthOptions; check: NotRun }): JSX.Element {
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
          onClick={() => app.health.setOptions({ ...options, ...change })}
        >
          Run it
        </button>
      ) : (
        <button
          type="button"
          class="button small"
          data-run={code}
          title={`${healthOptions[option].title} is among the checks' options`}
          onClick={() => showOption(app, option)}
        >
          Set it…
        </button>
      )}
    </li>
  );
}

/** What turns a check on that is off: its own way, or the value that its option has at first; nothing where only a person can say it. */
function changeThatRuns(code: NotRun['code'], option: keyof HealthOptions): Partial<HealthOptions> {
  const own = optionsThatRun([code]);
  if (Object.keys(own).length > 0) return own;
  const off = healthChecks.find((other) => other.code === code)?.off?.at;
  const initial = healthOptions[option].default;
  return initial === off ? {} : { [option]: initial };
}

function changeText(change: Partial<HealthOptions>): string {
  return (Object.keys(change) as (keyof HealthOptions)[])
    .map((name) => `Sets ${healthOptions[name].title} to ${change[name]}; what was checked is checked anew`)
    .join(', ');
}

function showOption({ shell }: App, option: keyof HealthOptions): void {
  shell.showList('checks');
  // The panel is there with the next frame.
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-testid="option-${option}"]`)?.focus());
}
