import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** The public door repeats names of the rooms that it wraps with defaults. */
const isDoor = (file: string): boolean => file.startsWith('core/library/');

test('every exported name means one thing', () => {
  const homes = new Map<string, string[]>();
  const files = ['core', 'main', 'renderer'].flatMap(sourcesBelow);
  expect(files.length).toBeGreaterThan(800);
  for (const file of files.filter((path) => !isDoor(path)))
    for (const name of exportedNames(file)) homes.set(name, [...(homes.get(name) ?? []), file]);
  const doubled = [...homes].filter(([, all]) => all.length > 1).map(([name, all]) => `${name}: ${all.join(', ')}`);
  expect(doubled).toEqual([]);
});

function sourcesBelow(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(ts|tsx)$/.test(entry.name) && !/\.(generated|d)\.ts$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((file) => !file.startsWith('core/kernel/assembly/'));
}

/** Returns the names that a file declares and exports; a re-export declares nothing. */
function exportedNames(file: string): readonly string[] {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.ES2024, false);
  const names = new Set<string>();
  for (const statement of source.statements) {
    const isExported =
      ts.canHaveModifiers(statement) && ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    if (isExported !== true) continue;
    if (ts.isVariableStatement(statement)) {
      for (const { name } of statement.declarationList.declarations) if (ts.isIdentifier(name)) names.add(name.text);
    } else if ('name' in statement && statement.name !== undefined) {
      names.add((statement.name as ts.Identifier).text);
    }
  }
  return [...names];
}
