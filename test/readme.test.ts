import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formats, type Format } from '#core/import/formats';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const [, readme = ''] = /```ts\n(.*?)```/s.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? [];
const examples = readdirSync(join(root, 'test/examples')).map((name) => ({
  name,
  code: readFileSync(join(root, 'test/examples', name), 'utf8'),
}));

test('there are examples', () => {
  expect(examples.length).toBeGreaterThan(3);
});

describe('the examples', () => {
  // A user's project, in which the library is installed.
  const project = mkdtempSync(join(tmpdir(), 'boxwood-'));
  afterAll(() => rmSync(project, { recursive: true }));
  const all = [{ name: 'readme.ts', code: readme }, ...examples];
  const compiled = (name: string): string => name.replace(/ts$/, 'js');
  /** By the names of the compiled files. */
  const printed = new Map<string, string>();

  beforeAll(() => {
    mkdirSync(join(project, 'node_modules'));
    symlinkSync(root, join(project, 'node_modules/boxwood'), 'dir');
    symlinkSync(join(root, 'node_modules/@types'), join(project, 'node_modules/@types'), 'dir');
    writeFileSync(join(project, 'package.json'), '{"type":"module"}');
    for (const { name, code } of all) writeFileSync(join(project, name), code);
  });

  test.each([
    ['Node', ['es2022'], ['node']],
    ['a browser', ['es2022', 'dom'], []],
  ])('compile against the library and its declarations, for %s', (_, lib, types) => {
    const compilerOptions = {
      strict: true,
      target: 'es2022',
      module: 'nodenext',
      moduleResolution: 'nodenext',
      lib,
      types,
      skipLibCheck: false,
    };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: all.map(({ name }) => name) }));
    const compiler = join(root, 'node_modules/typescript-native/bin/tsc');
    const { status, stdout, stderr } = spawnSync(process.execPath, [compiler, '-p', project], { encoding: 'utf8' });
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
  });

  test('run one after the other in one process', () => {
    const run = `for (const file of ${JSON.stringify(all.map(({ name }) => compiled(name)))}) {
      console.log('>>> ' + file);
      await import('./' + file);
    }`;
    writeFileSync(join(project, 'run-all.js'), run);
    const out = execFileSync(process.execPath, ['run-all.js'], { cwd: project, encoding: 'utf8' });
    for (const text of out.split('>>> ').slice(1)) {
      const [file, ...lines] = text.trimEnd().split('\n');
      printed.set(file!, lines.join('\n'));
    }
    expect(printed.size).toBe(all.length);
  });

  test.each(all)('$name prints the result in its comment', ({ name, code }) => {
    const said = /console\.log\(.*\); \/\/ (.*)/.exec(code)?.[1];
    expect(said).toBeDefined();
    expect(printed.get(compiled(name))).toBe(said);
  });
});

test('the README names every format that is read', () => {
  const [, opens = ''] = /- \*\*Opens\*\* (.*?)\n- /s.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? [];
  for (const name of Object.values<Format>(formats).flatMap(({ shortNames }) => shortNames)) expect(opens).toContain(name);
});
