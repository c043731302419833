import { InspectorError } from '#core/error';

/** Runs a step that writes a report. @throws InspectorError `unreadable`, as the operating system refuses. */
export function reportAttempt<Result>(file: string, step: () => Result): Result {
  try {
    return step();
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const message = `The report cannot be written (${code ?? 'unknown error'})`;
    throw new InspectorError({ code: 'unreadable', message, fix: 'Check the folder and the disk', location: { file } }, { cause });
  }
}
