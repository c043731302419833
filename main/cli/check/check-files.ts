import { toErrorData, type InspectorErrorData } from '#core/error';
import type { MeshWork } from '../mesh-work.ts';
import { checkFile, type CheckReport, type CheckSettings } from './check-file.ts';

/** One of the files that were given: its report, or why it has none. */
export type CheckedFile =
  | { readonly file: string; readonly report: CheckReport; readonly error: null }
  | { readonly file: string; readonly report: null; readonly error: InspectorErrorData };

/**
 * Checks files, several at a time, and tells of each in the order in which they were given, as soon as those before it are
 * told. One that cannot be read does not keep the others.
 * @throws InspectorError `cancelled`; `invalid-argument` for options that no file could be checked with; what `tell` throws.
 */
export async function checkFiles(
  work: MeshWork,
  files: readonly string[],
  settings: CheckSettings,
  jobs: number,
  tell: (checked: CheckedFile) => void,
): Promise<void> {
  const done = new Map<number, CheckedFile>();
  let next = 0;
  let told = 0;
  const checkNext = async (): Promise<void> => {
    for (let i = next++; i < files.length; i = next++) {
      done.set(i, await checkOne(work, files[i]!, settings));
      for (let ready = done.get(told); ready !== undefined; ready = done.get(told)) {
        done.delete(told++);
        tell(ready);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(jobs, files.length) }, checkNext));
}

async function checkOne(work: MeshWork, file: string, settings: CheckSettings): Promise<CheckedFile> {
  try {
    return { file, report: await checkFile(work, file, settings), error: null };
  } catch (thrown) {
    const error = toErrorData(thrown);
    if (error.code === 'cancelled' || error.code === 'invalid-argument') throw thrown;
    return { file, report: null, error };
  }
}
