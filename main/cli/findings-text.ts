import { formatLocation } from '#core/error';
import type { Finding } from '#core/finding';
import { counted, printable } from '../terminal/columns.ts';

/** Returns every finding with its fix and first locations. */
export function findingsText(findings: readonly Finding[]): string {
  return findings
    .map(({ code, severity, count, message, fix, locations }) => {
      const where = locations.map(formatLocation).filter((location) => location !== '');
      const shown =
        where.length === 0
          ? ''
          : `    at ${printable(where.slice(0, 4).join(', '))}${count > 4 ? `, and ${counted(count - 4)} more` : ''}\n`;
      return `  ${severity}: ${printable(message)}${code === 'no-triangles' ? '' : ` (${counted(count)})`}. ${fix}.\n${shown}`;
    })
    .join('');
}

/** Returns the findings about content that was left out: errors and warnings. */
export function importWarningsText(findings: readonly Finding[]): string {
  return findingsText(findings.filter(({ severity }) => severity !== 'info'));
}
