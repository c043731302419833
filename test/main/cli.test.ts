import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ball, box, joined, meshOf, named } from '../fixtures/shapes.ts';
import { cliScript, expectTwoScreens, objText, productFolder, until, type CliOutcome, warmPool } from './product.ts';
import { runInProcess } from './run-in-process.ts';
import { cliFolder } from './cli-folder.ts';

const pool = warmPool(3);
const { boxwood, folder, json, schemas, write } = cliFolder(pool);
const ray = ['--origin', '0.25,0.1,5', '--direction', '0,0,-2'];

describe('inspect', () => {
  test('reports the contents of a mesh', async () => {
    expect(await json('inspect', 'inspect', 'box.obj')).toMatchObject({
      file: 'box.obj',
      format: 'obj',
      triangles: 12,
      vertices: 8,
      bounds: { min: [-1, -1, -1], max: [1, 1, 1] },
      units: null,
      space: { metresPerUnit: null, up: null, handedness: null },
      scenes: null,
      findings: [],
    });
  });

  test('reports the scenes of a file, and reads the one that is requested', async () => {
    expect(await json('inspect', 'inspect', 'yard.gltf')).toMatchObject({
      triangles: 1,
      scenes: { names: ['Summer', 'Winter'], chosen: 0 },
    });
    expect(await json('inspect', 'inspect', 'yard.gltf', '--scene', 'Winter')).toMatchObject({ triangles: 2, scenes: { chosen: 1 } });
    expect(await json('tree', 'tree', 'yard.gltf', '--scene', '1')).toMatchObject({ triangles: 2 });
    const hits = ['--origin', '0.2,0.2,9', '--direction', '0,0,-1', '--mode', 'all', '--scene', '1'];
    expect(await json('query-ray', 'query', 'ray', 'yard.gltf', ...hits)).toMatchObject({
      hits: [{ partName: 'ice' }, { partName: 'snow' }],
    });
    expect((await boxwood('inspect', 'yard.gltf')).out).toContain('0 (Summer), of 0 (Summer), 1 (Winter)\n');
  });

  test('lists the parts in file order', async () => {
    const both = joined([named('first', box()), named('second', ball(8, 4))]);
    const text = objText(both).replace('f ', 'o first\nf ').split('\n');
    text.splice(text.findIndex((line) => line.startsWith('f ')) + 12, 0, 'o second');
    write('both.obj', text.join('\n'));
    expect(await json('inspect', 'inspect', 'both.obj')).toMatchObject({
      parts: [
        { name: 'first', triangles: 12 },
        { name: 'second', triangles: 48 },
      ],
    });
  });

  test('calls a part without a name by its number, as the app does, and one box one', async () => {
    expect((await boxwood('inspect', 'box.obj')).out).toContain('  1 part\n    part    triangles\n    part 0         12\n');
    write('one.obj', 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n');
    const { out } = await boxwood('query', 'ray', 'one.obj', '--origin', '0.25,0.25,9', '--direction', '0,0,-1');
    expect(out).toMatch(/: 1 hit\n.*\n.*\bpart 0\b.*\n {2}1 node visited, 1 triangle tested, /);
  });

  test('of a file without a triangle succeeds, with the finding and no bounds', async () => {
    const report = await json('inspect', 'inspect', 'points.obj');
    expect(report).toMatchObject({ triangles: 0, bounds: null });
    expect(JSON.stringify(report)).toContain('"no-triangles"');
  });

  test('shows its findings to people, with their fix', async () => {
    const { exitCode, out } = await boxwood('inspect', 'nan.obj');
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^nan\.obj\n {2}format /);
    expect(out).toMatch(/\n {2}(warning|error): .+\. .+\.\n/);
  });
});

describe('failures', () => {
  test.each<[string, number, string[], RegExp]>([
    ['a missing file', 2, ['inspect', 'missing.obj'], /^boxwood: missing\.obj: File not found\. .+\.\n$/],
    ['a broken file', 2, ['inspect', 'broken.ply'], /^boxwood: broken\.ply:3(:\d+)?: .+\. .+\.\n$/],
    ['a folder', 2, ['tree', '.'], /^boxwood: \.: This is a folder\. .+\.\n$/],
    ['no triangles for a tree', 2, ['tree', 'points.obj'], /^boxwood: points\.obj: .+\. .+\.\n$/],
    ['no triangles for a ray', 2, ['query', 'ray', 'points.obj', ...ray], /^boxwood: points\.obj: .+\. .+\.\n$/],
    ['an unknown verb', 64, ['inspct', 'box.obj'], /^boxwood: Unknown command 'inspct'\. Did you mean inspect\? .+\.\n$/],
    [
      'a query without its group',
      64,
      ['ray', 'box.obj'],
      /^boxwood: Unknown command 'ray'\. Did you mean query ray\? Else see boxwood --help\.\n$/,
    ],
    [
      'an unknown verb with --help',
      64,
      ['inspct', '--help'],
      /^boxwood: Unknown command 'inspct'\. Did you mean inspect\? Else see boxwood --help\.\n$/,
    ],
    [
      'an unknown query with -h',
      64,
      ['query', 'rya', 'box.obj', '-h'],
      /^boxwood: Unknown command 'rya'\. Did you mean ray\? Else see boxwood query --help\.\n$/,
    ],
    ['help of an unknown verb', 64, ['help', 'inspct'], /^boxwood: Unknown command 'inspct'\. Did you mean inspect\? .+\.\n$/],
    ['help of an unknown query', 64, ['help', 'query', 'rya'], /^boxwood: Unknown command 'rya'\. Did you mean ray\? .+\.\n$/],
    [
      'a file name that would drive the terminal',
      2,
      ['inspect', 'a\u001b[2J\u009b2J\nb.obj'],
      /^boxwood: a\ufffd\[2J\ufffd2J\ufffdb\.obj: .+\.\n$/,
    ],
    ['a verb that would drive the terminal', 64, ['\u001b[2J'], /^boxwood: Unknown command '\ufffd\[2J'\. .+\.\n$/],
    ['an unknown query', 64, ['query', 'rya', 'box.obj'], /^boxwood: .+Did you mean ray\?.+\.\n$/],
    [
      'an unknown flag',
      64,
      ['query', 'ray', 'box.obj', '--orgin', '0,0,0'],
      /^boxwood: Unknown option '--orgin'\. Did you mean --origin\? .+\.\n$/,
    ],
    ['a flag that comes later', 64, ['query', 'ray', 'box.obj', ...ray, '--from'], /^boxwood: Unknown option '--from'\. .+\.\n$/],
    ['a missing flag', 64, ['query', 'ray', 'box.obj'], /^boxwood: --origin is missing\. .+\.\n$/],
    ['a missing file name', 64, ['inspect'], /^boxwood: .*file.*\.\n$/],
    ['a file too many', 64, ['tree', 'box.obj', 'ball.obj'], /^boxwood: Too many arguments .+\.\n$/],
    [
      'no triangles for a sphere',
      2,
      ['query', 'sphere', 'points.obj', '--center', '0,0,0', '--radius', '1'],
      /^boxwood: points\.obj: .+\. .+\.\n$/,
    ],
    ['a sphere without a centre', 64, ['query', 'sphere', 'box.obj', '--radius', '1'], /^boxwood: --center is missing\. .+\.\n$/],
    ['a sphere without a radius', 64, ['query', 'sphere', 'box.obj', '--center', '0,0,0'], /^boxwood: --radius is missing\. .+\.\n$/],
    [
      'a centre misspelt',
      64,
      ['query', 'sphere', 'box.obj', '--centre', '0,0,0'],
      /^boxwood: Unknown option '--centre'\. Did you mean --center\? .+\.\n$/,
    ],
    [
      'a negative radius',
      64,
      ['query', 'sphere', 'box.obj', '--center', '0,0,0', '--radius', '-1'],
      /^boxwood: --radius cannot be "-1"\. .+\.\n$/,
    ],
    [
      'a radius without end',
      64,
      ['query', 'sphere', 'box.obj', '--center', '0,0,0', '--radius', 'Infinity'],
      /^boxwood: --radius cannot be "Infinity"\. .+\.\n$/,
    ],
    [
      'steps beyond the limit',
      64,
      ['query', 'sphere', 'box.obj', '--center', '0,0,0', '--radius', '1', '--steps', '0'],
      /^boxwood: --steps cannot be 0\. .+\.\n$/,
    ],
    ['a box without its greatest corner', 64, ['query', 'box', 'box.obj', '--min', '0,0,0'], /^boxwood: --max is missing\. .+\.\n$/],
    ['a box said twice', 64, ['query', 'box', 'box.obj', '--min', '0,0,0', '--size', '1,1,1'], /^boxwood: --min and --max exclude .+\.\n$/],
    ['a box the wrong way round', 64, ['query', 'box', 'box.obj', '--min', '1,0,0', '--max', '0,1,1'], /^boxwood: The min corner .+\.\n$/],
    ['a plane without a normal', 64, ['query', 'plane', 'box.obj', '--point', '0,0,0'], /^boxwood: --normal is missing\. .+\.\n$/],
    [
      'a plane whose normal is 0',
      64,
      ['query', 'plane', 'box.obj', '--point', '0,0,0', '--normal', '0,0,0'],
      /^boxwood: The normal of the plane has no length\. .+\.\n$/,
    ],
    ['a point missing', 64, ['query', 'closest', 'box.obj'], /^boxwood: --point is missing\. .+\.\n$/],
    [
      'a negative max distance by its former name',
      64,
      ['query', 'closest', 'box.obj', '--point', '0,0,0', '--within', '-1'],
      /^boxwood: --within cannot be "-1"\. .+\.\n$/,
    ],
    [
      'a vector of two',
      64,
      ['query', 'ray', 'box.obj', '--origin', '0,0', '--direction', '0,0,1'],
      /^boxwood: --origin cannot be "0,0"\. .+\.\n$/,
    ],
    ['a vector that is empty', 64, ['query', 'ray', 'box.obj', '--origin', '0,,0', '--direction', '0,0,1'], /^boxwood: --origin .+\.\n$/],
    ['a direction of zero', 64, ['query', 'ray', 'box.obj', '--origin', '0,0,0', '--direction', '0,0,0'], /^boxwood: --direction .+\.\n$/],
    [
      'a negative max distance',
      64,
      ['query', 'ray', 'box.obj', ...ray, '--max-distance', '-1'],
      /^boxwood: --max-distance cannot be "-1"\. .+\.\n$/,
    ],
    [
      'an option out of range',
      64,
      ['tree', 'box.obj', '--leaf-triangles', '0'],
      /^boxwood: --leaf-triangles cannot be 0\. .+1 to 1024\.\n$/,
    ],
    ['an option that is no number', 64, ['tree', 'box.obj', '--min-extent', 'x'], /^boxwood: --min-extent cannot be "x"\. .+\.\n$/],
    ['an unknown split', 64, ['tree', 'box.obj', '--split', 'best'], /^boxwood: --split cannot be "best"\. .+median, seeds, .+\.\n$/],
    ['a clip without its run', 64, ['tree', 'box.obj', '--clip', 'Walk'], /^boxwood: --clip needs --refit-over-animation\..+\n$/],
    [
      'two ways to measure',
      64,
      ['tree', 'box.obj', '--compare', '--refit-over-animation'],
      /^boxwood: --compare and --refit-over-animation exclude each other\..+\n$/,
    ],
    [
      'a mesh that does not move',
      64,
      ['tree', 'box.obj', '--refit-over-animation'],
      /^boxwood: .*The file has no animation of its mesh\..+\n$/,
    ],
    [
      'a kind to compare',
      64,
      ['tree', 'box.obj', '--compare', '--kind', 'obb'],
      /^boxwood: --kind and --compare exclude each other\..+\n$/,
    ],
    [
      'threads for what is measured',
      64,
      ['tree', 'box.obj', '--compare', '--jobs', '2'],
      /^boxwood: --jobs excludes --compare and --refit-over-animation\..+\n$/,
    ],
    ['no threads', 64, ['query', 'pair', 'box.obj', 'ball.obj', '--jobs', '0'], /^boxwood: --jobs cannot be 0\. .+1 to 64\.\n$/],
    ['an unknown kind', 64, ['tree', 'box.obj', '--kind', 'cubes'], /^boxwood: --kind cannot be "cubes"\. Use one of aabb, .*\n$/],
    [
      'a scene that is not there',
      64,
      ['inspect', 'yard.gltf', '--scene', 'Spring'],
      /^boxwood: yard\.gltf \/scenes: There is no scene "Spring"\. Choose one of 0 \(Summer\), 1 \(Winter\)\.\n$/,
    ],
    ['a scene of a format without any', 64, ['tree', 'box.obj', '--scene', '0'], /^boxwood: box\.obj: .+\.\n$/],
    ['a port that is none', 64, ['serve', '--port', '70000'], /^boxwood: --port cannot be "70000"\. .+\.\n$/],
  ])('%s: exit code %i and one line', async (_, wanted, args, line) => {
    const { exitCode, out, err } = await boxwood(...args);
    expect(err).toMatch(line);
    expect(err.split('\n')).toHaveLength(2);
    expect({ exitCode, out }).toEqual({ exitCode: wanted, out: '' });
  });

  test('with --json are one JSON document too, in a closed set of codes', async () => {
    const { exitCode, out } = await boxwood('tree', 'broken.ply', '--json');
    expect(exitCode).toBe(2);
    const value: unknown = JSON.parse(out);
    expect(schemas.validate('error', value)).toBe(true);
    expect(value).toMatchObject({ error: { location: { file: 'broken.ply', line: 3 } } });
  });

  test('show a stack with --debug alone, without control characters too', async () => {
    expect((await boxwood('inspect', 'missing.obj', '--debug')).err).toContain('\n    at ');
    expect((await boxwood('inspect', '\u001b[2J.obj', '--debug')).err).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  });

  test('no verb shows the help and is wrong usage', async () => {
    const { exitCode, out, err } = await boxwood();
    expect({ exitCode, out }).toEqual({ exitCode: 64, out: '' });
    expect(err).toContain('Commands:');
  });
});

describe('a push-out that takes long', () => {
  test('reports its progress, and ends when it is cancelled', async () => {
    const side = 60;
    const corners = Array.from({ length: (side + 1) ** 2 }, (_, i) => [(i % (side + 1)) / 30 - 1, Math.floor(i / (side + 1)) / 30 - 1]);
    const faces = Array.from({ length: side * side }, (_, i) => i + Math.floor(i / side)).flatMap((at) => [
      at,
      at + 1,
      at + side + 2,
      at,
      at + side + 2,
      at + side + 1,
    ]);
    const sheet = (z: number) =>
      meshOf(
        corners.flatMap((corner) => [...corner, z]),
        faces,
      );
    write('sheets.obj', objText(joined([sheet(0), sheet(1.3)])));
    const stop = new AbortController();
    const { exitCode, out, err } = await runInProcess(
      ['query', 'sphere', 'sheets.obj', '--center', '0,0,0.7', '--radius', '1', '--steps', '1024'],
      {
        folder,
        showsProgress: true,
        signal: stop.signal,
        onErr: (text) => {
          if (text.includes('querying')) stop.abort();
        },
      },
    );
    expect({ exitCode, out }).toEqual({ exitCode: 130, out: '' });
    expect(err).toContain('Cancelled');
  });
});

describe('serve', () => {
  /** Presses Ctrl-C when the address is there. */
  async function servedUntilCtrlC(name: string): Promise<CliOutcome> {
    const child = spawn(process.execPath, [cliScript, 'serve', name, '--no-open'], { cwd: folder });
    let out = '';
    let err = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    await until(() => out.endsWith('\n'));
    child.kill('SIGINT');
    const [exitCode] = (await once(child, 'close')) as [number];
    return { exitCode, out, err };
  }

  test('prints its address, serves until Ctrl-C, and ends well', async () => {
    const { exitCode, out, err } = await servedUntilCtrlC('box.obj');
    expect(out).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{32}\n$/);
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
  });

  test.each(['serve', 'open'])('%s prints files that cannot be read, one line each, and shows the others', async (verb) => {
    const environment = { ...process.env, BOXWOOD_SHELL: 'browser', CI: '1' };
    const args = [cliScript, verb, 'missing.obj', 'box.obj', 'broken.ply', ...(verb === 'serve' ? ['--no-open'] : [])];
    const child = spawn(process.execPath, args, { cwd: folder, env: environment });
    let err = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text));
    await until(() => err.split('\n').length > 2);
    child.kill('SIGINT');
    const [exitCode] = (await once(child, 'close')) as [number];
    expect(exitCode).toBe(0);
    expect(err.split('\n').sort()).toEqual([
      '',
      expect.stringMatching(/^boxwood: broken\.ply:3: .+\.$/),
      expect.stringMatching(/^boxwood: missing\.obj: .+\.$/),
    ]);
  });
});

describe('progress', () => {
  /** What is printed as if a person sat at the terminal, or not. */
  async function shown(showsProgress: boolean): Promise<string> {
    return (await runInProcess(['inspect', 'ball.obj'], { folder, showsProgress })).err;
  }

  test('is shown to a person and taken away again, and to nobody else', async () => {
    expect(await shown(true)).toMatch(/^(\r\u001b\[Kparsing \d+ %)+\r\u001b\[K$/);
    expect(await shown(false)).toBe('');
  });
});

test.each([
  '',
  'inspect',
  'check',
  'diff',
  'repair',
  'export',
  'tree',
  'query',
  'query ray',
  'query sphere',
  'query closest',
  'query box',
  'query plane',
  'query sweep',
  'query pair',
  'query motion',
  'merge',
  'worker',
  'walk',
  'place',
  'scene',
  'serve',
  'open',
])('help of "%s" has an example', async (verb) => {
  const { exitCode, out, err } = await boxwood(...verb.split(' ').filter((word) => word !== ''), '--help');
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
  expect(out).toContain('Example:\n  boxwood ');
  expectTwoScreens(out);
  expect(out).toMatchSnapshot();
});

test('help can be requested in front of a verb', async () => {
  const { out } = await boxwood('query', 'ray', '--help');
  expect(await boxwood('help', 'query', 'ray')).toEqual({ exitCode: 0, out, err: '' });
});

test('the version is that of the package', async () => {
  const { version } = JSON.parse(readFileSync(join(productFolder, 'package.json'), 'utf8')) as { version: string };
  expect(await boxwood('--version')).toEqual({ exitCode: 0, out: `${version}\n`, err: '' });
});
