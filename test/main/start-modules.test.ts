import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { resolveImport } from '../fixtures/import-graph.ts';
import { productFolder } from './product.ts';

/** Returns the built files that are loaded with an entry: what they import by statements, without what `import()` loads later. */
function loadedWith(...entries: readonly string[]): readonly string[] {
  const files = new Set<string>();
  const waiting = entries.map((entry) => `dist/${entry}`);
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    const source = ts.createSourceFile(file, readFileSync(join(productFolder, file), 'utf8'), ts.ScriptTarget.Latest);
    for (const statement of source.statements) {
      if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) continue;
      const name = statement.moduleSpecifier;
      const found = name === undefined || !ts.isStringLiteral(name) ? null : resolveImport(name.text, file);
      if (found !== null) waiting.push(found);
    }
  }
  return [...files];
}

/** A start takes about half a millisecond for each file, before anything is done. */
test.each([
  ['a command line without a verb', ['main/cli.js', 'main/cli/run-cli.js'], /^dist\/core\/(?!error\.js)/],
  ['inspect', ['main/cli/inspect.js'], /^dist\/core\/(tree|query|kernel|convex|health)\/|^dist\/core\/bake\/.*\/(read|write|import)-/],
  ['query ray', ['main/cli/query-ray.js'], /^dist\/core\/(sweep|bake\/index|health|convex\/decompose)|^dist\/main\/cli\/write-trace/],
  ['bake', ['main/cli/bake.js'], /^dist\/core\/(health|sweep|bsp|engines)\//],
  [
    'a worker thread',
    ['main/worker/worker.js'],
    /^dist\/core\/(bake|query|kernel|convex|health)\/|^dist\/core\/tree\/(?!kinds\/wide\/parallel\/)/,
  ],
  [
    'a thread that reads an OBJ file',
    ['core/job/import-job.js', 'core/import/import-obj.js'],
    /^dist\/core\/(tree|query|kernel)\/|^dist\/core\/bake\/.*\/(read|write|import)-/,
  ],
  ['a thread that helps with checks', ['main/worker/study-helper.js'], /^dist\/core\/(tree|query|health\/(index|checks|report|repair))/],
  ['a thread that helps to build a tree', ['main/worker/build-helper.js'], /^dist\/core\/(tree\/index|tree\/kinds\/(?!wide)|query)/],
] as const)('%s does not load what it does not need', (_, entries, unused) => {
  const files = loadedWith(...entries);
  expect(files.length).toBeGreaterThan(entries.length);
  expect(files.filter((file) => unused.test(file))).toEqual([]);
});

/** Files next to the entry are what all verbs share; those that verbs add come later, by `import()`. */
test.each(['cli/run-cli.js', 'cli/worker.js'])('%s is bundled into few files', (entry) => {
  const files = loadedWith(entry);
  expect(files.length).toBeLessThanOrEqual(5);
  expect(files.filter((file) => !file.startsWith('dist/cli/'))).toEqual([]);
});

test('the entry of the command line loads no other file before the bundle', () => {
  expect([...loadedWith('main/cli.js')].toSorted()).toEqual(['dist/main/cli.js', 'dist/main/worker/early-thread.js']);
});
