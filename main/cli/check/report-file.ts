import { closeSync, fsyncSync, openSync, renameSync, unlinkSync, writeSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { temporaryName } from '../../documents/temporary-files.ts';
import { reportAttempt } from './report-attempt.ts';

/** A report that takes its name when it is complete: before that, an older file of that name stays. */
export interface ReportFile {
  readonly write: (text: string) => void;
  /** Gives the file its name. */
  readonly commit: () => void;
  /** Removes what was not committed. */
  readonly dispose: () => void;
}

/** Opens a report for writing. @throws InspectorError `unreadable`, as do its functions. */
export function createReportFile(file: string): ReportFile {
  const target = resolve(file);
  const temporary = join(dirname(target), temporaryName());
  const descriptor = reportAttempt(file, () => openSync(temporary, 'wx'));
  let isOpen = true;
  const close = (): void => {
    if (isOpen) closeSync(descriptor);
    isOpen = false;
  };
  return {
    write: (text) => void reportAttempt(file, () => writeSync(descriptor, text)),
    commit: () =>
      reportAttempt(file, () => {
        fsyncSync(descriptor);
        close();
        renameSync(temporary, target);
      }),
    dispose: () => {
      if (!isOpen) return;
      close();
      unlinkSync(temporary);
    },
  };
}
