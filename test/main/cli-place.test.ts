import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseScene } from '#core/scene/document/parse-scene';
import { instancedGltf } from '../fixtures/instanced-gltf.ts';
import { cliCalls, cliFolder } from './cli-folder.ts';
import { expectTwoScreens, warmPool } from './product.ts';

const pool = warmPool(2);
const { folder, write } = cliFolder(pool);
const { boxwood, json } = cliCalls(folder, ['error', 'place', 'scene', 'scene-run'], pool);
const sceneOf = (name: string): ReturnType<typeof parseScene> => parseScene(readFileSync(join(folder, name), 'utf8'));

describe('boxwood place', () => {
  test('writes a scene that boxwood scene runs', async () => {
    const report = await json(
      'place',
      'place',
      'box.obj',
      'small.obj',
      '-o',
      'a.boxwood-scene.json',
      '--arrange',
      'random',
      '--count',
      '50',
      '--motion',
      'walk',
      '--spacing',
      '0.5',
    );
    expect(report).toMatchObject({
      out: 'a.boxwood-scene.json',
      instances: 50,
      moving: 50,
      meshes: [
        { file: 'box.obj', triangles: 12, instances: 25 },
        { file: 'small.obj', instances: 25 },
      ],
    });
    const run = await json('scene-run', 'scene', 'a.boxwood-scene.json', '--steps', '2', '--narrow');
    expect(run).toMatchObject({ instances: 50, moving: 50 });
    expect((run['steps'] as { pairs: number }[])[0]!.pairs).toBeGreaterThan(0);
    const { out } = await boxwood('place', 'box.obj', '-o', 'b.boxwood-scene.json', '--count', '3');
    expect(out).toMatch(/^b\.boxwood-scene\.json: 3 instances, 3 moving, [\d,]+ bytes\n {2}box\.obj: 3 instances of 12 triangles\n$/);
  });

  test('scatters over a surface, which becomes a static instance', async () => {
    await json('place', 'place', 'box.obj', '-o', 'c.boxwood-scene.json', '--arrange', 'scatter', '--surface', 'ball.obj', '--count', '20');
    const { meshes, instances } = sceneOf('c.boxwood-scene.json');
    expect(meshes).toEqual(['box.obj', 'ball.obj']);
    expect(instances.map(({ mesh, set }) => `${mesh} ${set}`)).toEqual(['1 static', ...Array.from({ length: 20 }, () => '0 moving')]);
  });

  test('writes the distinct meshes of a file with copies by EXT_mesh_gpu_instancing', async () => {
    write('forest.gltf', instancedGltf());
    const report = await json('place', 'place', 'forest.gltf', '-o', 'forest.boxwood-scene.json', '--arrange', 'parts');
    expect(report).toMatchObject({
      instances: 5,
      meshes: [
        { file: 'forest-mesh-0.obj', instances: 4 },
        { file: 'forest-mesh-1.obj', instances: 1 },
      ],
    });
    const { instances } = sceneOf('forest.boxwood-scene.json');
    expect(instances.map(({ matrix }) => [matrix[12], matrix[13], matrix[14]])).toEqual([
      [0, 0, 0],
      [1.5, 0, 0],
      [3, 0, 0],
      [0, 0, 5],
      [0, -1, 0],
    ]);
    // Copies at 0 and 1.5 of boxes of edge 2 overlap, as do those at 1.5 and 3; the floor touches all of them but the one at z = 5.
    const run = await json('scene-run', 'scene', 'forest.boxwood-scene.json', '--pairs');
    expect(run['pairs']).toEqual([
      [0, 1],
      [0, 4],
      [1, 2],
      [1, 4],
      [2, 4],
    ]);
  });

  test('keeps a mirrored copy by EXT_mesh_gpu_instancing as an instance of the same mesh', async () => {
    write('mirrored.gltf', instancedGltf(-1));
    const report = await json('place', 'place', 'mirrored.gltf', '-o', 'mirrored.boxwood-scene.json', '--arrange', 'parts');
    expect(report).toMatchObject({ meshes: [{ instances: 4 }, { instances: 1 }] });
    expect(sceneOf('mirrored.boxwood-scene.json').instances.map(({ mesh, matrix }) => [mesh, matrix[0]])).toEqual([
      [0, 1],
      [0, -1],
      [0, 1],
      [0, 1],
      [1, 1],
    ]);
    const run = await json('scene-run', 'scene', 'mirrored.boxwood-scene.json', '--narrow', '--pairs');
    expect(run['overlaps']).toEqual(
      expect.arrayContaining([
        [0, 1],
        [1, 2],
      ]),
    );
  });

  test('replaces the meshes of the scene that it replaces, and no other file without --force', async () => {
    const place = ['place', 'box.obj', '-o', 'own.boxwood-scene.json', '--arrange', 'parts'];
    write('own-mesh-0.obj', 'precious');
    const refused = await boxwood(...place);
    expect([refused.exitCode, refused.err]).toEqual([64, expect.stringContaining('"own-mesh-0.obj" exists')]);
    expect(readFileSync(join(folder, 'own-mesh-0.obj'), 'utf8')).toBe('precious');
    expect(existsSync(join(folder, 'own.boxwood-scene.json'))).toBe(false);
    await json('place', ...place, '--force');
    await json('place', ...place);
    expect(readFileSync(join(folder, 'own-mesh-0.obj'), 'utf8')).toMatch(/^v /);
  });

  test('does not replace its input, also with --force', async () => {
    write('yard-mesh-0.obj', readFileSync(join(folder, 'box.obj'), 'utf8'));
    const place = ['place', 'yard-mesh-0.obj', '-o', 'yard.boxwood-scene.json', '--arrange', 'parts', '--force'];
    expect(await boxwood(...place)).toMatchObject({ exitCode: 64, err: expect.stringContaining('would be the input file') as string });
    expect(readFileSync(join(folder, 'yard-mesh-0.obj'), 'utf8')).toBe(readFileSync(join(folder, 'box.obj'), 'utf8'));
  });

  test('states the vertices that are not finite, and leaves out parts without a usable triangle', async () => {
    write('holes.obj', 'o a\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv nan 0 0\nf 1 2 3\nf 1 2 4\no b\nf 1 3 4\n');
    const whole = await json('place', 'place', 'holes.obj', '-o', 'holes.boxwood-scene.json', '--count', '2');
    expect(whole).toMatchObject({ meshes: [{ triangles: 3, nonFiniteVertices: 1, trianglesLeftOut: 2 }] });
    const { out } = await boxwood('place', 'holes.obj', '-o', 'parted.boxwood-scene.json', '--arrange', 'parts');
    expect(out).toContain('parted-mesh-0.obj: 1 vertex with a coordinate that is not finite; 1 triangle left out\n');
    expect(sceneOf('parted.boxwood-scene.json').instances).toHaveLength(1);
  });

  test('wrong calls say what to do, and write nothing', async () => {
    mkdirSync(join(folder, 'sub'), { recursive: true });
    const wrong = [
      [['place', 'box.obj'], 64, '--out is missing'],
      [['place', 'box.obj', '-o', 'x.json'], 64, 'not the name of a scene'],
      [['place', 'box.obj', '-o', 'sub/x.boxwood-scene.json'], 64, 'not in the folder of the scene'],
      [['place', 'box.obj', '-o', 'x.boxwood-scene.json', '--arrange', 'scatter'], 64, '--surface is missing'],
      [['place', 'box.obj', '-o', 'x.boxwood-scene.json', '--surface', 'ball.obj'], 64, '--surface is for scatter'],
      [['place', 'box.obj', 'ball.obj', '-o', 'x.boxwood-scene.json', '--arrange', 'parts'], 64, 'takes one file'],
      [['place', 'points.obj', '-o', 'x.boxwood-scene.json'], 2, 'points.obj: The mesh has no usable triangle'],
      [['place', 'points.obj', '-o', 'x.boxwood-scene.json', '--arrange', 'parts'], 2, 'points.obj: No part of the file'],
      [['place', 'box.obj', '-o', 'x.boxwood-scene.json', '--set', 'static', '--motion', 'walk'], 64, '--motion has no effect'],
      [['place', 'box.obj', '-o', 'x.boxwood-scene.json', '--motion', 'walk', '--degrees', '4'], 64, '--degrees has no effect'],
      [['place', 'box.obj', '-o', 'x.boxwood-scene.json', '--stride', '4'], 64, '--stride has no effect'],
      [['place', 'box.obj', '-o', 'x.boxwood-scene.json', '--arrange', 'parts', '--count', '4'], 64, '--count has no effect'],
      [['place', 'box.obj', '-o', 'x.boxwood-scene.json', '--arrange', 'parts', '--turn'], 64, '--turn has no effect'],
      [['place', 'box.obj', '-o', 'x.boxwood-scene.json', '--force'], 64, '--force is for --arrange parts'],
      [
        ['place', 'box.obj', '--surface', 'ball.obj', '-o', 'x.boxwood-scene.json', '--arrange', 'scatter', '--spacing', '4'],
        64,
        '--spacing has no effect',
      ],
      [['place', 'none.obj', '-o', 'x.boxwood-scene.json'], 2, 'none.obj'],
    ] as const;
    for (const [args, exitCode, text] of wrong) {
      const outcome = await boxwood(...args);
      expect([args.join(' '), outcome.exitCode]).toEqual([args.join(' '), exitCode]);
      expect(outcome.err).toContain(text);
    }
    expect(existsSync(join(folder, 'x.boxwood-scene.json'))).toBe(false);
    expectTwoScreens((await boxwood('place', '--help')).out);
  });
});
