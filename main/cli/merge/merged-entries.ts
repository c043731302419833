import type { RunEntry } from '../check/checked-run.ts';
import { readReport, type ReportItem } from '../check/read-report.ts';
import type { SurveyedReport } from './survey.ts';

/** Yields the entries of several reports in the order of the whole list, each index once. One entry of each report is in memory. */
export async function* mergedEntries(reports: readonly SurveyedReport[], signal: AbortSignal): AsyncGenerator<RunEntry, void> {
  const readers = reports.map(({ file, path, offset }) => ({
    items: readReport(file, { path, signal }),
    offset,
    entry: null as RunEntry | null,
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

async function nextEntry(items: AsyncGenerator<ReportItem, void>, offset: number): Promise<RunEntry | null> {
  for (;;) {
    const { value, done } = await items.next();
    if (done === true || value === undefined) return null;
    if (value.kind === 'entry') return { ...value.entry, index: value.entry.index + offset };
  }
}
