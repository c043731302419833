import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const writing = process.env['BOXWOOD_TEST_MODE'] === 'write-manual';

/**
 * Expects that a part of a page equals what the sources give. `npm run manual` writes it instead.
 * The part is between `<!-- NAME: written by npm run manual -->` and `<!-- end of NAME -->`.
 */
export function expectRegion(page: string, name: string, text: string): void {
  const path = join(root, 'resources/manual', page);
  const begin = `<!-- ${name}: written by npm run manual -->`;
  const end = `<!-- end of ${name} -->`;
  const before = readFileSync(path, 'utf8');
  const [from, to] = [before.indexOf(begin), before.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${page} has no region "${name}"`);
  const after = `${before.slice(0, from + begin.length)}\n\n${text.trim()}\n\n${before.slice(to)}`;
  if (writing) writeFileSync(path, after);
  else expect(before).toBe(after);
}

/** Makes one row of a table in Markdown. */
export function row(...cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replace(/\s+/g, ' ')).join(' | ')} |`;
}
