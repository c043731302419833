import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Rooms that still have import cycles by type. Remove a room as soon as its last cycle is gone. */
const roomsWithTypeCycles: Readonly<Record<string, string>> = {
  'core/import': 'readers of glTF and the modules of their records import each other by type',
};

/** Each file with the files that it imports, by value or by type. */
type ImportGraph = ReadonlyMap<string, readonly string[]>;

test('no file imports itself by value through other files', () => {
  expect(cyclesOf(importGraph({ byType: false }))).toEqual([]);
});

test('no file imports itself by value or by type through other files, but in the listed rooms', () => {
  const cycles = cyclesOf(importGraph({ byType: true })).filter((cycle) => !cycle.some((file) => roomOf(file) in roomsWithTypeCycles));
  expect(cycles).toEqual([]);
});

test('a cycle is found, and a chain is none', () => {
  const graph: ImportGraph = new Map([
    ['a', ['b']],
    ['b', ['c']],
    ['c', ['b', 'd']],
    ['d', []],
  ]);
  expect(cyclesOf(graph)).toEqual([['b', 'c']]);
});

const files = ['core', 'main', 'renderer'].flatMap(sourcesBelow);
/** What each file imports and exports from others. */
const statements = new Map(files.map((file) => [file, importStatements(file)]));

function importGraph({ byType }: { readonly byType: boolean }): ImportGraph {
  expect(files.length).toBeGreaterThan(500);
  return new Map(files.map((file) => [file, importsOf(file, byType)]));
}

function importStatements(file: string): readonly (ts.ImportDeclaration | ts.ExportDeclaration)[] {
  const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.ES2024);
  return source.statements.filter((statement) => ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement));
}

/** TypeScript sources; those of the kernel are another language. */
function sourcesBelow(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((file) => !file.startsWith('core/kernel/assembly/'));
}

function importsOf(file: string, byType: boolean): readonly string[] {
  return statements.get(file)!.flatMap((statement) => {
    if (statement.moduleSpecifier === undefined || (!byType && isTypeOnly(statement))) return [];
    const { text } = statement.moduleSpecifier as ts.StringLiteral;
    if (text.startsWith('#core/')) return [`core/${text.slice('#core/'.length)}.ts`];
    return text.startsWith('.') ? [relative(root, resolve(root, dirname(file), text))] : [];
  });
}

function isTypeOnly(statement: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(statement)) return statement.isTypeOnly;
  return statement.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
}

/** `core/health/checks/x.ts` is of `core/health`. */
function roomOf(file: string): string {
  return file.split('/').slice(0, 2).join('/');
}

/** Sets of more than one file that all import each other, directly or through others; sorted (Tarjan 1972). */
function cyclesOf(graph: ImportGraph): readonly (readonly string[])[] {
  const order = new Map<string, number>();
  const stack: string[] = [];
  const cycles: string[][] = [];
  const visit = (file: string): number => {
    const number = order.size;
    order.set(file, number);
    stack.push(file);
    let low = number;
    for (const other of graph.get(file) ?? []) {
      if (!graph.has(other)) continue;
      if (!order.has(other)) low = Math.min(low, visit(other));
      else if (stack.includes(other)) low = Math.min(low, order.get(other)!);
    }
    if (low === number) {
      const cycle = stack.splice(stack.indexOf(file));
      if (cycle.length > 1) cycles.push(cycle.sort());
    }
    return low;
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return cycles.sort();
}
