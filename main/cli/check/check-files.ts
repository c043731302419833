import { toErrorData, type InspectorErrorData } from '#core/error';
import { shownFile } from '../../remote/address.ts';
import type { MeshWork } from '../mesh-work.ts';
import { inOrder } from './in-order.ts';
import { checkFile, type CheckReport, type CheckSettings } from './check-file.ts';

/** A file with its report, or with the error that prevented one. */
export type CheckedFile<Report = CheckReport> =
  | { readonly file: string; readonly report: Report; readonly error: null }
  | { readonly file: string; readonly report: null; readonly error: InspectorErrorData };

/**
 * Checks files, several in parallel, and passes each to `report` in the given order, as soon as those before it are
 * passed. A file that cannot be read does not stop the others.
 * @throws InspectorError `cancelled`; `invalid-argument` for options that are wrong for every file; the errors of `report`.
 */
export async function checkFiles(
  work: MeshWork,
  files: readonly string[],
  settings: CheckSettings,
  jobs: number,
  report: (checked: CheckedFile) => void,
): Promise<void> {
  await inOrder(files.length, jobs, (i) => checkOne(work, files[i]!, settings), report);
}

async function checkOne(work: MeshWork, file: string, settings: CheckSettings): Promise<CheckedFile> {
  try {
    return { file: shownFile(file), report: await checkFile(work, file, settings), error: null };
  } catch (thrown) {
    const error = toErrorData(thrown);
    if (error.code === 'cancelled' || error.code === 'invalid-argument') throw thrown;
    return { file: shownFile(file), report: null, error };
  }
}
