import { resolve } from 'node:path';

/**
 * Returns the files of the arguments as absolute paths. The first argument is the program; if it is not packaged, the second
 * is the folder of the app. Arguments that begin with `-` belong to Chromium.
 */
export function filesOfArguments(args: readonly string[], isPackaged: boolean, folder: string): readonly string[] {
  const given = args.slice(isPackaged ? 1 : 2);
  return given.filter((argument) => argument !== '' && !argument.startsWith('-')).map((file) => resolve(folder, file));
}

/** Returns the files that a second start passes to the first. The shape is checked, since it is data of another process. */
export function filesOfSecondStart(data: unknown): readonly string[] {
  if (typeof data !== 'object' || data === null || !('files' in data) || !Array.isArray(data.files)) return [];
  return data.files.filter((file) => typeof file === 'string');
}
