import { Ajv2020 } from 'ajv/dist/2020.js';
import { linkSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { bakeFormatNames } from '#core/bake/bake-format';
import { bakeFormats } from '#core/bake/bake-formats';
import { ball, box } from '../fixtures/shapes.ts';
import { expectTwoScreens, objText, runBoxwood, productFolder, temporaryFolder, type CliOutcome } from './product.ts';
import { runInProcess } from './run-in-process.ts';

const folder = temporaryFolder();
const schemas = new Ajv2020({ allowUnionTypes: true });
for (const name of ['error', 'tree', 'bake', 'verify']) {
  schemas.addSchema(JSON.parse(readFileSync(join(productFolder, `resources/schemas/${name}.schema.json`), 'utf8')) as object, name);
}
writeFileSync(join(folder, 'ball.obj'), objText(ball(24, 12)));
// PhysX stores no hull of more than 255 vertices.
writeFileSync(join(folder, 'small.obj'), objText(ball(12, 8)));
writeFileSync(join(folder, 'box.obj'), objText(box()));
writeFileSync(join(folder, 'points.obj'), 'v 0 0 0\n');
linkSync(join(folder, 'ball.obj'), join(folder, 'same.ply'));

function boxwood(...args: string[]): Promise<CliOutcome> {
  return runInProcess(args, { folder });
}

/** The one JSON document of a call, proven against its schema. */
async function json(schema: string, wanted: number, ...args: string[]): Promise<unknown> {
  const { exitCode, out, err } = await boxwood(...args, '--json');
  expect({ exitCode, err }).toEqual({ exitCode: wanted, err: '' });
  const value: unknown = JSON.parse(out);
  schemas.validate(schema, value);
  expect(schemas.errors ?? null).toBeNull();
  return value;
}

describe('bake', () => {
  test.each(bakeFormatNames)('writes %s, verified, and verify agrees', async (format) => {
    const out = `small.${bakeFormats[format].extension}`.replace('small.obj', 'again.obj');
    const report = await json('bake', 0, 'bake', 'small.obj', '-o', out);
    expect(report).toMatchObject({
      file: 'small.obj',
      out,
      format,
      bytes: readFileSync(join(folder, out)).length,
      verified: true,
      mismatches: 0,
      problems: [],
    });
    expect(await json('verify', 0, 'verify', out, '--against', 'small.obj')).toMatchObject({
      ok: true,
      format,
      triangles: 168,
      // Unreal gets what is rendered and what collides apart.
      renderedTriangles: format === 'unreal' ? 168 : 0,
      mismatches: 0,
    });
  });

  test('keeps its trees through tree and another bake, unless other options are requested', async () => {
    const flags = ['--split', 'median', '--leaf-triangles', '3'];
    await json('bake', 0, 'bake', 'ball.obj', '-o', 'median.boxwood', ...flags);
    const { buildMilliseconds, ...direct } = (await json('tree', 0, 'tree', 'ball.obj', ...flags)) as Record<string, unknown>;
    expect(buildMilliseconds).toBeGreaterThan(0);
    expect(await json('tree', 0, 'tree', 'median.boxwood')).toEqual({
      ...direct,
      file: 'median.boxwood',
      engine: null,
      buildMilliseconds: null,
    });
    await json('bake', 0, 'bake', 'median.boxwood', '-o', 'twice.boxwood');
    expect(Buffer.compare(readFileSync(join(folder, 'twice.boxwood')), readFileSync(join(folder, 'median.boxwood')))).toBe(0);
    await json('bake', 0, 'bake', 'median.boxwood', '-o', 'other.boxwood', '--split', 'sah');
    expect(await json('tree', 0, 'tree', 'other.boxwood')).toMatchObject({ split: 'sah' });
  });

  test('writes a format under any name with --format', async () => {
    await json('bake', 0, 'bake', 'ball.obj', '-o', 'collision.data', '--format', 'ply');
    expect(readFileSync(join(folder, 'collision.data'), 'latin1')).toMatch(/^ply\n/);
  });

  test('leaves nothing but the files requested', () => {
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });

  test.each<[string, number, string[], RegExp]>([
    ['no --out', 64, ['bake', 'ball.obj'], /^boxwood: --out is missing\. .+\.\n$/],
    [
      'an unknown extension',
      64,
      ['bake', 'ball.obj', '-o', 'ball.fbx'],
      /^boxwood: The extension of "ball\.fbx" .+boxwood, three-mesh-bvh, .+\.\n$/,
    ],
    ['an unknown format', 64, ['bake', 'ball.obj', '-o', 'x.obj', '--format', 'fbx'], /^boxwood: .*--format.*\.\n$/],
    ['its own input', 64, ['bake', 'ball.obj', '-o', './ball.obj'], /^boxwood: --out is the input file\. .+\.\n$/],
    ['its own input by another name', 64, ['bake', 'ball.obj', '-o', 'same.ply'], /^boxwood: --out is the input file\. .+\.\n$/],
    [
      'an option of trees for a format without',
      64,
      ['bake', 'ball.obj', '-o', 'x.stl', '--split', 'sah'],
      /^boxwood: --split does not apply to .+\.\n$/,
    ],
    [
      'a kind of tree that the format does not hold',
      64,
      ['bake', 'ball.obj', '-o', 'x.bvh.bin', '--kind', 'wide'],
      /^boxwood: --kind wide does not apply to three-mesh-bvh.+ Remove it, or bake to \.boxwood\.\n$/,
    ],
    [
      'an option out of range',
      64,
      ['bake', 'ball.obj', '-o', 'x.boxwood', '--leaf-triangles', '0'],
      /^boxwood: --leaf-triangles cannot be 0\. .+\.\n$/,
    ],
    ['a missing file', 2, ['bake', 'missing.obj', '-o', 'x.boxwood'], /^boxwood: missing\.obj: File not found\. .+\.\n$/],
    ['a missing folder', 2, ['bake', 'ball.obj', '-o', 'nowhere/x.boxwood'], /^boxwood: nowhere\/x\.boxwood: Folder not found\. .+\.\n$/],
    ['a mesh without triangles', 2, ['bake', 'points.obj', '-o', 'x.stl'], /^boxwood: points\.obj: .+\. .+\.\n$/],
    ['a mesh without triangles for a tree', 2, ['bake', 'points.obj', '-o', 'x.boxwood'], /^boxwood: points\.obj: .+\. .+\.\n$/],
  ])('refuses %s with exit code %i and one line', async (_, wanted, args, line) => {
    const { exitCode, out, err } = await boxwood(...args);
    expect(err).toMatch(line);
    expect({ exitCode, out }).toEqual({ exitCode: wanted, out: '' });
    expect(readdirSync(folder).filter((name) => name.startsWith('x.'))).toEqual([]);
  });

  test('cancelled leaves the file that was there', async () => {
    for (const phase of ['parsing', 'building', 'baking']) {
      const ctrlC = new AbortController();
      writeFileSync(join(folder, 'kept.boxwood'), 'old');
      const { exitCode, err } = await runInProcess(['bake', 'ball.obj', '-o', 'kept.boxwood'], {
        folder,
        showsProgress: true,
        signal: ctrlC.signal,
        onErr: (text) => {
          if (text.includes(phase)) ctrlC.abort();
        },
      });
      expect({ exitCode, reached: err.includes(phase) }).toEqual({ exitCode: 130, reached: true });
      expect(readFileSync(join(folder, 'kept.boxwood'), 'utf8')).toBe('old');
    }
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});

describe('cancelling a bake while it is verified', () => {
  const old = 'what was there before';

  beforeAll(() => writeFileSync(join(folder, 'long.obj'), objText(ball(200, 150))));
  beforeEach(() => writeFileSync(join(folder, 'long.boxwood'), old));
  afterEach(() => vi.restoreAllMocks());

  function expectUntouched(): void {
    expect(readFileSync(join(folder, 'long.boxwood'), 'utf8')).toBe(old);
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  }

  test('ends by itself with 130, leaves the old file, and nothing else', async () => {
    // Nobody's patience ends: a thread that does not come to look would verify to the end, and say `done`.
    const later = setTimeout;
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms?: number) =>
      later(run, ms === 1000 ? 2 ** 30 : ms)) as typeof setTimeout);
    const reported: string[] = [];
    const emit = Worker.prototype.emit;
    vi.spyOn(Worker.prototype, 'emit').mockImplementation(function (this: Worker, ...event) {
      if (pressed && (event[0] as string) === 'message') reported.push((event[1] as { readonly kind: string }).kind);
      return emit.apply(this, event);
    });
    const ctrlC = new AbortController();
    let pressed = false;
    const { exitCode, out } = await runInProcess(['bake', 'long.obj', '-o', 'long.boxwood'], {
      folder,
      pool: null,
      showsProgress: true,
      signal: ctrlC.signal,
      onErr: (text) => {
        if (pressed || !/verifying (?!0 )/.test(text)) return;
        pressed = true;
        ctrlC.abort();
      },
    });
    expect({ exitCode, out, pressed }).toEqual({ exitCode: 130, out: '', pressed: true });
    expect(reported.filter((kind) => kind !== 'progress')).toEqual(['failed']);
    expectUntouched();
  });

  test('does so by Ctrl-C too, once the new bytes are on the disk', async () => {
    const { exitCode } = await runBoxwood(['bake', 'long.obj', '-o', 'long.boxwood'], {
      folder,
      interruptAt: 'verifying',
    });
    expect(exitCode).toBe(130);
    expectUntouched();
  });
});

describe('verify', () => {
  test('casts as many rays per tree as --queries sets, or as many as take about a second', async () => {
    await json('bake', 0, 'bake', 'ball.obj', '-o', 'asked.boxwood');
    const queries = async (...flags: string[]): Promise<unknown> =>
      ((await json('verify', 0, 'verify', 'asked.boxwood', ...flags)) as { readonly queries: number }).queries;
    expect(await queries()).toBe(1000);
    expect(await queries('--queries', '0')).toBe(1000);
    expect(await queries('--queries', '1')).toBe(1);
    expect(await queries('--queries', '2345')).toBe(2345);
    for (const wrong of ['-1', '1.5', 'many', '1000001']) {
      const { exitCode, err } = await boxwood('verify', 'asked.boxwood', '--queries', wrong);
      expect(err).toMatch(/^boxwood: --queries cannot be .+ Use a whole number from 0 to 1000000\.\n$/);
      expect(exitCode).toBe(64);
    }
  });

  test('fails with 1 against another mesh, and reports how many triangles differ', async () => {
    await json('bake', 0, 'bake', 'ball.obj', '-o', 'ball.boxwood');
    const report = (await json('verify', 1, 'verify', 'ball.boxwood', '--against', 'box.obj')) as { readonly mismatches: number };
    expect(report).toMatchObject({ ok: false, file: 'ball.boxwood', against: 'box.obj' });
    expect(report.mismatches).toBeGreaterThan(0);
    const { out } = await boxwood('verify', 'ball.boxwood', '--against', 'box.obj');
    expect(out).toMatch(/\n {2}NOT verified: .+\n {2}error: .+\.\n$/s);
  });

  test('refuses a damaged file with 2 and the byte, and a file that cannot be read', async () => {
    const bytes = readFileSync(join(folder, 'ball.boxwood'));
    bytes[5000]! ^= 1;
    writeFileSync(join(folder, 'damaged.boxwood'), bytes);
    for (const verb of ['verify', 'inspect', 'tree']) {
      const { exitCode, out, err } = await boxwood(verb, 'damaged.boxwood');
      expect(err).toMatch(/^boxwood: damaged\.boxwood byte \d+: This baked file is damaged: .+\. .+\.\n$/);
      expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
    }
    expect((await boxwood('verify', 'missing.boxwood')).err).toMatch(/^boxwood: missing\.boxwood: File not found\. .+\.\n$/);
  });

  test('gives the same rays on a bake as on its source', async () => {
    const ray = ['--origin', '0.25,0.1,5', '--direction', '0,0,-2', '--mode', 'all', '--json'];
    const hits = async (file: string): Promise<unknown> =>
      (JSON.parse((await boxwood('query', 'ray', file, ...ray)).out) as { readonly hits: unknown }).hits;
    expect(await hits('ball.boxwood')).toEqual(await hits('ball.obj'));
  });
});

test.each(['bake', 'verify'])('help of "%s" has an example', async (verb) => {
  const { exitCode, out, err } = await boxwood(verb, '--help');
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
  expect(out).toContain('Example:\n  boxwood ');
  expectTwoScreens(out);
  expect(out).toMatchSnapshot();
});
