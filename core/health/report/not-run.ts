import type { HealthOptions } from '../../options/health-options.ts';
import { chosenChecks } from './check-health.ts';
import type { HealthCode } from '../health-check.ts';
import { healthChecks } from '../health-checks.ts';

/** A check that these options do not run: that it found nothing says nothing. */
export interface NotRun {
  readonly code: HealthCode;
  /** Why; `null` where others were asked for. */
  readonly reason: string | null;
  /** Which option would run it; `null` likewise. */
  readonly option: keyof HealthOptions | null;
}

/** @throws InspectorError `invalid-argument` as `chosenChecks`. */
export function checksNotRun(options: HealthOptions): readonly NotRun[] {
  const chosen = chosenChecks(options.only);
  return healthChecks.flatMap((check): readonly NotRun[] => {
    if (!chosen.includes(check)) return [{ code: check.code, reason: null, option: null }];
    const { code, off } = check;
    return off === undefined || options[off.by] !== off.at ? [] : [{ code, reason: off.reason, option: off.by }];
  });
}

/** The options that run those of the codes that are off unless something turns them on. */
export function optionsThatRun(codes: readonly string[]): Partial<HealthOptions> {
  return Object.assign(
    {},
    ...healthChecks.filter(({ code }) => codes.includes(code)).map(({ turnedOnBy }) => turnedOnBy),
  ) as Partial<HealthOptions>; // Of nothing else.
}
