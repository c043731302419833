import { resolve } from 'node:path';

/**
 * The files among the arguments of the program, as absolute paths. The first argument is the program; where it is not
 * packaged the second is the folder of the app. What begins with `-` is Chromium's.
 */
export function filesOfArguments(args: readonly string[], isPackaged: boolean, folder: string): readonly string[] {
  const given = args.slice(isPackaged ? 1 : 2);
  return given.filter((argument) => argument !== '' && !argument.startsWith('-')).map((file) => resolve(folder, file));
}

/** What a second start of the program hands over to the first. Its shape is checked: it came from another process. */
export function filesHandedOver(data: unknown): readonly string[] {
  if (typeof data !== 'object' || data === null || !('files' in data) || !Array.isArray(data.files)) return [];
  return data.files.filter((file) => typeof file === 'string');
}
