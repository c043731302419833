import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { importGraph } from '../fixtures/import-graph.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

test('the package has all files that run and no tests or sources', () => {
  const [listing] = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: root,
      encoding: 'utf8',
      shell: process.platform === 'win32',
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  ) as { files: { path: string }[] }[];
  const paths = listing!.files.map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining([
      'dist/core/index.js',
      'dist/core/index.d.ts',
      'dist/main/cli.js',
      'dist/renderer-app/index.html',
      'resources/samples/keep.glb',
      'LICENSE',
      'resources/manual/api.md',
    ]),
  );
  // Threads load their script by name: no import leads to it.
  const { files } = importGraph(root, [
    'dist/main/cli.js',
    'dist/cli/worker.js',
    'dist/main/threads/index.js',
    'dist/main/worker/query-helper.js',
    'dist/main/worker/pair-helper.js',
    'dist/main/worker/build-helper.js',
    'dist/main/worker/read-helper.js',
    'dist/main/worker/study-helper.js',
    'dist/main/worker/worker.js',
  ]);
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => !paths.includes(file))).toEqual([]);
  expect(paths.filter((path) => /^(test|core|main|renderer|\.ci)\/|\.map$|tsbuildinfo/.test(path))).toEqual([]);
});
