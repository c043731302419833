import type { HealthOptions } from '../../options/health-options.ts';
import { chosenChecks } from './check-health.ts';
import type { HealthCode } from '../health-check.ts';
import { healthChecks } from '../health-checks.ts';

/** A check that does not run with these options. */
export interface NotRun {
  readonly code: HealthCode;
  /** Why it is off; `null` if the options select other checks. */
  readonly reason: string | null;
  /** The option that turns it on; `null` likewise. */
  readonly option: keyof HealthOptions | null;
}

/** Returns the checks that do not run. @throws InspectorError `invalid-argument` as `chosenChecks`. */
export function checksNotRun(options: HealthOptions): readonly NotRun[] {
  const chosen = chosenChecks(options.only);
  return healthChecks.flatMap((check): readonly NotRun[] => {
    if (!chosen.includes(check)) return [{ code: check.code, reason: null, option: null }];
    const { code, off } = check;
    return off === undefined || options[off.by] !== off.at ? [] : [{ code, reason: off.reason, option: off.by }];
  });
}

/** Returns the options that turn on the named checks, if they are off by default. */
export function optionsThatRun(codes: readonly string[]): Partial<HealthOptions> {
  return Object.assign(
    {},
    ...healthChecks.filter(({ code }) => codes.includes(code)).map(({ turnedOnBy }) => turnedOnBy),
  ) as Partial<HealthOptions>; // Of nothing else.
}
