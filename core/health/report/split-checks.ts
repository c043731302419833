import type { HealthOptions } from '../../options/health-options.ts';
import type { HealthCode } from '../health-check.ts';
import { healthChecks } from '../health-checks.ts';
import { chosenChecks, type HealthReport } from './check-health.ts';

/** Checks that use pairs of near triangles. To find the pairs takes about as long as all other checks. */
const ofPairs: readonly HealthCode[] = [
  'self-intersections',
  'coplanar-overlaps',
  'inside-out-pieces',
  'nested-pieces',
  'floating-components',
  'thin-walls',
];

/**
 * Returns options for two runs of `checkHealth` that together run the chosen checks, for two threads; those that were given if one part is empty.
 * `joinReports` joins their reports.
 * @throws InspectorError `invalid-argument` for an unknown code.
 */
export function splitChecks(options: HealthOptions): readonly HealthOptions[] {
  const codes = chosenChecks(options.only).map(({ code }) => code);
  const parts = [codes.filter((code) => ofPairs.includes(code)), codes.filter((code) => !ofPairs.includes(code))];
  if (parts.some((part) => part.length === 0)) return [options];
  return parts.map((part) => ({ ...options, only: part.join(',') }));
}

/** Returns the report of all checks from the reports of `splitChecks`, as `checkHealth` returns it for the options that were split. */
export function joinReports([first, second]: readonly HealthReport[]): HealthReport {
  if (second === undefined) return first!;
  const { selfIntersectingPairs } = first!.facts;
  const order = new Map(healthChecks.map(({ code }, i) => [code, i]));
  const findings = [...first!.findings, ...second.findings].sort((a, b) => order.get(a.code)! - order.get(b.code)!);
  return { ...second, facts: { ...second.facts, selfIntersectingPairs }, findings };
}
