import type { Finding, FindingCode, Severity } from '../finding.ts';
import { healthCodes, type HealthCode } from '../health/health-check.ts';
import type { HealthReport } from '../health/report/check-health.ts';

/** A version of a mesh with what its import and the checks found. */
export interface CheckedVersion {
  readonly imported: readonly Finding[];
  readonly report: HealthReport;
}

/** The number of a finding in two versions; 0 where it is not found. */
export interface FindingChange {
  readonly code: HealthCode | FindingCode;
  readonly severity: Severity;
  readonly title: string;
  readonly before: number;
  readonly after: number;
}

type Counted = Omit<FindingChange, 'before' | 'after'> & { readonly count: number };

/**
 * Returns the findings of one or both versions: those of the import in the order of the file, then those of the checks in the order of the
 * checks. A finding of both import and checks is listed once.
 */
export function findingChanges(before: CheckedVersion, after: CheckedVersion): readonly FindingChange[] {
  const [old, now] = [countedFindings(before), countedFindings(after)];
  const all = new Map([...now, ...old].map(([key, { code, severity, title }]) => [key, { code, severity, title }]));
  const rank = ({ code }: { readonly code: string }): number => healthCodes.indexOf(code as HealthCode);
  return [...all]
    .map(([key, finding]) => ({ ...finding, before: old.get(key)?.count ?? 0, after: now.get(key)?.count ?? 0 }))
    .sort((a, b) => rank(a) - rank(b));
}

/** Whether a version has more errors or warnings of a kind than the other. */
export function isWorse({ severity, before, after }: FindingChange): boolean {
  return severity !== 'info' && after > before;
}

/** Returns the findings by code and severity. */
function countedFindings({ imported, report }: CheckedVersion): ReadonlyMap<string, Counted> {
  const counted = new Map<string, Counted>();
  for (const { code, severity, title, count } of report.findings) counted.set(`${code} ${severity}`, { code, severity, title, count });
  for (const { code, severity, count } of imported) {
    const key = `${code} ${severity}`;
    const known = counted.get(key);
    if (known !== undefined && healthCodes.includes(code as HealthCode)) continue;
    const title = code.charAt(0).toUpperCase() + code.slice(1).replaceAll('-', ' ');
    counted.set(key, { code, severity, title, count: count + (known?.count ?? 0) });
  }
  return counted;
}
