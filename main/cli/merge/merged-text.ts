import { printable } from '../../terminal/columns.ts';
import { addFile, noFiles, summaryText } from '../check/check-text.ts';
import type { ReportWriter } from '../check/report-writer.ts';

/** Writes a line for each file that is over its budget or was not read, then the totals. */
export function mergedTextWriter(): ReportWriter {
  let summary = noFiles;
  return {
    begin: () => '',
    entry: ({ checked }) => {
      summary = addFile(summary, checked);
      if (checked.error !== null) return `${printable(checked.file)}: not read. ${printable(checked.error.message)}.\n`;
      const over = checked.report.overBudget ?? [];
      const codes = over.map(({ code, count, allowed }) => `${code} ${count} (${allowed} allowed)`);
      return over.length === 0 ? '' : `${printable(checked.file)}: ${codes.join(', ')}\n`;
    },
    end: () => summaryText(summary, null),
  };
}
