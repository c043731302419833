import type { RepairName } from './repair.ts';
import type { Severity } from '../../finding.ts';
import type { HealthCode } from '../health-check.ts';
import type { RepairStep } from './repair-mesh.ts';

/** A kind of error or warning of which there are more after repairs than before. */
export interface RaisedFinding {
  readonly code: HealthCode;
  readonly before: number;
  readonly after: number;
  /** The repairs that raised it, in the order in which they ran. */
  readonly repairs: readonly RepairName[];
}

/**
 * Returns the errors and warnings that repairs raise, in the order given. A finding that one repair raises and a later one clears is not
 * among them. Infos are left out: they describe a mesh, and more of them need no decision.
 */
export function raisedFindings(
  findings: readonly { readonly code: HealthCode; readonly severity: Severity; readonly before: number; readonly after: number }[],
  steps: readonly Pick<RepairStep, 'repair' | 'findings'>[],
): readonly RaisedFinding[] {
  return findings
    .filter(({ severity, before, after }) => severity !== 'info' && after > before)
    .map(({ code, before, after }) => {
      const raising = steps.filter((step) => step.findings.some((changed) => changed.code === code && changed.after > changed.before));
      return { code, before, after, repairs: raising.map(({ repair }) => repair) };
    });
}
