import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readEntry, writeEntry } from '../../main/cache/cache-entry.ts';
import { fromCache, intoCache, pruneCache } from '../../main/cache/cache-folder.ts';
import { cacheKey, keyWithSides } from '../../main/cli/check/cache-key.ts';
import { healthOptions } from '#core/options/health-options';
import { importOptions } from '#core/options/import-options';
import { defaultValues } from '#core/options/option';
import { box, joined } from '../fixtures/shapes.ts';
import { objText, temporaryFolder, type CliOutcome } from './product.ts';
import { runInProcess } from './run-in-process.ts';

const folder = temporaryFolder();
const openBox = objText(box()).replace('f 5 6 7\nf 5 7 8\n', '');
write('box.obj', objText(box()));
write('open.obj', `usemtl stone\n${openBox}f 1 2 99\n`);
write('crossed.obj', objText(joined([box(), box([0, 0, 0], [3, 0.5, 0.5])])));
write('far.obj', 'v 0 0 0\nv 1e200 0 0\nv 0 1e200 nan\nv -0 1e200 -1e200\nf 1 2 3\nf 1 2 4\n');
write('broken.ply', 'ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\n');
write('budget.json', JSON.stringify({ budget: 1, options: { maxTriangles: 5 } }));
const names = ['box.obj', 'open.obj', 'crossed.obj', 'far.obj'];

function write(name: string, content: string | Uint8Array): void {
  writeFileSync(join(folder, name), content);
}

function check(...args: string[]): Promise<CliOutcome> {
  return runInProcess(['check', ...args], { folder });
}

/** How many of several files came from the cache, as the summary says. */
async function hits(cache: string, ...args: string[]): Promise<number> {
  const { err } = await check(...args, '--cache', cache, '--json');
  return Number(/^boxwood: (\d+) of \d+ files? from the cache\n$/m.exec(err)?.[1]);
}

/** What is printed without how long it took. */
function timeless(out: string): string {
  return out.replace(/"\w+Milliseconds": [\d.e-]+|time="[\d.]+"|parse [\d.,]+ ms, check [\d.,]+ ms/g, 'time');
}

function entries(cache: string): readonly string[] {
  return readdirSync(join(folder, cache)).sort();
}

describe('check with a cache', () => {
  test.each(['text', 'json', 'sarif', 'junit'])('prints as %s the same bytes as without, except for times', async (format) => {
    const without = await check(...names, '--format', format);
    const first = await check(...names, '--format', format, '--cache', `formats-${format}`, '--jobs', '2');
    const second = await check(...names, '--format', format, '--cache', `formats-${format}`, '--jobs', '2');
    if (format === 'text') {
      expect(first.out).toMatch(/\n4 files, \d+ findings, 0 from the cache\n$/);
      expect(second.out).toMatch(/\n4 files, \d+ findings, 4 from the cache\n$/);
    } else expect([first.err, second.err]).toEqual(['boxwood: 0 of 4 files from the cache\n', 'boxwood: 4 of 4 files from the cache\n']);
    const plain = timeless(without.out);
    expect(plain).toMatch(/boundary-loops/);
    for (const { out } of [first, second]) expect(timeless(out).replace(/, \d from the cache\n$/, '\n')).toBe(plain);
  });

  test('identifies a file by its name, bytes and the options that change the result, not by its folder or the output format', async () => {
    mkdirSync(join(folder, 'elsewhere'));
    copyFileSync(join(folder, 'open.obj'), join(folder, 'elsewhere/open.obj'));
    copyFileSync(join(folder, 'open.obj'), join(folder, 'elsewhere/same.obj'));
    expect(await hits('keys', 'open.obj')).toBe(0);
    expect(await hits('keys', 'elsewhere/open.obj')).toBe(1);
    expect(await hits('keys', 'elsewhere/same.obj')).toBe(0);
    expect(await hits('keys', 'open.obj', '--sliver-angle', '2')).toBe(0);
    expect(await hits('keys', 'open.obj', '--colliders', 'apart')).toBe(0);
    expect(await hits('keys', 'open.obj', '--shard', '1/1')).toBe(1);
    write('elsewhere/open.obj', openBox.replace('v ', 'v  '));
    expect(await hits('keys', 'elsewhere/open.obj')).toBe(0);
  });

  test('applies the budget and the ignore list to cached results', async () => {
    expect((await check('open.obj', '--cache', 'later')).exitCode).toBe(0);
    const { findings } = JSON.parse((await check('open.obj', '--json')).out) as {
      readonly findings: readonly { readonly code: string; readonly count: number }[];
    };
    expect(findings.map(({ code }) => code)).toContain('boundary-loops');
    write('nothing.json', JSON.stringify({ budget: 1 }));
    const over = await check('open.obj', '--budget', 'nothing.json', '--cache', 'later');
    expect(over).toMatchObject({
      exitCode: 1,
      err: 'boxwood: 1 of 1 file from the cache\n',
      out: expect.stringContaining('OVER BUDGET: boundary-loops 1, allowed 0') as unknown,
    });
    // A threshold of the budget is an option of the checks.
    expect(await hits('later', 'open.obj', '--budget', 'budget.json')).toBe(0);
    const sha256 = createHash('sha256')
      .update(readFileSync(join(folder, 'open.obj')))
      .digest('hex');
    write(
      'ignored.json',
      JSON.stringify({
        ignored: 1,
        files: [
          { file: 'open.obj', sha256, findings: [{ code: 'boundary-loops', detail: null, elements: null, reason: 'stands on the floor' }] },
        ],
      }),
    );
    const ignored = await check('open.obj', '--ignore', 'ignored.json', '--cache', 'later');
    expect(ignored).toMatchObject({
      err: 'boxwood: 1 of 1 file from the cache\n',
      out: expect.stringContaining('All ignored: stands on the floor') as unknown,
    });
  });

  test('keeps no error: the file is read again', async () => {
    for (let run = 0; run < 2; run++) {
      const { exitCode, err } = await check('broken.ply', 'box.obj', '--cache', 'errors', '--json');
      expect(exitCode).toBe(2);
      expect(err).toMatch(new RegExp(`^boxwood: broken\\.ply:5: .+\\nboxwood: ${run} of 2 files from the cache\\n$`));
    }
    expect(entries('errors')).toHaveLength(1);
  });

  test('serves processes that write at the same time, and leaves nothing half written', async () => {
    const runs = await Promise.all([1, 2, 3].map(() => check(...names, '--cache', 'shared', '--json', '--jobs', '2')));
    for (const { exitCode, out } of runs) expect([exitCode, timeless(out)]).toEqual([0, timeless(runs[0]!.out)]);
    expect(entries('shared')).toHaveLength(4);
    expect(entries('shared').every((name) => /^[0-9a-f]{64}\.cache$/.test(name))).toBe(true);
    expect(await hits('shared', ...names)).toBe(4);
  });

  test('passes over entries that are cut short, changed, of another version or key, and creates them again', async () => {
    const files = Array.from({ length: 9 }, (_, i) => `damaged-${i}.obj`);
    for (const [i, name] of files.entries()) write(name, `${openBox}# ${i}\n`);
    expect(await hits('damaged', ...files)).toBe(0);
    const [sound, ...paths] = entries('damaged').map((name) => join(folder, 'damaged', name)) as [string, ...string[]];
    const damages: readonly ((whole: Buffer, head: number) => Uint8Array)[] = [
      (whole) => whole.subarray(0, whole.length - 1),
      (whole, head) => whole.subarray(0, head + 1),
      (whole) => whole.subarray(0, 10),
      () => Buffer.alloc(0),
      (whole) => whole.map((byte, at) => (at === whole.length - 1 ? byte ^ 1 : byte)),
      (whole, head) =>
        Buffer.concat([Buffer.from(whole.toString('latin1', 0, head).replace(/ \d+\.\d+\.\d+/, ' 0.0.9'), 'latin1'), whole.subarray(head)]),
      () => readFileSync(sound),
      () => Buffer.from('{"not":"ours"}\n'),
    ];
    for (const [i, damage] of damages.entries()) {
      const whole = readFileSync(paths[i]!);
      writeFileSync(paths[i]!, damage(whole, whole.indexOf('\n')));
    }
    expect(await hits('damaged', ...files)).toBe(1);
    expect(await hits('damaged', ...files)).toBe(9);
  });

  test('reports in one line that a folder cannot be written to, and goes on', async () => {
    write('file', 'no folder');
    const { exitCode, out, err } = await check(...names, '--cache', 'file', '--json', '--jobs', '3');
    expect(exitCode).toBe(0);
    expect(timeless(out)).toBe(timeless((await check(...names, '--json')).out));
    expect(err).toMatch(
      /^boxwood: [^\n]+file: [^\n]+\. The cache is not used for further results\.\nboxwood: 0 of 4 files from the cache\n$/,
    );
    expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('no folder');
  });

  test('refuses a folder without a name, and a size without a folder', async () => {
    expect(await check('box.obj', '--cache', '')).toMatchObject({ exitCode: 64, err: 'boxwood: --cache cannot be "". Give a folder.\n' });
    expect(await check('box.obj', '--cache-size', '5')).toMatchObject({
      exitCode: 64,
      err: expect.stringMatching(/^boxwood: --cache-size needs --cache/) as unknown,
    });
  });
});

describe('a file with side files', () => {
  const triangle = (x: number): Uint8Array => new Uint8Array(Float32Array.of(0, 0, 0, x, 0, 0, 0, 1, 0).buffer);
  const gltf = JSON.stringify({
    asset: { version: '2.0' },
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [2, 1, 0] }],
    bufferViews: [{ buffer: 0, byteLength: 36 }],
    buffers: [{ uri: 'side.bin', byteLength: 36 }],
  });

  test('is found with the same side files, also if they change back and forth', async () => {
    write('side.gltf', gltf);
    const area = async (x: number): Promise<unknown> => {
      write('side.bin', triangle(x));
      const { out, err } = await check('side.gltf', '--cache', 'sides', '--json');
      return [(JSON.parse(out) as { readonly facts: { readonly area: number } }).facts.area, err];
    };
    const line = (known: number): string => `boxwood: ${known} of 1 file from the cache\n`;
    expect(await area(2)).toEqual([1, line(0)]);
    expect(await area(2)).toEqual([1, line(1)]);
    expect(await area(4)).toEqual([2, line(0)]);
    expect(await area(2)).toEqual([1, line(1)]);
    expect(await area(4)).toEqual([2, line(1)]);
  });

  test('that is read without those that are missing is another when they are there', async () => {
    const mesh = (z: number): string =>
      `def Mesh "m${z}" {\n int[] faceVertexCounts=[3]\n int[] faceVertexIndices=[0,1,2]\n point3f[] points=[(0,0,${z}),(1,0,${z}),(0,1,${z})]\n}\n`;
    write('layers.usda', `#usda 1.0\n( subLayers = [@./below.usda@] )\n${mesh(0)}`);
    const known = async (): Promise<unknown> => {
      const { out, err } = await check('layers.usda', '--cache', 'layers', '--json');
      return [(JSON.parse(out) as { readonly triangles: number }).triangles, err.slice(9, 10)];
    };
    expect(await known()).toEqual([1, '0']);
    write('below.usda', `#usda 1.0\n${mesh(5)}`);
    expect(await known()).toEqual([2, '0']);
    rmSync(join(folder, 'below.usda'));
    expect(await known()).toEqual([1, '1']);
  });

  test('is refused where one is missing, as without a cache', async () => {
    write('side.gltf', gltf);
    write('side.bin', triangle(2));
    await check('side.gltf', '--cache', 'sides');
    rmSync(join(folder, 'side.bin'));
    const without = await check('side.gltf');
    expect(without.exitCode).toBe(2);
    expect(await check('side.gltf', '--cache', 'sides')).toEqual(without);
  });
});

describe('the keys of a cache', () => {
  const settings = { options: defaultValues(healthOptions), reading: defaultValues(importOptions) };

  test('are others for every option, and for another version', () => {
    const keys = new Set([cacheKey('1', 'a.obj', 'f00d', settings), cacheKey('2', 'a.obj', 'f00d', settings)]);
    for (const name of Object.keys(healthOptions))
      keys.add(cacheKey('1', 'a.obj', 'f00d', { ...settings, options: { ...settings.options, [name]: 'changed' } }));
    for (const name of Object.keys(importOptions))
      keys.add(cacheKey('1', 'a.obj', 'f00d', { ...settings, reading: { ...settings.reading, [name]: 'changed' } }));
    expect(keys.size).toBe(2 + Object.keys(healthOptions).length + Object.keys(importOptions).length);
  });

  test('distinguish missing side files from existing ones, and their names', () => {
    const sides = [
      [],
      [{ name: 'a', sha256: null }],
      [{ name: 'a', sha256: 'f00d' }],
      [{ name: 'b', sha256: 'f00d' }],
      [
        { name: 'a', sha256: 'f00d' },
        { name: 'b', sha256: null },
      ],
    ];
    expect(new Set(sides.map((list) => keyWithSides('key', list))).size).toBe(sides.length);
  });
});

describe('a folder of entries', () => {
  const { signal } = new AbortController();
  const key = (digit: string): string => digit.repeat(64);

  test('returns every number and array unchanged, and nothing to another version', async () => {
    const cache = { path: join(folder, 'numbers', 'deep'), version: '1', signal };
    const content = { numbers: [-0, NaN, Infinity, 5e-324], words: Uint32Array.of(1, 2), none: undefined };
    await intoCache(cache, key('a'), content);
    expect((await fromCache(cache, key('a')))?.content).toEqual(content);
    expect(await fromCache({ ...cache, version: '2' }, key('a'))).toBeNull();
    expect(await fromCache(cache, key('b'))).toBeNull();
  });

  test('is no entry in whatever bytes differ', () => {
    const name = { key: key('c'), version: '1' };
    const bytes = writeEntry(name, { some: 'content' });
    expect(readEntry(name, bytes)).toEqual({ content: { some: 'content' } });
    for (let i = 0; i < bytes.length; i++)
      expect(
        readEntry(
          name,
          bytes.map((byte, at) => (at === i ? byte ^ 4 : byte)),
        ),
      ).toBeNull();
    for (let length = 0; length < bytes.length; length++) expect(readEntry(name, bytes.subarray(0, length))).toBeNull();
  });

  test('keeps the most recently used entries within its size, and all foreign files', async () => {
    const cache = { path: join(folder, 'pruned'), version: '1', signal };
    for (const digit of 'abcd') await intoCache(cache, key(digit), new Uint8Array(1000));
    const file = (digit: string): string => join(cache.path, `${key(digit)}.cache`);
    for (const [i, digit] of [...'dbca'].entries()) utimesSync(file(digit), 1000 + i, 1000 + i);
    writeFileSync(join(cache.path, 'notes.txt'), '');
    await fromCache(cache, key('d'));
    const { size } = statSync(file('a'));
    await pruneCache(cache, 2 * size);
    expect([...'abcd'].filter((digit) => existsSync(file(digit)))).toEqual(['a', 'd']);
    await pruneCache(cache, size - 1);
    expect(readdirSync(cache.path)).toEqual(['notes.txt']);
    await pruneCache({ path: join(folder, 'nowhere') }, 0);
  });
});
