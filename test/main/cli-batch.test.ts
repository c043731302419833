import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { ball, box } from '../fixtures/shapes.ts';
import { cliScript, objText, productFolder, temporaryFolder, warmPool } from './product.ts';
import { runInProcess } from './run-in-process.ts';

const folder = temporaryFolder();
const pool = warmPool(2);
const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
write('box.obj', objText(box()));
write('ball.obj', objText(ball(16, 8)));
const boxwood = (...args: string[]) => runInProcess(args, { folder, pool });
const schemas = new Ajv2020({ allowUnionTypes: true });

/** The results of a batch, each proven against the schema of a line. */
async function results(schema: string, ...args: string[]): Promise<readonly unknown[]> {
  const { exitCode, out, err } = await boxwood('query', ...args);
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
  const validate =
    schemas.getSchema(schema) ??
    schemas
      .addSchema(JSON.parse(readFileSync(join(productFolder, `resources/schemas/${schema}.schema.json`), 'utf8')) as object, schema)
      .getSchema(schema)!;
  const lines = out
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  for (const line of lines) {
    expect([validate(line), validate.errors]).toEqual([true, null]);
  }
  return lines;
}

describe('a batch of queries', () => {
  test('of rays prints one line each in order, from CSV with names and comments, and from NDJSON', async () => {
    write('rays.csv', 'ox,oy,oz,dx,dy,dz,far\n0.25,0.1,5,0,0,-2\n# away\n\n0.25,0.1,5,0,0,1\r\n0.25,0.1,5,0,0,-1,3.5\n');
    const hit = { hits: [{ triangle: 2, distance: 4, position: [expect.closeTo(0.25, 12), expect.closeTo(0.1, 12), 1], part: 0 }] };
    expect(await results('query-ray-line', 'ray', 'box.obj', '--rays', 'rays.csv')).toMatchObject([hit, { hits: [] }, { hits: [] }]);
    write(
      'rays.ndjson',
      '{"origin":[0.25,0.1,5],"direction":[0,0,-2]}\n[0.25,0.1,5,0,0,1]\n{"origin":[0.25,0.1,5],"direction":[0,0,-1],"far":3.5}',
    );
    expect(await results('query-ray-line', 'ray', 'box.obj', '--rays', 'rays.ndjson')).toMatchObject([hit, { hits: [] }, { hits: [] }]);
  });

  test('of points gives closest, nearest, within, sphere and inside', async () => {
    write('points.csv', '0.25,0.1,1.5\n0,0,0.5\n0.25,0.1,1\n');
    expect(await results('query-closest-line', 'closest', 'box.obj', '--points', 'points.csv')).toMatchObject([
      { triangle: 2, distance: 0.5, position: [0.25, 0.1, 1] },
      { distance: 0.5 },
      { distance: 0 },
    ]);
    expect(await results('query-closest-line', 'closest', 'box.obj', '--points', 'points.csv', '--max-distance', '0.2')).toMatchObject([
      { triangle: null, distance: null, position: null },
      { triangle: null },
      { distance: 0 },
    ]);
    expect(await results('query-closest-line', 'closest', 'box.obj', '--points', 'points.csv', '--count', '2')).toMatchObject([
      { closest: [{ triangle: 2, distance: 0.5 }, {}] },
      {},
      {},
    ]);
    expect(await results('query-inside-line', 'inside', 'box.obj', '--points', 'points.csv')).toEqual([
      { inside: false, winding: 0 },
      { inside: true, winding: 1 },
      { inside: 'on', winding: null },
    ]);
    write('spheres.csv', '0.25,0.1,1.5,0.5\n0.25,0.1,1.5\n');
    const triangles = [{ triangles: [2] }, { triangles: [] }];
    expect(await results('query-within-line', 'within', 'box.obj', '--points', 'spheres.csv', '--distance', '0.4')).toEqual(triangles);
    expect(await results('query-sphere-line', 'sphere', 'box.obj', '--points', 'spheres.csv', '--radius', '0.4')).toEqual(triangles);
  });

  test('prints the same lines with one thread and with three, in the order of the file', async () => {
    const rows = Array.from({ length: 20_000 }, (_, i) => `${(i % 7) / 3 - 1},${(i % 11) / 5 - 1},${i / 10_000 - 1}`);
    write('many.csv', rows.join('\n'));
    const args = ['query', 'closest', 'ball.obj', '--points', 'many.csv'];
    const one = await boxwood(...args);
    expect(one.out.trimEnd().split('\n')).toHaveLength(rows.length);
    expect(await boxwood(...args, '--jobs', '3')).toEqual(one);
  });

  test('prints the results before a line that is no query, then one error with its number', async () => {
    write('broken.csv', '0,0,3\n0,0,4\n0,zero,5\n0,0,6\n');
    const { exitCode, out, err } = await boxwood('query', 'closest', 'box.obj', '--points', 'broken.csv');
    expect([exitCode, out.trimEnd().split('\n').length]).toEqual([2, 2]);
    expect(err).toMatch(/^boxwood: broken\.csv:3: The line is not a query\. Give finite numbers x,y,z, .+\.\n$/);
  });

  test.each([
    ['0,0,0,0,0,0', ['ray', '--rays'], /direction other than 0/],
    ['0,0,0,1,0,0,-1', ['ray', '--rays'], /far of 0 or more/],
    ['1,2', ['inside', '--points'], /x,y,z/],
    ['{"point":', ['inside', '--points'], /JSON object with point/],
    ['1,2,3', ['sphere', '--points'], /x,y,z,radius/],
    ['1,2,3,-1', ['within', '--points'], /distance of 0 or more/],
  ])('refuses the line %s', async (line, [verb, flag], message) => {
    write('line.csv', `# first\n${line}\n`);
    const { exitCode, out, err } = await boxwood('query', verb!, 'box.obj', flag!, 'line.csv');
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
    expect(err).toMatch(/^boxwood: line\.csv:2: /);
    expect(err).toMatch(message);
  });

  test.each([
    ['z,y,x\n0.2,0.1,0.5\n', ['closest', '--points'], /columns are z,y,x, and this query has x,y,z/],
    ['dx,dy,dz,ox,oy,oz\n0,0,1,0,0,-9\n', ['ray', '--rays'], /ox,oy,oz,dx,dy,dz\[,far\]/],
    ['Distance,x,y,z\n1,0,0,0\n', ['within', '--points'], /x,y,z,distance/],
  ])('refuses columns in another order: %j', async (text, [verb, flag], message) => {
    write('order.csv', text);
    const { exitCode, out, err } = await boxwood('query', verb!, 'box.obj', flag!, 'order.csv');
    expect({ exitCode, out }).toEqual({ exitCode: 2, out: '' });
    expect(err).toMatch(/^boxwood: order\.csv:1: /);
    expect(err).toMatch(message);
  });

  test('skips the names of the columns in the right order', async () => {
    write('named.csv', 'X, Y, Z\n0,0,3\n');
    const { exitCode, out } = await boxwood('query', 'closest', 'box.obj', '--points', 'named.csv');
    expect([exitCode, out.trimEnd().split('\n').length]).toEqual([0, 1]);
  });

  test('refuses a query on the command line too, and a file that is not there', async () => {
    expect(await boxwood('query', 'inside', 'box.obj', '--points', 'points.csv', '--point', '0,0,0')).toMatchObject({ exitCode: 64 });
    expect(await boxwood('query', 'inside', 'box.obj', '--points', 'missing.csv')).toMatchObject({
      exitCode: 2,
      err: expect.stringMatching(/^boxwood: missing\.csv: The file of queries cannot be read\. .+\.\n$/),
    });
  });
});

describe('a process that streams', () => {
  test('reads standard input, and ends with 130 at SIGINT while it waits for more', async () => {
    const child = spawn(process.execPath, [cliScript, 'query', 'inside', 'box.obj', '--points', '-'], { cwd: folder });
    let out = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text));
    const lines = `${'0,0,0.5\n'.repeat(5000)}`;
    child.stdin.write(lines);
    // Chunks are printed although the input has not ended.
    child.stdin.write(lines);
    child.stdin.write(lines);
    while (!out.includes('\n')) await once(child.stdout, 'data');
    child.kill('SIGINT');
    const [exitCode] = (await once(child, 'close')) as [number | null];
    expect(exitCode).toBe(130);
    expect(out.split('\n')[0]).toBe('{"inside":true,"winding":1}');
  });
});
