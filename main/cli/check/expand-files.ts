import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { InspectorError } from '#core/error';
import { isAddress } from '../../remote/address.ts';
import { listObjects } from '../../remote/list-objects.ts';
import { listKey } from './files-from.ts';

/**
 * Returns the files with patterns (`levels/*.glb`, `crate-?.obj`) expanded to the matching names in their folder, in order. Shells of
 * Windows do not expand patterns. The name of an existing file is not a pattern, and names that begin with a dot match only
 * patterns that do. In the key of an `s3://` address only `*` is a pattern. Each file is returned once. Node 20.19 has no function for it.
 * @throws InspectorError `unreadable` for a pattern without a match, or with a pattern for a folder.
 */
export async function expandFiles(files: readonly string[], signal: AbortSignal): Promise<readonly string[]> {
  const lists = await Promise.all(
    files.map(async (file) => (!isPattern(file) ? [file] : isAddress(file) ? await listObjects(file, signal) : await matches(file))),
  );
  const seen = new Set<string>();
  return lists.flat().filter((file) => !seen.has(listKey(file)) && seen.add(listKey(file)));
}

/** Whether a name may match several files. */
export function isPattern(file: string): boolean {
  if (isAddress(file)) return /^s3:.*\*[^/]*$/is.test(file);
  return /[*?]/.test(file) && !existsSync(file);
}

async function matches(pattern: string): Promise<readonly string[]> {
  const folder = dirname(pattern);
  const name = basename(pattern);
  if (/[*?]/.test(folder))
    throw noFiles(pattern, 'A pattern matches names in one folder', 'Write the folder without a pattern: levels/*.glb');
  // Windows ignores case.
  const isMatch = new RegExp(
    `^${name
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
    process.platform === 'win32' ? 'iu' : 'u',
  );
  const names = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const found = names.filter(
    (entry) => !entry.isDirectory() && isMatch.test(entry.name) && (name.startsWith('.') || !entry.name.startsWith('.')),
  );
  if (found.length === 0) throw noFiles(pattern, 'No file matches this pattern', 'Check the folder and the file names');
  return found.map((entry) => (pattern === name ? entry.name : join(folder, entry.name))).sort();
}

function noFiles(pattern: string, message: string, fix: string): InspectorError {
  return new InspectorError({ code: 'unreadable', message, fix, location: { file: pattern } });
}
