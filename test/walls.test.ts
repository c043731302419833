import { spawnSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ESLint } from 'eslint';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from './fixtures/temporary-folder.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const eslint = new ESLint({ cwd: root });

/** What ESLint's wall says to one line of code, as if it stood in the given file. */
async function lintErrors(path: string, code: string): Promise<string[]> {
  const [result] = await eslint.lintText(`${code}\n`, { filePath: join(root, path) });
  return result!.messages.filter((message) => message.ruleId === 'no-restricted-imports').map((message) => message.message);
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
  test.each([
    ['core/tree/x.ts', "import '../query/ray.ts';"],
    ['core/query/x.ts', "import '../import/importer.ts';"],
    ['core/import/x.ts', "import '../tree/layout.ts';"],
    ['core/import/gltf/x.ts', "import '../../scene/run-scene.ts';"],
    ['core/pair/pairs/x.ts', "import '../../scene/run-scene.ts';"],
    ['core/math/x.ts', "import '../mesh/bounds.ts';"],
    ['core/mesh/x.ts', "import 'three';"],
    ['core/import/x.ts', "import '@gltf-transform/core';"],
    ['core/x.ts', "import 'node:fs';"],
    ['core/tree/x.ts', "import { theKernel } from '../kernel/compile-kernel.ts';"],
    ['core/query/ray/x.ts', "import { hitWords } from '../../kernel/layouts/query-result.ts';"],
    ['core/x.ts', "import './kernel/kernel-memory.ts';"],
    ['renderer/state/x.ts', "import '#core/kernel/compile-kernel';"],
    ['main/x.ts', "import '#core/kernel/compile-kernel';"],
    ['core/kernel/layouts/x.ts', "import './wide-tree.ts';"],
    ['core/kernel/assembly/ray/x.ts', "import { sphere } from '../distance/sphere';"],
    ['core/kernel/assembly/study/x.ts', "import { live } from '../self/live'; @inline function f(): usize { return live; }"],
    ['core/kernel/assembly/hits.ts', "import { ray } from './ray/ray';"],
    ['core/kernel/assembly/ray/x.ts', "import '../../kernel-memory';"],
    ['core/kernel/assembly/ray/x.ts', "import '../../../tree/layout';"],
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
  ])('lint refuses in %s: %s', async (path, code) => {
    expect(await lintErrors(path, code)).toHaveLength(1);
  });

  test.each([
    ['core/query/x.ts', "import '../tree/layout.ts';"],
    ['core/tree/x.ts', "import { theKernel } from '../kernel/index.ts';"],
    ['main/x.ts', "import { theKernel } from '#core/kernel';"],
    ['core/kernel/assembly/self/x.ts', "import { around } from '../study/tables'; import { allocate } from '../arena';"],
    ['core/kernel/assembly/ray/x.ts', "import { hitBytes } from '../../layouts/query-result';"],
    ['core/kernel/assembly/index.ts', "export { castRay } from './ray/traverse';"],
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
  ])('lint lets pass in %s: %s', async (path, code) => {
    expect(await lintErrors(path, code)).toEqual([]);
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
    const folder = temporaryFolder();
    copyFileSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
    writeFileSync(join(folder, 'tsconfig.json'), '{ "compilerOptions": { "strict": true } }');
    const lines = [
      'export async function later(): Promise<number> { return 1; }',
      'export function start(): void { later(); }',
      'export function startEach(): void { [1].forEach(async () => { await later(); }); }',
      'export async function wait(): Promise<number> { return await 3; }',
      "export function choose(kind: 'a' | 'b'): number { switch (kind) { case 'a': return 1; } return 2; }",
    ];
    writeFileSync(join(folder, 'x.ts'), lines.join('\n'));
    const { stdout } = spawnSync(process.execPath, [join(root, 'node_modules/oxlint/bin/oxlint'), '--format=json'], {
      cwd: folder,
      encoding: 'utf8',
      // There it finds the checker of types.
      env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}` },
    });
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly { readonly code: string }[] };
    expect(diagnostics.map(({ code }) => /\((.*)\)/.exec(code)?.[1]).sort()).toEqual([
      'await-thenable',
      'no-floating-promises',
      'no-misused-promises',
      'switch-exhaustiveness-check',
    ]);
  });
});

test('no test exports all names of another file, or has an enum', () => {
  const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => /^(export \*|(export )?(const )?enum )/m.test(readFileSync(join(root, 'test', file), 'utf8')))).toEqual([]);
});

test('core/convex and core/patch use no function of Math that engines round differently', async () => {
  const rounded = async (path: string, name: string): Promise<readonly (string | null)[]> => {
    const [result] = await eslint.lintText(`export const size = Math.${name}(3, 4);\n`, { filePath: join(root, path) });
    return result!.messages.map(({ ruleId }) => ruleId);
  };
  for (const path of ['core/convex/hull/quickhull.ts', 'core/convex/index.ts', 'core/patch/flatness.ts']) {
    for (const name of ['hypot', 'atan2', 'sin', 'cos', 'log', 'pow', 'cbrt'])
      expect(await rounded(path, name), `${path} ${name}`).toEqual(['no-restricted-properties']);
    expect(await rounded(path, 'sqrt')).toEqual([]);
  }
});
