import { closeSync, fsyncSync, openSync, readFileSync, renameSync, statSync, unlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { invalidArgument } from '#core/error';
import { temporaryName } from '../../documents/temporary-files.ts';
import { writableTarget } from '../../documents/write-atomically.ts';
import { isAddress, parseAddress } from '../../remote/address.ts';
import { remoteSettings } from '../../remote/remote-settings.ts';
import { uploadVerified } from '../../remote/upload.ts';
import { reportAttempt } from './report-attempt.ts';
import { writeWhole } from './write-whole.ts';

/** A report that takes its name when it is complete: before that, an older file of that name stays. */
export interface ReportFile {
  readonly write: (text: string) => void;
  /** Gives the file its name. */
  readonly commit: () => Promise<void>;
  /** Removes what was not committed. */
  readonly dispose: () => void;
}

/**
 * Opens a report for writing; one at an address is uploaded by `commit`. Links are followed, so that they stay links.
 * @param inputs files that the report must not replace
 * @throws InspectorError `unreadable`, as do its functions; `invalid-argument` for an input.
 */
export async function createReportFile(file: string, inputs: readonly string[], signal: AbortSignal): Promise<ReportFile> {
  const address = isAddress(file) ? parseAddress(file) : null;
  const shown = address?.shown ?? file;
  const target = address === null ? await writableTarget(file) : join(tmpdir(), 'report');
  if (inputs.some(address === null ? isFile(target) : (input) => input === file))
    throw invalidArgument('--output is an input file', 'Give another name: a report never replaces its source');
  const temporary = join(dirname(target), temporaryName());
  const descriptor = reportAttempt(shown, () => openSync(temporary, 'wx'));
  let isOpen = true;
  let isNamed = false;
  const close = (): void => {
    if (isOpen) closeSync(descriptor);
    isOpen = false;
  };
  return {
    write: (text) => reportAttempt(shown, () => writeWhole(descriptor, text)),
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
        isNamed = true;
      });
    },
    dispose: () => {
      close();
      if (!isNamed) unlinkSync(temporary);
      isNamed = true;
    },
  };
}

/** Returns whether files are one that may exist, whatever their names. */
function isFile(target: string): (file: string) => boolean {
  const status = (path: string) => statSync(path, { bigint: true, throwIfNoEntry: false });
  const own = status(target);
  if (own === undefined) return () => false;
  return (file) => {
    if (isAddress(file)) return false;
    try {
      const other = status(resolve(file));
      return other?.ino === own.ino && other.dev === own.dev;
    } catch {
      // The check reports a file that cannot be read.
      return false;
    }
  };
}
