import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

/** oxlint does not read the decorators of AssemblyScript, so the rules of `core/kernel/assembly` are here. */
const folder = join(import.meta.dirname, '../core/kernel/assembly');

/** Each room with the rooms below it that it may import; all may import the files at the top, and the layouts. */
const rooms: Readonly<Record<string, readonly string[]>> = {
  ray: [],
  batch: ['ray', 'distance'],
  builders: [],
  grid: [],
  divide: [],
  distance: [],
  box: [],
  sweep: ['distance'],
  pair: [],
  refit: [],
  study: [],
  self: ['study'],
};

/** These files at the top list the exports of a module, and may import all rooms. */
const lists = ['index.ts', 'shared.ts', 'shared-queries.ts', 'shared-study.ts'];

const maxLines = 80;

/** The imports in a file, by its path in the folder, that leave its room other than downward. */
function foreignImports(path: string, code: string): string[] {
  const room = path.includes('/') ? path.split('/')[0]! : null;
  return ts
    .preProcessFile(code)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((name) => {
      const to = name.startsWith('.') ? relative(folder, join(folder, dirname(path), name)) : null;
      if (to === null) return true;
      if (to.startsWith('../')) return !/^\.\.\/layouts\/[^/]+$/.test(to);
      const of = to.includes('/') ? to.split('/')[0]! : null;
      if (of === null || of === room) return false;
      return room === null ? !lists.includes(path) : !rooms[room]!.includes(of);
    });
}

/** The functions of a file with more lines of code than fit on a screen. All functions stand at the start of a line. */
function longFunctions(code: string): string[] {
  return [...code.matchAll(/^(?:export )?function (\w+)[^]*?^\}/gm)]
    .filter(([text]) => text.split('\n').filter((line) => !/^\s*(\/\/|\/?\*|$)/.test(line)).length > maxLines)
    .map(([, name]) => name!);
}

const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts'));
const codeOf = (path: string): string => readFileSync(join(folder, path), 'utf8');

describe('the rooms of the kernel', () => {
  test('are those of the table', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(new Set(files.filter((path) => path.includes('/')).map((path) => path.split('/')[0]))).toEqual(new Set(Object.keys(rooms)));
  });

  test('import no room but those below them', () => {
    expect(files.flatMap((path) => foreignImports(path, codeOf(path)).map((name) => `${path}: ${name}`))).toEqual([]);
  });

  test.each([
    ['ray/x.ts', "import { sphere } from '../distance/sphere';"],
    ['study/x.ts', "import { live } from '../self/live'; @inline function f(): usize { return live; }"],
    ['hits.ts', "import { ray } from './ray/ray';"],
    ['ray/x.ts', "import '../../kernel-memory';"],
    ['ray/x.ts', "import '../../../tree/layout';"],
    ['ray/x.ts', "import 'three';"],
  ])('refuse in %s: %s', (path, code) => {
    expect(foreignImports(path, code)).toHaveLength(1);
  });

  test.each([
    ['self/x.ts', "import { around } from '../study/tables'; import { allocate } from '../arena';"],
    ['ray/x.ts', "import { hitBytes } from '../../layouts/query-result';"],
    ['index.ts', "export { castRay } from './ray/traverse';"],
  ])('let pass in %s: %s', (path, code) => {
    expect(foreignImports(path, code)).toEqual([]);
  });

  test('have functions that fit a screen', () => {
    const lines = (count: number): string => `export function tall(): void {\n${'  step();\n'.repeat(count)}}\n`;
    expect(longFunctions(lines(maxLines - 2))).toEqual([]);
    expect(longFunctions(lines(maxLines - 1))).toEqual(['tall']);
    expect(files.flatMap((path) => longFunctions(codeOf(path)).map((name) => `${path}: ${name}`))).toEqual([]);
  });
});
