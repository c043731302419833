import type { RunEntry } from '../check/checked-run.ts';
import type { CheckReport } from '../check/check-file.ts';
import { isCheckReport, type IsReport, readReportOf, type ReportItem } from '../check/read-report.ts';
import type { SurveyedReport } from './survey.ts';

/** Yields the entries of several reports in the order of the whole list, each index once. One entry of each report is in memory. */
export async function* mergedEntries<Report = CheckReport>(
  reports: readonly SurveyedReport[],
  signal: AbortSignal,
  isReport: IsReport = isCheckReport,
): AsyncGenerator<RunEntry<Report>, void> {
  const readers = reports.map(({ file, path, offset }) => ({
    items: readReportOf<Report>(file, isReport, { path, signal }),
    offset,
    entry: null as RunEntry<Report> | null,
  }));
  try {
    for (const reader of readers) reader.entry = await nextEntry(reader.items, reader.offset);
    for (let last = -1; ; ) {
      let first: (typeof readers)[number] | null = null;
      for (const reader of readers)
        if (reader.entry !== null && (first === null || reader.entry.index < first.entry!.index)) first = reader;
      if (first === null) return;
      const entry = first.entry!;
      if (entry.index !== last) yield entry;
      last = entry.index;
      first.entry = await nextEntry(first.items, first.offset);
    }
  } finally {
    for (const { items } of readers) await items.return();
  }
}

async function nextEntry<Report>(items: AsyncGenerator<ReportItem<Report>, void>, offset: number): Promise<RunEntry<Report> | null> {
  for (;;) {
    const { value, done } = await items.next();
    if (done === true || value === undefined) return null;
    if (value.kind === 'entry') return { ...value.entry, index: value.entry.index + offset };
  }
}
