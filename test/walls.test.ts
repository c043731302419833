import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from './fixtures/temporary-folder.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Returns the lint rules that files break, each with its file. The files are put in a temporary folder under the same paths as in the project. */
function lintFolder(
  files: readonly (readonly [path: string, code: string])[],
): readonly { readonly file: string; readonly rule: string }[] {
  const folder = temporaryFolder();
  copyFileSync(join(root, 'oxlint.config.js'), join(folder, 'oxlint.config.js'));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(folder, 'tsconfig.json'), '{ "compilerOptions": { "strict": true } }');
  for (const [path, code] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `${code}\n`);
  }
  const { stdout } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/oxlint/bin/oxlint'), '-c', 'oxlint.config.js', '--format=json'],
    {
      cwd: folder,
      encoding: 'utf8',
      // There it finds the checker of types.
      env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}` },
    },
  );
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly { readonly code: string; readonly filename: string }[] };
  return diagnostics.map(({ code, filename }) => ({ file: filename.replaceAll('\\', '/'), rule: /\((.*)\)/.exec(code)?.[1] ?? code }));
}

/** How many walls of lint each line of code meets, as if it stood in that folder. */
function wallsMet(cases: readonly (readonly [path: string, code: string])[]): number[] {
  const paths = cases.map(([path], i) => path.replace(/x(\.tsx?)$/, `x${i}$1`));
  const found = lintFolder(cases.map(([, code], i) => [paths[i]!, code])).filter(({ rule }) => rule === 'no-restricted-imports');
  return paths.map((path) => found.filter(({ file }) => file === path).length);
}

/** Parsed files by project and name. Programs of the same options may share them, as those of an editor do. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/** What the compiler says to one line of code, as if it stood in the folder of that project. */
function compileErrors(project: string, path: string, code: string): string[] {
  const file = join(root, path);
  const config = ts.getParsedCommandLineOfConfigFile(
    join(root, project, 'tsconfig.json'),
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => {} },
  )!;
  const options: ts.CompilerOptions = { ...config.options, composite: false, incremental: false, noEmit: true };
  delete options.tsBuildInfoFile;
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  const source = ts.createSourceFile(file, code, { languageVersion: ts.ScriptTarget.ES2024, impliedNodeFormat: ts.ModuleKind.ESNext });
  host.fileExists = (name) => name === file || fileExists(name);
  host.getSourceFile = (name, ...rest) => {
    if (name === file) return source;
    const key = `${project} ${name}`;
    if (!parsed.has(key)) parsed.set(key, getSourceFile(name, ...rest));
    return parsed.get(key);
  };
  const declarations = config.fileNames.filter((name) => name.endsWith('.d.ts'));
  const program = ts.createProgram({
    rootNames: [file, ...declarations],
    options,
    host,
    ...(config.projectReferences === undefined ? {} : { projectReferences: config.projectReferences }),
  });
  return program
    .getSemanticDiagnostics(program.getSourceFile(file))
    .map((error) => ts.flattenDiagnosticMessageText(error.messageText, ' '));
}

/** The import cycles among the files of a folder, type imports included: each as one of its files. */
function importCycles(folder: string): string[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  const graph = new Map(files.map((file) => [file, importsOf(folder, file)]));
  const reaches = (from: string, to: string): boolean => {
    const seen = new Set<string>();
    const waiting = [...(graph.get(from) ?? [])];
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      if (file === to) return true;
      if (!seen.has(file)) waiting.push(...(graph.get(file) ?? []));
      seen.add(file);
    }
    return false;
  };
  expect(files.length).toBeGreaterThan(1);
  return files.filter((file) => reaches(file, file));
}

function importsOf(folder: string, file: string): string[] {
  return ts
    .preProcessFile(readFileSync(join(root, folder, file), 'utf8'))
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => normalize(join(dirname(file), fileName)));
}

describe('the walls between core, main and renderer', () => {
  const refused = [
    ['core/tree/x.ts', "import '../query/ray.ts';"],
    ['core/query/x.ts', "import '../import/importer.ts';"],
    ['core/import/x.ts', "import '../tree/layout.ts';"],
    ['core/import/gltf/x.ts', "import '../../scene/run-scene.ts';"],
    ['core/pair/pairs/x.ts', "import '../../scene/run-scene.ts';"],
    ['core/math/x.ts', "import '../mesh/bounds.ts';"],
    ['core/mesh/x.ts', "import 'three';"],
    ['core/import/x.ts', "import '@gltf-transform/core';"],
    ['core/import/x.ts', "import 'evil/earcut';"],
    ['core/import/x.ts', "import '@scope/earcut';"],
    ['core/import/x.ts', "import 'three/examples/jsm/libs/fflate';"],
    ['core/x.ts', "import 'node:fs';"],
    ['core/tree/x.ts', "import { theKernel } from '../kernel/compile-kernel.ts';"],
    ['core/query/ray/x.ts', "import { hitWords } from '../../kernel/layouts/query-result.ts';"],
    ['core/x.ts', "import './kernel/kernel-memory.ts';"],
    ['renderer/state/x.ts', "import '#core/kernel/compile-kernel';"],
    ['main/x.ts', "import '#core/kernel/compile-kernel';"],
    ['core/kernel/layouts/x.ts', "import './wide-tree.ts';"],
    ['renderer/state/x.ts', "import 'three';"],
    ['renderer/state/pair/x.ts', "import '../../../main/cli.ts';"],
    ['renderer/text/x.ts', "import '../state/store/store.ts';"],
    ['renderer/state/pair/x.ts', "import '../../scene/pick.ts';"],
    ['renderer/state/pair/x.ts', "import '../../workers/serve-pairs.ts';"],
    ['renderer/workers/x.ts', "import '../commands/actions.ts';"],
    ['renderer/commands/x.ts', "import '../tools/tool.ts';"],
    ['renderer/commands/x.ts', "import '../widgets/icon.tsx';"],
    ['renderer/scene/x.ts', "import type { Notice } from '../widgets/icon.tsx';"],
    ['renderer/widgets/x.tsx', "import '../panels/tree-panel.tsx';"],
    ['renderer/panels/view/x.tsx', "import '../../shell/app-shell.tsx';"],
    ['renderer/scene/x.ts', "import 'node:fs';"],
    ['renderer/scene/x.ts', "import { writable } from '../state/store/store.ts';"],
    ['renderer/panels/view/x.tsx', "import type { WritableStore } from '../../state/store/store.ts';"],
    ['renderer/panels/x.ts', "import '../../main/cli.ts';"],
    ['renderer/panels/x.ts', "import '#core/tree/layout';"],
    ['main/x.ts', "import '../renderer/state/store/store.ts';"],
  ] as const;
  const allowed = [
    ['core/query/x.ts', "import '../tree/layout.ts';"],
    ['core/tree/x.ts', "import { theKernel } from '../kernel/index.ts';"],
    ['main/x.ts', "import { theKernel } from '#core/kernel';"],
    ['core/import/gltf/x.ts', "import '../scene/room.ts';"],
    ['core/import/x.ts', "import 'gltf-validator';"],
    ['core/import/x.ts', "import 'meshoptimizer/decoder';"],
    ['core/import/x.ts', "import 'fflate';"],
    ['core/import/x.ts', "import 'saxes';"],
    ['core/import/x.ts', "import 'earcut';"],
    ['core/math/x.ts', "import 'robust-predicates';"],
    ['renderer/scene/x.ts', "import 'three';"],
    ['renderer/scene/x.ts', "import '#core/tree';"],
    ['main/x.ts', "import '#core/error';"],
    ['renderer/scene/x.ts', "import '../tools/tool.ts';"],
    ['renderer/panels/view/x.tsx', "import type { Store } from '../../state/store/store.ts';"],
    ['renderer/tools/x.ts', "import { writable } from '../state/store/store.ts';"],
    ['renderer/tools/x.ts', "import '../commands/actions.ts';"],
    ['renderer/state/pair/x.ts', "import '../../text/format-number.ts';"],
    ['renderer/panels/pair/x.tsx', "import '../../state/pair/pair-query.ts';"],
    ['renderer/shell/dock/x.tsx', "import '../../panels/tree-panel.tsx';"],
  ] as const;

  test('lint refuses what crosses a wall, and lets the rest pass', () => {
    // The pattern of the kernel's door tells its index by its first letter.
    expect(readdirSync(join(root, 'core/kernel')).filter((name) => name.startsWith('i'))).toEqual(['index.ts']);
    const met = wallsMet([...refused, ...allowed]);
    expect(refused.filter((_, i) => met[i] !== 1)).toEqual([]);
    expect(allowed.filter((_, i) => met[refused.length + i] !== 0)).toEqual([]);
  });

  test.each([
    ['core', 'core/x.ts', 'export const title = document.title;'],
    ['core', 'core/x.ts', 'export const here = process.cwd();'],
    ['main', 'main/x.ts', 'export const title = document.title;'],
    [
      'renderer',
      'renderer/x.ts',
      "import type { Store } from './state/store/store.ts'; export const f = (s: Store) => (s.hover.value = null);",
    ],
    ['renderer', 'renderer/x.ts', "import type { Store } from './state/store/store.ts'; export const f = (s: Store) => s.history.undo();"],
    [
      'renderer',
      'renderer/x.ts',
      "import type { Store, WritableStore } from './state/store/store.ts'; export const f = (s: Store): WritableStore => s;",
    ],
    ['renderer', 'renderer/x.ts', "import { readdirSync, readFileSync } from 'node:fs'; export const read = readFileSync;"],
  ])('the compiler refuses in %s: %s %s', (project, path, code) => {
    expect(compileErrors(project, path, code)).not.toEqual([]);
  });

  test('the compiler lets core use its declared packages', () => {
    expect(compileErrors('core', 'core/x.ts', 'export const now = performance.now();')).toEqual([]);
  });

  test.each(['renderer/state'])('no file of %s imports itself through others, not even a type', (folder) => {
    expect(importCycles(folder)).toEqual([]);
  });

  test('every package that core may import is a dependency of the published library', () => {
    const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { dependencies: Record<string, string> };
    expect(Object.keys(dependencies)).toEqual(
      expect.arrayContaining(['robust-predicates', 'gltf-validator', 'meshoptimizer', 'fflate', 'saxes', 'earcut']),
    );
  });

  test('lint refuses promises that nobody waits for, and switches that leave a case out', () => {
    const lines = [
      'export async function later(): Promise<number> { return 1; }',
      'export function start(): void { later(); }',
      'export function startEach(): void { [1].forEach(async () => { await later(); }); }',
      'export async function wait(): Promise<number> { return await 3; }',
      "export function choose(kind: 'a' | 'b'): number { switch (kind) { case 'a': return 1; } return 2; }",
    ];
    expect(
      lintFolder([['x.ts', lines.join('\n')]])
        .map(({ rule }) => rule)
        .sort(),
    ).toEqual(['await-thenable', 'no-floating-promises', 'no-misused-promises', 'switch-exhaustiveness-check']);
  });
});

/** What exports all names of another file, and enums: no rule of the linter finds them. */
const allOrEnum = /^\s*(export\s+(type\s+)?\*|(export\s+)?(declare\s+)?(const\s+)?enum\s)/m;

test.each([
  "export * from './x.ts';",
  "export type * from './x.ts';",
  'enum A {}',
  'export declare const enum A {}',
  'namespace x {\n  export enum A {}\n}',
])('is found: %s', (text) => {
  expect(allOrEnum.test(`const a = 1;\n${text}\n`)).toBe(true);
});

test.each(['core', 'main', 'renderer', 'test'])('no file of %s exports all names of another file, or has an enum', (folder) => {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.(tsx?|cts)$/.test(file) && !(folder === 'core' && /^kernel[\\/]assembly[\\/]/.test(file)),
  );
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => allOrEnum.test(readFileSync(join(root, folder, file), 'utf8')))).toEqual([]);
});

test('core/convex and core/patch use no function of Math that engines round differently', () => {
  const names = ['hypot', 'atan2', 'sin', 'cos', 'log', 'pow', 'cbrt', 'sqrt'];
  const folders = ['core/convex/hull', 'core/convex', 'core/patch'];
  const files = folders.flatMap((folder) =>
    names.map((name) => [`${folder}/${name}.ts`, `export const size = Math.${name}(3, 4);`] as const),
  );
  const refused = lintFolder(files)
    .filter(({ rule }) => rule === 'no-restricted-properties')
    .map(({ file }) => file);
  expect(refused.sort()).toEqual(
    files
      .map(([file]) => file)
      .filter((file) => !file.endsWith('/sqrt.ts'))
      .sort(),
  );
});

test('lint refuses a function that is taller than a screen, and a line for the console', () => {
  const tall = (count: number): string => `export function tall(step: () => void): void {\n${'  step();\n'.repeat(count)}}`;
  const found = lintFolder([
    ['renderer/shell/tall.ts', tall(80)],
    ['renderer/shell/short.ts', tall(70)],
    ['main/loud.ts', 'console.log(1);'],
  ]);
  expect(found.map(({ file, rule }) => `${file} ${rule}`).sort()).toEqual([
    'main/loud.ts no-console',
    'renderer/shell/tall.ts max-lines-per-function',
  ]);
});
