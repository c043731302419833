import type { Severity } from '#core/finding';
import type { ShownFinding } from '../../state/health/findings.ts';
import { formatMany } from '../../text/format-number.ts';

/** What a badge shows of findings: the types of the worst severity, and all in its tooltip. */
export interface BadgeCounts {
  readonly worst: 'error' | 'warning';
  readonly count: number;
  /** `1 error type, 2 warning types, 3 info`. */
  readonly text: string;
}

/** Returns the counts of the open findings; `null` without errors and warnings: infos alone are no reason for a badge. */
export function badgeCounts(open: readonly Pick<ShownFinding, 'severity'>[]): BadgeCounts | null {
  const count = (severity: Severity): number => open.filter((finding) => finding.severity === severity).length;
  const [errors, warnings] = [count('error'), count('warning')];
  if (errors + warnings === 0) return null;
  const text = `${formatMany(errors, 'error type')}, ${formatMany(warnings, 'warning type')}, ${count('info')} info`;
  return errors > 0 ? { worst: 'error', count: errors, text } : { worst: 'warning', count: warnings, text };
}
