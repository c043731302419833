import { closeSync, fsyncSync, ftruncateSync, openSync, readSync } from 'node:fs';
import { resolve } from 'node:path';
import { InspectorError } from '#core/error';
import type { CheckedRun, RunEntry } from './checked-run.ts';
import { type IsReport, readReportOf } from './read-report.ts';
import { reportAttempt } from './report-attempt.ts';
import { writeWhole } from './write-whole.ts';

/** A report in a file that grows while a run goes on, and that the next run continues. */
export interface ResumedRun {
  /** Indices of the files that are finished. */
  readonly finished: ReadonlySet<number>;
  /** Adds whole lines, which survive a kill. @throws InspectorError `unreadable`. */
  readonly append: (text: string) => void;
  readonly close: () => void;
}

/**
 * Opens the NDJSON report of this run, or starts it. Passes its finished files to `found`; a line that a kill cut off is removed.
 * @throws InspectorError `invalid-argument` for the report of another run, and a file that is no report; `malformed`; `unreadable`.
 */
export async function resumeRun<Report>(
  file: string,
  run: CheckedRun,
  begin: string,
  isReport: IsReport,
  found: (entry: RunEntry<Report>) => void,
): Promise<ResumedRun> {
  const finished = new Set<number>();
  const descriptor = reportAttempt(file, () => openSync(resolve(file), 'a+'));
  try {
    let isBegun = false;
    // Without an entry the first line may be cut off as well: it is written again.
    let length = 0;
    for await (const item of readReportOf<Report>(file, isReport, { isCut: true })) {
      if (item.kind === 'run') {
        isBegun = true;
        if (JSON.stringify(item.run) !== JSON.stringify(run)) throw foreign(file);
      } else {
        if (!isBegun) throw foreign(file);
        length = item.end;
        finished.add(item.entry.index);
        found(item.entry);
      }
    }
    if (length === 0 && !isBegun && !beginsReport(reportAttempt(file, () => firstText(descriptor)))) throw noReport(file);
    reportAttempt(file, () => ftruncateSync(descriptor, length));
    reportAttempt(file, () => writeWhole(descriptor, length > 0 ? '\n' : begin));
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
  return {
    finished,
    append: (text) => reportAttempt(file, () => writeWhole(descriptor, text)),
    close: () => {
      reportAttempt(file, () => fsyncSync(descriptor));
      closeSync(descriptor);
    },
  };
}

/** What the first line of a report begins with. */
const reportStart = '{"run":';

function firstText(descriptor: number): string {
  const bytes = Buffer.alloc(reportStart.length);
  return bytes.toString('latin1', 0, readSync(descriptor, bytes, 0, bytes.length, 0));
}

/** Whether a file is empty, or begins as a report. A kill may have cut off the first line. */
function beginsReport(text: string): boolean {
  return text === reportStart || (text.length < reportStart.length && reportStart.startsWith(text));
}

function noReport(file: string): InspectorError {
  const fix = 'Give the name of a new file, or of a report that this run began';
  return refused(file, 'The file to resume is not a report, and would be replaced', fix);
}

function foreign(file: string): InspectorError {
  const message = 'The report to resume belongs to another run: other files, options, shard or version';
  return refused(file, message, 'Remove the file, or give another one');
}

function refused(file: string, message: string, fix: string): InspectorError {
  return new InspectorError({ code: 'invalid-argument', message, fix, location: { file } });
}
