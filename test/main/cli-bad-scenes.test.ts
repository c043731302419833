import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { box } from '../fixtures/shapes.ts';
import { objText } from './product.ts';
import { runInProcess } from './run-in-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'boxwood-bad-scenes-'));
mkdirSync(join(folder, 'parts'));
writeFileSync(join(folder, 'box.obj'), objText(box()));
writeFileSync(join(folder, 'parts/ball.obj'), objText(box()));
writeFileSync(join(folder, 'empty.obj'), '');
writeFileSync(join(folder, 'points.obj'), 'v 0 0 0\n');
writeFileSync(join(folder, 'note.txt'), 'no mesh');
afterAll(() => rmSync(folder, { recursive: true }));

const matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
const at = (k: number, value: unknown): readonly unknown[] => matrix.map((number, i) => (i === k ? value : number));

function sceneOf(changes: object): string {
  return JSON.stringify({ format: 'boxwood-scene', version: 1, meshes: ['box.obj'], instances: [{ mesh: 0, matrix }], ...changes });
}

/** The scene with a third instance that is wrong. */
function instanceOf(changes: object): string {
  const good = { mesh: 0, matrix };
  return sceneOf({ instances: [good, good, { ...good, ...changes }, good] });
}

const withNaN = instanceOf({ matrix: at(4, 'NaN') }).replace('"NaN"', 'NaN');
const twice = sceneOf({}).replace('"meshes"', '"meshes":[],"meshes"');

/** What is wrong, the file, and the one line that is printed: where, what, what to do. */
const cases: readonly (readonly [what: string, text: string, line: string])[] = [
  [
    'a missing mesh',
    sceneOf({ meshes: ['box.obj', 'none.obj'] }),
    '/meshes/1: The mesh "none.obj" of the scene does not exist. Put it into the folder of the scene, and give its path relative to the scene.',
  ],
  [
    'a path with backslashes',
    sceneOf({ meshes: ['parts\\ball.obj'] }),
    '/meshes/0: The mesh "parts\\\\ball.obj" of the scene does not exist. Write / between the folders of its path.',
  ],
  [
    'a path outside of the folder',
    sceneOf({ meshes: ['../box.obj'] }),
    '/meshes/0: The mesh "../box.obj" of the scene is outside of the folder of the scene. Put it into that folder or below it, and give its path relative to the scene.',
  ],
  [
    'an address',
    sceneOf({ meshes: ['https://example.com/box.obj'] }),
    '/meshes/0: The mesh "https://example.com/box.obj" of the scene is outside of the folder',
  ],
  [
    'an empty mesh file',
    sceneOf({ meshes: ['box.obj', 'empty.obj'] }),
    'empty.obj: Mesh 1 of the scene "bad.json": The file is empty. Export it again, or open another file.',
  ],
  [
    'a file that is no mesh',
    sceneOf({ meshes: ['note.txt'] }),
    'note.txt: Mesh 0 of the scene "bad.json": The format of this file is not known.',
  ],
  [
    'a mesh without triangles',
    sceneOf({ meshes: ['box.obj', 'points.obj'] }),
    '/meshes/1: The mesh "points.obj" of the scene has no usable triangle. Remove it from the scene',
  ],
  [
    'a matrix of 15 numbers',
    instanceOf({ matrix: matrix.slice(1) }),
    '/instances/2/matrix: Instance 2 of "box.obj" of the scene: "matrix" cannot be used: it has 15 numbers. Give 16 numbers, column by column.',
  ],
  [
    'NaN as text',
    instanceOf({ matrix: at(4, 'NaN') }),
    '/instances/2/matrix/4: Instance 2 of "box.obj" of the scene: number 5 of "matrix" is not a finite number. Give a finite number.',
  ],
  ['NaN', withNaN, `:1:${withNaN.indexOf('NaN') + 1}: The scene is not JSON. Write it as JSON; it has no NaN and no comments.`],
  [
    'a singular matrix',
    instanceOf({ matrix: at(5, 0) }),
    '/instances/2/matrix: Instance 2 of "box.obj" of the scene: "matrix" cannot be used: it flattens the mesh (it is singular). Give scales that are not 0 and axes that are not in one plane.',
  ],
  [
    'a projection',
    instanceOf({ matrix: at(15, 2) }),
    '/instances/2/matrix: Instance 2 of "box.obj" of the scene: "matrix" cannot be used: its last row is not 0 0 0 1.',
  ],
  [
    'a box beyond the numbers',
    instanceOf({ matrix: at(12, 1.79e308).map((value, k) => (k === 0 ? 1e308 : value)) }),
    '/instances/2: The box of instance 2 is not finite at step 0. Use smaller numbers in its matrix or its motion.',
  ],
  [
    'a later version',
    sceneOf({ version: 2, weather: 'rain' }),
    '/version: "version" of the scene is not 1. Use a newer Boxwood, or write version 1.',
  ],
  ['another JSON', '{"asset": {"version": "2.0"}}', '/format: "format" of the scene is not "boxwood-scene". Open a scene of Boxwood.'],
  [
    'a field twice',
    twice,
    `:1:${twice.lastIndexOf('"meshes"') + 1}: The field "meshes" is there twice in one object. Remove one of them: JSON does not say which one counts.`,
  ],
  [
    'an unknown field',
    instanceOf({ name: 'crate' }),
    '/instances/2/name: Instance 2 of "box.obj" of the scene: "name" is not a known field. Known fields: mesh, matrix, set, layer, mask, motion.',
  ],
  [
    'a mesh that is not listed',
    instanceOf({ mesh: 1 }),
    '/instances/2/mesh: Instance 2 of the scene: "mesh" is not the index of a mesh. Give 0: the list has one entry.',
  ],
  [
    'a recorded matrix of 3 numbers',
    instanceOf({ motion: { kind: 'recorded', matrices: [matrix, [1, 2, 3]] } }),
    '/instances/2/motion/matrices/1: Instance 2 of "box.obj" of the scene: number 2 of "matrices" of "motion" cannot be used: it has 3 numbers.',
  ],
  [
    'a motion of a static instance',
    instanceOf({ set: 'static', motion: { kind: 'walk', stride: 1 } }),
    '/instances/2/motion: Instance 2 of "box.obj" of the scene: "motion" belongs to a static instance.',
  ],
  ['an empty file', '', ': The file is empty. Export it again, or open another file.'],
];

test.each(cases)('a scene with %s is refused in one line with its place and what to do', async (_, text, line) => {
  const file = join(folder, 'bad.json');
  writeFileSync(file, text);
  const { out, err, exitCode } = await runInProcess(['scene', file, '--steps', '2']);
  expect([exitCode, out]).toEqual([2, '']);
  expect(err.trimEnd().split('\n')).toHaveLength(1);
  expect(err.replaceAll(`${folder}/`, '')).toContain(line);
});

test('a scene of more instances than are read is refused with their number', async () => {
  const file = join(folder, 'huge.json');
  const one = JSON.stringify({ mesh: 0, matrix });
  writeFileSync(file, sceneOf({ instances: [] }).replace('[]', `[${`${one},`.repeat(1_000_000)}${one}]`));
  const { err, exitCode } = await runInProcess(['scene', file]);
  expect(exitCode).toBe(2);
  expect(err).toContain('/instances: The scene has 1000001 instances. Use at most 1000000 instances.');
});

test('a scene without instances, and one that lists a mesh twice, run', async () => {
  const file = join(folder, 'good.json');
  for (const [changes, instances] of [
    [{ meshes: [], instances: [] }, 0],
    [{ instances: [] }, 0],
    [
      {
        meshes: ['box.obj', 'box.obj'],
        instances: [
          { mesh: 0, matrix },
          { mesh: 1, matrix },
        ],
      },
      2,
    ],
  ] as const) {
    writeFileSync(file, sceneOf(changes));
    const { out, exitCode } = await runInProcess(['scene', file, '--narrow', '--json']);
    expect(exitCode).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ instances, steps: [{ pairs: instances === 0 ? 0 : 1 }] });
  }
});
