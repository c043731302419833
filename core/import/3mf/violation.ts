import type { Severity } from '../../finding.ts';
import type { FindingKind } from '../finding-list.ts';

/** Returns a kind of finding for a rule of 3MF that the file breaks without harm to its geometry. */
export function violation(message: string, severity: Severity = 'warning'): FindingKind {
  return { code: 'format-violation', severity, message, fix: 'The geometry was read; correct the program that made the file' };
}
