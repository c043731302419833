import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { InspectorError } from '#core/error';

/**
 * Files as they were given, with patterns (`levels/*.glb`, `crate-?.obj`) as the names in their folder that match, in order: the shells
 * of Windows pass a pattern on as it is, others expand it before. What names a file is no pattern, and names that begin with a dot match only
 * patterns that do. A file is told once however often it was named. There is nothing in Node 20.19 for it.
 * @throws InspectorError `unreadable` for a pattern that nothing matches, or with a pattern for a folder.
 */
export async function expandFiles(files: readonly string[]): Promise<readonly string[]> {
  const lists = await Promise.all(files.map(async (file) => (isPattern(file) ? await matches(file) : [file])));
  const seen = new Set<string>();
  return lists.flat().filter((file) => !seen.has(resolve(file)) && seen.add(resolve(file)));
}

/** Whether a name may stand for several files. */
export function isPattern(file: string): boolean {
  return /[*?]/.test(file) && !existsSync(file);
}

async function matches(pattern: string): Promise<readonly string[]> {
  const folder = dirname(pattern);
  const name = basename(pattern);
  if (/[*?]/.test(folder)) throw noFiles(pattern, 'A pattern stands for names in one folder', 'Give each folder by its name: levels/*.glb');
  // Windows takes no notice of upper case.
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
  if (found.length === 0) throw noFiles(pattern, 'No file matches this pattern', 'Check the folder and the names in it');
  return found.map((entry) => (pattern === name ? entry.name : join(folder, entry.name))).sort();
}

function noFiles(pattern: string, message: string, fix: string): InspectorError {
  return new InspectorError({ code: 'unreadable', message, fix, location: { file: pattern } });
}
