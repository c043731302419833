import type { AnySchemaObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { corpusFolder, describeCorpus } from '../corpus/corpus.ts';
import { khrHullText } from '../fixtures/khr-hull.ts';
import { twoScenes } from '../fixtures/scenes.ts';
import { ball, blades, box } from '../fixtures/shapes.ts';
import { objText, productFolder, temporaryFolder, type CliOutcome } from './product.ts';
import { runInProcess } from './run-in-process.ts';

const folder = temporaryFolder();
const schemaOf = (name: string): AnySchemaObject =>
  JSON.parse(readFileSync(join(productFolder, `resources/schemas/${name}.schema.json`), 'utf8')) as AnySchemaObject;
const validate = new Ajv2020({ allowUnionTypes: true, schemas: ['error', 'ignored', 'inspect', 'check'].map(schemaOf) }).compile(
  JSON.parse(readFileSync(join(productFolder, 'resources/schemas/query-pair.schema.json'), 'utf8')) as object,
);
writeFileSync(join(folder, 'box.obj'), objText(box()));
writeFileSync(join(folder, 'ball.obj'), objText(ball()));
writeFileSync(join(folder, 'points.obj'), 'v 0 0 0\n');
writeFileSync(join(folder, 'physics.gltf'), khrHullText());

function boxwood(...args: string[]): Promise<CliOutcome> {
  return runInProcess(['query', 'pair', ...args], { folder });
}

interface PairReport {
  readonly overlap: boolean;
  readonly pairCount: number;
  readonly trianglesA: number;
  readonly trianglesB: number;
  readonly matrix: readonly number[];
  readonly stats: Readonly<Record<string, number>>;
  readonly contacts:
    | readonly {
        readonly a: number;
        readonly b: number;
        readonly kind: string;
        readonly area: number;
        readonly segment: readonly number[] | null;
      }[]
    | null;
}

/** The one JSON document of a call that succeeds, proven against its schema. */
async function json(...args: string[]): Promise<PairReport> {
  const { exitCode, out, err } = await boxwood(...args, '--json');
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' });
  const value: unknown = JSON.parse(out);
  validate(value);
  expect(validate.errors ?? null).toBeNull();
  return value as PairReport; // The schema has proven it.
}

describe('query pair', () => {
  test('reads the colliders of both, or of each', async () => {
    const counts = async (...args: string[]): Promise<readonly number[]> => {
      const { trianglesA, trianglesB } = await json('physics.gltf', 'physics.gltf', '--triangulation', 'ears', ...args);
      return [trianglesA, trianglesB];
    };
    const reported = await json('physics.gltf', 'box.obj', '--colliders', 'with', '--contacts');
    expect(reported).toMatchObject({
      collidersA: [
        {
          part: 2,
          name: 'RockCollider',
          triangles: 3,
          role: { physics: { material: { staticFriction: 0.3 }, filter: { systems: ['props'] } } },
        },
      ],
      collidersB: [],
    });
    expect(reported.contacts!.some((contact) => 'partA' in contact && contact.partA === 2)).toBe(true);
    expect((await boxwood('physics.gltf', 'box.obj', '--colliders', 'with')).out).toContain(
      'colliders of A: RockCollider (collider, hull of Rock; friction 0.3 at rest, 0.2 moving (average), restitution 0.1 (average); of props; not with debris)\n',
    );
    expect(await counts()).toEqual([8, 8]);
    expect(await counts('--colliders', 'only')).toEqual([3, 3]);
    expect(await counts('--colliders', 'only', '--colliders-b', 'with')).toEqual([3, 7]);
    expect(await counts('--colliders-a', 'with')).toEqual([11, 8]);
  });

  test('reports whether the surfaces intersect, in how many pairs and triangles', async () => {
    const report = await json('box.obj', 'box.obj', '--translate', '1,0.5,0.25');
    expect(report).toMatchObject({ fileA: 'box.obj', overlap: true, distance: 0, contacts: null, curveTotals: null });
    expect(report.pairCount).toBeGreaterThan(0);
    expect(await json('box.obj', 'box.obj', '--translate', '-5,0,0')).toMatchObject({
      overlap: false,
      pairCount: 0,
      trianglesA: 0,
      trianglesB: 0,
    });
  });

  test('reports how far apart they are and where they are nearest, in text too; and one common point where they intersect', async () => {
    const apart = ['box.obj', 'box.obj', '--translate', '2.5,3.5,3.5', '--scale', '0.5'];
    // From the corner 1, 1, 1 to the corner 2, 3, 3.
    expect(await json(...apart)).toMatchObject({ overlap: false, distance: 3, witness: { pointA: [1, 1, 1], pointB: [2, 3, 3] } });
    expect((await boxwood(...apart)).out).toMatch(/\n {2}distance 3: triangle \d+ of A at 1, 1, 1, triangle \d+ of B at 2, 3, 3\n/);
    expect(await json('box.obj', 'box.obj', '--translate', '2,2,2')).toMatchObject({
      distance: 0,
      witness: { pointA: [1, 1, 1], pointB: [1, 1, 1] },
    });
  });

  test('counts touching as overlap, but not containment', async () => {
    expect(await json('box.obj', 'box.obj', '--translate', '2,2,2')).toMatchObject({ overlap: true });
    expect(await json('box.obj', 'box.obj', '--scale', '0.5')).toMatchObject({ overlap: false });
  });

  test('reports where two boxes cross: a corner in the other gives one closed contact curve', async () => {
    const report = await json('box.obj', 'box.obj', '--translate', '1,1,1', '--contacts');
    // Six edges of one unit each, three on the sides of either box.
    expect(report).toMatchObject({ curveTotals: { closed: 1, open: 0, length: expect.closeTo(6, 12), coplanarContacts: 0 } });
    expect(report.contacts).toHaveLength(report.pairCount);
    const order = report.contacts!.map(({ a, b }) => 12 * a + b);
    expect(order).toEqual(order.toSorted((x, y) => x - y));
    for (const { segment } of report.contacts!) {
      for (const value of segment ?? []) expect(value >= 0 && value <= 1).toBe(true);
    }
  });

  test('has polygons and no segments where sides lie on each other; together they are the whole side', async () => {
    const report = await json('box.obj', 'box.obj', '--translate', '2,0,0', '--contacts');
    const flat = report.contacts!.filter(({ kind }) => kind === 'coplanar');
    expect(flat.map(({ segment }) => segment)).toEqual(flat.map(() => null));
    expect(flat.reduce((sum, { area }) => sum + area, 0)).toBe(4);
    expect(report).toMatchObject({
      curveTotals: { closed: 1, outlines: 1, open: 0, length: 8 },
      curves: [{ kind: 'outline', closed: true, length: 8, ends: null }],
    });
  });

  test('scales, then turns about X, Y, Z, then moves; quarter turns are exact', async () => {
    const { matrix } = await json('box.obj', 'ball.obj', '--translate', '-1,2,3e-7', '--rotate', '0,90,90', '--scale', '2');
    expect(matrix).toEqual([0, 0, -2, 0, -2, 0, 0, 0, 0, 2, 0, 0, -1, 2, 3e-7, 1]);
    expect(await json('box.obj', 'ball.obj', '--matrix', matrix.join(','))).toMatchObject({ matrix });
    expect(await json('box.obj', 'ball.obj', '--matrix', matrix.join(' '))).toMatchObject({ matrix });
    expect((await json('box.obj', 'ball.obj', '--scale', '1,1,-2')).matrix.slice(8, 11)).toEqual([0, 0, -2]);
  });

  test('writes very many contacts in chunks, and checks for cancellation between them', async () => {
    writeFileSync(join(folder, 'rows.obj'), objText(blades(60, 0)));
    writeFileSync(join(folder, 'columns.obj'), objText(blades(60, 1)));
    const { pairCount, contacts } = await json('rows.obj', 'columns.obj', '--contacts');
    expect([pairCount, contacts!.length, new Set(contacts!.map(({ a, b }) => 60 * a + b)).size]).toEqual([3600, 3600, 3600]);
    const stop = new AbortController();
    const pieces: string[] = [];
    const { exitCode } = await runInProcess(['query', 'pair', 'rows.obj', 'columns.obj', '--contacts', '--json'], {
      folder,
      signal: stop.signal,
      onOut: (text) => {
        pieces.push(text);
        if (pieces.length === 2) stop.abort();
      },
    });
    expect(exitCode).toBe(130);
    // The head, one piece of contacts, and the error.
    expect(pieces).toHaveLength(3);
    expect(pieces[1]!.split('\n')).toHaveLength(1001);
  });

  test('names both files in an error about both', async () => {
    const { exitCode, err } = await boxwood('box.obj', 'ball.obj', '--translate', '1,0.5,0.25', '--max-pairs', '1');
    expect(exitCode).toBe(2);
    expect(err).toMatch(/^boxwood: box\.obj and ball\.obj: More than 1 pairs .*--max-pairs/);
  });

  test('is the same seen from the other mesh', async () => {
    // Nothing lies on anything here: the placed mesh is rounded, and which one is placed would decide on touching.
    const forth = await json('box.obj', 'ball.obj', '--translate', '0.73,0.41,-0.23');
    const back = await json('ball.obj', 'box.obj', '--translate', '-0.73,-0.41,0.23');
    expect([back.pairCount, back.trianglesA, back.trianglesB]).toEqual([forth.pairCount, forth.trianglesB, forth.trianglesA]);
  });

  test('prints the result as text', async () => {
    const { exitCode, out } = await boxwood('box.obj', 'box.obj', '--translate', '1,1,1', '--contacts');
    expect(exitCode).toBe(0);
    expect(out).toMatch(/^box\.obj and box\.obj: the surfaces intersect\n {2}pairs +\d+\n/);
    expect(out).toMatch(/closed contact curves +1\n {2}open contact curves +0\n {2}total length +6\n/);
    expect((await boxwood('box.obj', 'box.obj', '--translate', '9,0,0', '--contacts')).out).toMatch(/: the surfaces do not intersect\n/);
  });

  test('says of every line that is not closed why, in text and as data', async () => {
    // Edge on edge.
    const touching = ['box.obj', 'box.obj', '--translate', '2,2,0.5', '--contacts'];
    expect(await json(...touching)).toMatchObject({
      curveTotals: { closed: 0, outlines: 0, open: 1, ends: { border: 0, 'common-area': 0, 'flat-triangle': 0, touch: 2 } },
      curves: [{ kind: 'touching', closed: false, length: 1.5, ends: ['touch', 'touch'] }],
    });
    expect((await boxwood(...touching)).out).toMatch(/open curve +length +ends\n {2}touching +1\.5 +where the surfaces only touch, both\n/);
    writeFileSync(join(folder, 'flap.obj'), 'v 0 0 0\nv 2 0 0\nv 2 0.5 0\nf 1 2 3\n');
    expect((await boxwood('box.obj', 'flap.obj', '--contacts')).out).toMatch(/ crossing +0\.25 +at the border of an open mesh, both\n/);
  });

  test('reads of each file the scene that is requested', async () => {
    writeFileSync(join(folder, 'yard.gltf'), twoScenes());
    // Its second scene has another triangle at z = 4, and the box reaches from 3 to 5 when it is moved there.
    const there = ['box.obj', 'yard.gltf', '--translate', '0,0,-4'];
    expect(await json(...there)).toMatchObject({ overlap: false });
    expect(await json(...there, '--scene-b', '1')).toMatchObject({ overlap: true, trianglesB: 1 });
    expect(await json('yard.gltf', 'yard.gltf', '--scene-a', 'Winter', '--translate', '0,0,4')).toMatchObject({
      overlap: true,
      trianglesA: 1,
    });
    const { exitCode, err } = await boxwood('box.obj', 'yard.gltf', '--scene-a', '1');
    expect(err).toMatch(/^boxwood: box\.obj: .+\.\n$/);
    expect(exitCode).toBe(64);
  });

  test('uses the trees of baked files, and builds none', async () => {
    for (const [name, split] of [
      ['box', 'median'],
      ['ball', 'sah'],
    ] as const) {
      const { exitCode } = await runInProcess(['bake', `${name}.obj`, '-o', `${name}.boxwood`, '--split', split, '--leaf-triangles', '1'], {
        folder,
      });
      expect(exitCode).toBe(0);
    }
    const flags = ['--translate', '0.73,0.41,-0.23', '--contacts'];
    const visits = async (...files: string[]) => {
      const { contacts, stats } = await json(...files, ...flags);
      return { contacts, boxesTested: stats['nodePairsTested'] };
    };
    const [fromMeshes, fromBakes] = [await visits('box.obj', 'ball.obj'), await visits('box.boxwood', 'ball.boxwood')];
    expect(fromBakes.contacts).toEqual(fromMeshes.contacts);
    expect(fromBakes.boxesTested).not.toBe(fromMeshes.boxesTested);
  });

  test.each<[string, number, string[], RegExp]>([
    ['a singular placement', 64, ['box.obj', 'box.obj', '--scale', '0'], /^boxwood: .+singular.+\.\n$/],
    ['a singular matrix', 64, ['box.obj', 'box.obj', '--matrix', '1,0,0,0,1,0,0,0,0,0,1,0,0,0,0,1'], /^boxwood: .+singular.+\.\n$/],
    [
      'a matrix that is not affine',
      64,
      ['box.obj', 'box.obj', '--matrix', '1,0,0,1,0,1,0,0,0,0,1,0,0,0,0,1'],
      /^boxwood: .+last row.+\.\n$/,
    ],
    [
      'a matrix of 15 numbers',
      64,
      ['box.obj', 'box.obj', '--matrix', '1,0,0,0,0,1,0,0,0,0,1,0,0,0,0'],
      /^boxwood: --matrix cannot be .+16 finite numbers.+\.\n$/,
    ],
    [
      'a matrix and a placement',
      64,
      ['box.obj', 'box.obj', '--matrix', '1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1', '--scale', '1'],
      /^boxwood: --matrix and --scale exclude each other\. .+\.\n$/,
    ],
    ['two numbers for a move', 64, ['box.obj', 'box.obj', '--translate', '1,2'], /^boxwood: --translate cannot be "1,2"\. .+\.\n$/],
    ['one file', 64, ['box.obj'], /^boxwood: Missing required argument 'b'\. See boxwood query pair --help\.\n$/],
    ['more pairs than allowed', 2, ['box.obj', 'box.obj', '--max-pairs', '3'], /^boxwood: .+\. .+\.\n$/],
    ['a second mesh that is missing', 2, ['box.obj', 'missing.obj'], /^boxwood: missing\.obj: File not found\. .+\.\n$/],
    ['a second mesh without triangles', 2, ['box.obj', 'points.obj'], /^boxwood: points\.obj: .+\. .+\.\n$/],
  ])('refuses %s with exit code %i and one line', async (_, wanted, args, line) => {
    const { exitCode, out, err } = await boxwood(...args);
    expect(err).toMatch(line);
    expect(err.split('\n')).toHaveLength(2);
    expect({ exitCode, out }).toEqual({ exitCode: wanted, out: '' });
  });

  test('ends with 130 when it is cancelled while it looks for pairs', async () => {
    writeFileSync(join(folder, 'large.obj'), objText(ball(100, 80)));
    const ctrlC = new AbortController();
    const { exitCode, out, err } = await runInProcess(['query', 'pair', 'large.obj', 'large.obj', '--rotate', '1,2,3'], {
      folder,
      showsProgress: true,
      signal: ctrlC.signal,
      onErr: (text) => {
        if (text.includes('pairing')) ctrlC.abort();
      },
    });
    expect(err).toContain('pairing');
    expect({ exitCode, out }).toEqual({ exitCode: 130, out: '' });
  });
});

/** Of GROUND_TRUTH.md: FCL's poses of rob in env, with CGAL's exact pair counts. */
describeCorpus('query pair of env and rob', () => {
  test.each<[string, string, number]>([
    ['0,0,0', '0,0,0', 192],
    ['-1500,1200,500', '0,0,90', 168],
    ['1234,-777,888', '0,0,270', 39],
    ['0,0,1000', '0,0,0', 0],
  ])('moved by %s and rotated by %s: %d pairs', async (translate, rotate, count) => {
    const [env, rob] = ['env', 'rob'].map((name) => join(corpusFolder, `intersect/fcl/${name}.obj`)) as [string, string];
    expect(await json(env, rob, '--translate', translate, '--rotate', rotate)).toMatchObject({ overlap: count > 0, pairCount: count });
  });
});
