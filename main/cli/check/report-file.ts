import { closeSync, fsyncSync, openSync, readFileSync, renameSync, unlinkSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { temporaryName } from '../../documents/temporary-files.ts';
import { isAddress, parseAddress } from '../../remote/address.ts';
import { remoteSettings } from '../../remote/remote-settings.ts';
import { uploadVerified } from '../../remote/upload.ts';
import { reportAttempt } from './report-attempt.ts';

/** A report that takes its name when it is complete: before that, an older file of that name stays. */
export interface ReportFile {
  readonly write: (text: string) => void;
  /** Gives the file its name. */
  readonly commit: () => Promise<void>;
  /** Removes what was not committed. */
  readonly dispose: () => void;
}

/** Opens a report for writing; one at an address is uploaded by `commit`. @throws InspectorError `unreadable`, as do its functions. */
export function createReportFile(file: string, signal: AbortSignal): ReportFile {
  const address = isAddress(file) ? parseAddress(file) : null;
  const shown = address?.shown ?? file;
  const target = address === null ? resolve(file) : join(tmpdir(), 'report');
  const temporary = join(dirname(target), temporaryName());
  const descriptor = reportAttempt(shown, () => openSync(temporary, 'wx'));
  let isOpen = true;
  const close = (): void => {
    if (isOpen) closeSync(descriptor);
    isOpen = false;
  };
  return {
    write: (text) => void reportAttempt(shown, () => writeSync(descriptor, text)),
    commit: async () => {
      if (address !== null) {
        const bytes = reportAttempt(shown, () => new Uint8Array(readFileSync(temporary)));
        await uploadVerified(address, bytes, { settings: remoteSettings(process.env), signal });
        return;
      }
      reportAttempt(shown, () => {
        fsyncSync(descriptor);
        close();
        renameSync(temporary, target);
      });
    },
    dispose: () => {
      if (!isOpen) return;
      close();
      unlinkSync(temporary);
    },
  };
}
