import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type * as outputModule from '../../main/cli/bake/output-names.ts';
import type * as orderModule from '../../main/cli/check/in-order.ts';
import { ball, box } from '../fixtures/shapes.ts';
import { cliCalls } from './cli-folder.ts';
import { lastingPool, objText, productFolder, temporaryFolder } from './product.ts';

const built = (path: string): string => join(productFolder, 'dist/main/cli', path);
const { outputNames } = (await import(built('bake/output-names.js'))) as typeof outputModule;
const { inOrder } = (await import(built('check/in-order.js'))) as typeof orderModule;

const folder = temporaryFolder();
const { boxwood, schemas } = cliCalls(folder, ['error', 'bake', 'bake-many'], lastingPool(2));
mkdirSync(join(folder, 'src/deep'), { recursive: true });
const names = ['src/a.obj', 'src/deep/b.obj', 'src/none.obj', 'src/c.obj'];
for (const [i, name] of names.entries())
  if (!name.includes('none')) writeFileSync(join(folder, name), objText(i === 1 ? ball(12, 8) : box([0, 0, 0], [1, 1 + i, 1])));
writeFileSync(join(folder, 'list.txt'), names.join('\n'));

interface Document {
  readonly run: { readonly shard: unknown };
  readonly problems?: readonly string[];
  readonly files: readonly { readonly index: number; readonly file: string; readonly out?: string; readonly verified?: boolean }[];
}

async function document(wantedCode: number, ...args: string[]): Promise<Document> {
  const { exitCode, out } = await boxwood(...args, '--json');
  expect(exitCode).toBe(wantedCode);
  const value = JSON.parse(out) as Document;
  schemas.validate('bake-many', value);
  expect(schemas.errors ?? null).toBeNull();
  return value;
}

test('bake of a list writes each file below the folder, and reports one that cannot be read', async () => {
  const { files } = await document(2, 'bake', '--files-from', 'list.txt', '-o', 'all', '--format', 'boxwood', '--jobs', '2');
  expect(files.map(({ index, file, out = null }) => [index, file, out])).toEqual([
    [0, 'src/a.obj', join('all', 'a.boxwood')],
    [1, 'src/deep/b.obj', join('all', 'deep/b.boxwood')],
    [2, 'src/none.obj', null],
    [3, 'src/c.obj', join('all', 'c.boxwood')],
  ]);
  for (const { out, file } of files.filter(({ verified }) => verified)) {
    expect((await boxwood('verify', out!, '--against', file)).exitCode).toBe(0);
    expect((await boxwood('bake', file, '-o', 'alone.boxwood')).exitCode).toBe(0);
    expect(readFileSync(join(folder, out!)).equals(readFileSync(join(folder, 'alone.boxwood')))).toBe(true);
  }
  expect(readdirSync(join(folder, 'all')).sort()).toEqual(['a.boxwood', 'c.boxwood', 'deep']);
});

test('shards of a bake write what the single run writes, and merge has one verdict', async () => {
  const args = ['bake', '--files-from', 'list.txt', '--format', 'boxwood', '-o', 'sharded'];
  const single = await document(2, ...args);
  for (const i of [1, 2]) expect((await boxwood(...args, '--shard', `${i}/2`, '--resume', `part-${i}.ndjson`)).out).toBe('');
  const merged = await document(2, 'merge', 'part-2.ndjson', 'part-1.ndjson');
  expect(merged).toEqual(single);
  expect((await boxwood('merge', 'part-*.ndjson')).out).toMatch(
    /src\/none\.obj: not read\. File not found\.\n[^]*4 files, .* bytes, 1 not read\n$/,
  );
  expect((await document(2, 'merge', 'part-2.ndjson')).problems).toEqual(['Shard 1/2 is missing']);
  for (const flags of [
    ['--format', 'sarif'],
    ['--fail-on', 'error'],
  ])
    expect((await boxwood('merge', 'part-*.ndjson', ...flags)).exitCode).toBe(64);
});

test('--resume of a bake repeats no finished file, and refuses another folder', async () => {
  const args = ['bake', '--files-from', 'list.txt', '--format', 'ply', '--resume', 'run.ndjson', '-o'];
  await boxwood(...args, 'plys');
  const whole = readFileSync(join(folder, 'run.ndjson'), 'utf8');
  const lines = whole.split('\n');
  expect(lines).toHaveLength(6);
  const time = (name: string): number => statSync(join(folder, 'plys', name)).mtimeMs;
  const before = ['a.ply', 'c.ply'].map(time);
  // Killed in the line of the last file.
  writeFileSync(join(folder, 'run.ndjson'), `${lines.slice(0, 4).join('\n')}\n${lines[4]!.slice(0, 30)}`);
  expect((await boxwood(...args, 'plys')).exitCode).toBe(2);
  expect(readFileSync(join(folder, 'run.ndjson'), 'utf8')).toBe(whole);
  expect(time('a.ply')).toBe(before[0]);
  expect(time('c.ply')).toBeGreaterThan(before[1]!);
  expect(await boxwood(...args, 'elsewhere')).toMatchObject({ exitCode: 64, err: expect.stringContaining('another run') as string });
  expect(existsSync(join(folder, 'elsewhere'))).toBe(false);
});

test('a bake of a list replaces no input of the list, and resumes into no file that is not a report', async () => {
  mkdirSync(join(folder, 'into'));
  writeFileSync(
    join(folder, 'a.stl'),
    'solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid',
  );
  writeFileSync(join(folder, 'into/a.obj'), objText(box()));
  const refused = await boxwood('bake', 'a.stl', 'into/a.obj', '-o', 'into', '--format', 'obj');
  expect(refused).toMatchObject({ exitCode: 64, err: expect.stringContaining('is the file into/a.obj of the list') as string });
  expect(readFileSync(join(folder, 'into/a.obj'), 'utf8')).toBe(objText(box()));
  const list = readFileSync(join(folder, 'list.txt'), 'utf8');
  for (const file of ['list.txt', 'src/a.obj', 'junit.xml', 'cut.json']) {
    if (!existsSync(join(folder, file))) writeFileSync(join(folder, file), file === 'cut.json' ? '{"a":[1,' : '<testsuites/>');
    const before = readFileSync(join(folder, file), 'utf8');
    for (const verb of [['bake', '-o', 'x', '--format', 'obj'], ['check']]) {
      const { exitCode, err } = await boxwood(...verb, '--files-from', 'list.txt', '--resume', file);
      expect([exitCode, err]).toEqual([64, expect.stringContaining('is not a report')]);
    }
    expect(readFileSync(join(folder, file), 'utf8')).toBe(before);
  }
  expect(readFileSync(join(folder, 'list.txt'), 'utf8')).toBe(list);
});

test('a report is written to no input and no folder, follows links, and leaves no temporary file', async () => {
  const own = join(folder, 'reports');
  mkdirSync(join(own, 'sub'), { recursive: true });
  const mesh = objText(box());
  writeFileSync(join(own, 'box.obj'), mesh);
  symlinkSync('box.obj', join(own, 'link.json'));
  symlinkSync('real.json', join(own, 'other.json'));
  symlinkSync('box.obj', join(own, 'other name.obj'));
  writeFileSync(join(own, 'list.txt'), 'reports/box.obj');
  for (const [input, output, message] of [
    ['reports/box.obj', 'reports/sub', 'This is a folder'],
    ['reports/box.obj', 'reports/box.obj', '--output is an input file'],
    ['reports/box.obj', 'reports/link.json', '--output is an input file'],
    ['reports/other name.obj', 'reports/box.obj', '--output is an input file'],
    ['--files-from=reports/list.txt', 'reports/list.txt', '--output is an input file'],
  ] as const) {
    const { exitCode, err } = await boxwood('check', input, '--json', '-o', output);
    expect([exitCode, err]).toEqual([output === 'reports/sub' ? 2 : 64, expect.stringContaining(message)]);
  }
  expect((await boxwood('check', 'reports/box.obj', '--json', '-o', 'reports/other.json')).exitCode).toBe(0);
  expect(JSON.parse(readFileSync(join(own, 'real.json'), 'utf8'))).toMatchObject({ file: 'reports/box.obj' });
  expect(readFileSync(join(own, 'box.obj'), 'utf8')).toBe(mesh);
  expect(readdirSync(own).sort()).toEqual(['box.obj', 'link.json', 'list.txt', 'other name.obj', 'other.json', 'real.json', 'sub']);
  const merged = await boxwood('merge', 'reports/real.json', '--format', 'json', '-o', 'reports/real.json');
  expect(merged).toMatchObject({ exitCode: 64, err: expect.stringContaining('--output is an input file') as string });
});

test('URDF files whose names differ only in other letters have folders of their own', async () => {
  for (const [name, size] of [
    ['箱', 1],
    ['椅子', 2],
  ] as const)
    writeFileSync(join(folder, `${name}.obj`), objText(ball(12, 8, size)));
  expect((await boxwood('bake', '箱.obj', '椅子.obj', '-o', 'robots', '--format', 'urdf')).exitCode).toBe(0);
  const folders = readdirSync(join(folder, 'robots'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders).toHaveLength(2);
  for (const name of ['箱', '椅子']) {
    const { exitCode } = await boxwood('verify', `robots/${name}.urdf`, '--against', `${name}.obj`);
    expect(exitCode).toBe(0);
  }
});

test('a mesh file of a URDF replaces no input of the list', async () => {
  mkdirSync(join(folder, 'robot/a_meshes'), { recursive: true });
  const mesh = objText(box());
  for (const name of ['robot/a.obj', 'robot/a_meshes/part_1.obj']) writeFileSync(join(folder, name), mesh);
  writeFileSync(join(folder, 'robots.txt'), 'robot/a.obj\nrobot/a_meshes/part_1.obj');
  const { exitCode, out } = await boxwood('bake', '--files-from', 'robots.txt', '-o', 'robot', '--format', 'urdf', '--json');
  expect([exitCode, out]).toEqual([2, expect.stringContaining('would replace an input file')]);
  expect(readFileSync(join(folder, 'robot/a_meshes/part_1.obj'), 'utf8')).toBe(mesh);
});

test('wrong calls for several files are refused', async () => {
  writeFileSync(join(folder, 'src/a.ply'), readFileSync(join(folder, 'plys/a.ply')));
  for (const [args, wanted] of [
    [['src/a.obj', 'src/c.obj', '-o', 'x'], '--format is missing'],
    [['src/a.obj', 'src/c.obj', '--format', 'obj'], '--out is missing'],
    [['src/a.obj', 'src/a.ply', '-o', 'x', '--format', 'obj'], 'have the same output a.obj'],
    [['src/a.obj', 'src/c.obj', '-o', 'src', '--format', 'obj'], 'is the file itself'],
    [['src/a.obj', '--files-from', 'list.txt', '-o', 'x', '--format', 'obj'], '--files-from and files exclude'],
    [['--files-from', 'list.txt', '-o', 'x', '--format', 'obj', '--json', '--resume', 'r'], '--resume and --json exclude'],
    [['--files-from', 'list.txt', '-o', 'x', '--format', 'obj', '--resume', 's3://meshes/r'], '--resume cannot append'],
    [['--files-from', 'list.txt', '-o', 'x', '--format', 'obj', '--shard', 'auto'], '--shard auto found no array job'],
    [['-o', 'x', '--format', 'obj'], "argument 'files'"],
  ] as const)
    expect(await boxwood('bake', ...args)).toMatchObject({ exitCode: 64, err: expect.stringContaining(wanted) as string });
  expect(existsSync(join(folder, 'x'))).toBe(false);
});

test('outputs keep the folders below the shared one, on disks and servers', () => {
  const objects = ['s3://meshes/x/y/a.glb#bytes=5', 's3://meshes/x/c.obj'];
  expect(outputNames(objects, 's3://baked/z/', 'boxwood')).toEqual(['s3://baked/z/y/a.boxwood', 's3://baked/z/c.boxwood']);
  expect(outputNames(['https://h/x/a%20b.glb?sig=1'], 'o', 'ply')).toEqual([join('o', 'a b.ply')]);
  // Two servers share no folder, and a path never leaves the folder.
  expect(outputNames(['s3://meshes/a.glb', 'https://h/x%2f..%2f..%2fa.glb'], 's3://baked', 'ply')).toEqual([
    's3://baked/s3/meshes/a.ply',
    's3://baked/https/h/x/_/_/a.ply',
  ]);
});

test('results pass in order, and a slow first one holds back the rest', async () => {
  let started = 0;
  let release = (): void => {};
  const first = new Promise<void>((resolve) => (release = resolve));
  const seen: number[] = [];
  const done = inOrder(
    2000,
    4,
    async (i) => {
      started++;
      await (i === 0 ? first : null);
      return i;
    },
    (i) => seen.push(i),
  );
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect({ started, seen: seen.length }).toEqual({ started: 256, seen: 0 });
  release();
  await done;
  expect(seen).toEqual(Array.from({ length: 2000 }, (_, i) => i));
});

test('an error ends the steps', async () => {
  let started = 0;
  const run = inOrder(
    1000,
    3,
    async (i) => {
      started++;
      await Promise.resolve();
      if (i === 5) throw new Error('stop');
    },
    () => {},
  );
  await expect(run).rejects.toThrow('stop');
  expect(started).toBeLessThan(20);
});
