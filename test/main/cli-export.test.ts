import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { importMesh } from '#core/import/import-mesh';
import { integralsOf } from '#core/mesh/mass-properties';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { noProgress } from '#core/progress';
import { writeObj } from '#core/bake/mesh-files/write-obj';
import { ball, box, joined, named } from '../fixtures/shapes.ts';
import { inputOf } from '../core/bake/bake-input.ts';
import { cliCalls } from './cli-folder.ts';
import { temporaryFolder } from './product.ts';

const folder = temporaryFolder();
const { boxwood, json } = cliCalls(folder, ['error', 'bake', 'export', 'inspect', 'repair', 'verify']);
const brick = box([1, 2, 3], [2, 4, 6]);
const level = joined([named('wall 1', brick), named('wall 2', box([5, 0, 0], [6, 1, 1])), named('ball', ball(12, 6))]);
writeFileSync(join(folder, 'level.obj'), writeObj(inputOf(level), noProgress).bytes);
writeFileSync(join(folder, 'nan.obj'), 'o good\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\no bad\nv nan 0 0\nf 1 2 4\n');
const inMetres = ['--unit', 'metre', '--up', '+y', '--handedness', 'right'];

async function read(name: string): Promise<TriangleMesh> {
  const context = { fileName: name, progress: noProgress, readSideFile: async () => null };
  return (await importMesh(readFileSync(join(folder, name)), context)).mesh;
}

describe('export', () => {
  test.each(['obj', 'ply', 'stl', 'off', 'glb', 'boxwood', 'bvh.bin'])(
    'writes some parts for an engine as .%s, verified',
    async (extension) => {
      const out = `walls.${extension}`;
      const report = await json('export', 'export', 'level.obj', '-o', out, '--preset', 'unreal', '--parts', 'wall*', ...inMetres);
      expect(report).toMatchObject({
        file: 'level.obj',
        out,
        triangles: 24,
        vertices: 16,
        parts: [
          { name: 'wall 1', triangles: 12 },
          { name: 'wall 2', triangles: 12 },
        ],
        bounds: { min: [100, 0, 0], max: [600, 600, 400] },
        units: 'centimetre',
        up: '+z',
        handedness: 'left',
        verified: true,
        mismatches: 0,
        bytes: readFileSync(join(folder, out)).length,
      });
      expect(await json('verify', 'verify', out)).toMatchObject({ ok: true, triangles: 24 });
      expect(await json('inspect', 'inspect', out)).toMatchObject({ triangles: 24, bounds: { min: [100, 0, 0], max: [600, 600, 400] } });
    },
  );

  test('keeps the sign of the volume where the axes mirror, unless the winding is flipped', async () => {
    await json('export', 'export', 'level.obj', '-o', 'left.obj', '--preset', 'unity', '--parts', '#0', ...inMetres);
    expect(integralsOf(await read('left.obj'), [0, 0, 0])[0]! / 6).toBeCloseTo(6, 9);
    await json('export', 'export', 'level.obj', '-o', 'flipped.obj', '--preset', 'unity', '--parts', '#0', '--flip', ...inMetres);
    expect(integralsOf(await read('flipped.obj'), [0, 0, 0])[0]! / 6).toBeCloseTo(-6, 9);
  });

  test('without options writes the bytes of a bake', async () => {
    for (const extension of ['obj', 'glb', 'boxwood']) {
      await json('export', 'export', 'level.obj', '-o', `same.${extension}`);
      await json('bake', 'bake', 'level.obj', '-o', `baked.${extension}`);
      expect(readFileSync(join(folder, `same.${extension}`)).equals(readFileSync(join(folder, `baked.${extension}`)))).toBe(true);
    }
  });

  test('writes what a repair wrote', async () => {
    await json('repair', 'repair', 'nan.obj', '-o', 'fixed.obj', '--drop-degenerate', '--drop-unused');
    expect(await json('export', 'export', 'fixed.obj', '-o', 'fixed.off', '--scale', '2')).toMatchObject({
      triangles: 1,
      bounds: { min: [0, 0, 0], max: [2, 2, 0] },
    });
    expect(readFileSync(join(folder, 'fixed.off'), 'utf8')).toBe('OFF\n3 1 0\n0 0 0\n2 0 0\n0 2 0\n3 0 1 2\n');
  });

  test('reports to people what was written', async () => {
    const { out, exitCode } = await boxwood(
      'export',
      'level.obj',
      '-o',
      'text.ply',
      '--to-unit',
      'inch',
      '--unit',
      'foot',
      '--parts',
      'wall 1',
    );
    expect(exitCode).toBe(0);
    expect(out).toMatch(
      /^text\.ply\n {2}format +PLY, binary\n {2}triangles +12\n {2}vertices +8\n {2}parts +1\n {2}bounds min +12, 24, 36\n/,
    );
    expect(out).toMatch(/ {2}unit +inch\n {2}axes +unknown up, unknown handedness\n/);
  });

  test.each<[string, number, string[], RegExp]>([
    ['no --out', 64, ['level.obj'], /^boxwood: --out is missing\. .+\.\n$/],
    ['its own input', 64, ['level.obj', '-o', './level.obj'], /^boxwood: --out is the input file\. .+\.\n$/],
    ['an unknown unit', 64, ['level.obj', '-o', 'x.obj', '--to-unit', 'metre'], /The unit of the mesh is unknown\. .+\(--unit\)\.\n$/],
    ['unknown axes', 64, ['level.obj', '-o', 'x.obj', '--to-up', '+z'], /The up axis of the mesh is unknown\. .+\(--up\)\.\n$/],
    [
      'an unknown preset',
      64,
      ['level.obj', '-o', 'x.obj', '--preset', 'quake'],
      /--preset cannot be "quake"\. Use one of none, gltf, .+\.\n$/,
    ],
    ['a scale of 0', 64, ['level.obj', '-o', 'x.obj', '--scale', '0'], /--scale cannot be 0\. .+\.\n$/],
    [
      'a name of no part',
      64,
      ['level.obj', '-o', 'x.obj', '--parts', 'door'],
      /No part has the name "door"\. Use one of wall 1, wall 2, ball, .+\.\n$/,
    ],
    [
      'vertices that are not finite',
      64,
      ['nan.obj', '-o', 'x.obj'],
      /nan\.obj vertex 3: 1 vertex has coordinates that are not finite, the first in bad\. .+\.\n$/,
    ],
  ])('refuses %s with exit code %i and writes nothing', async (_, wanted, args, message) => {
    const { exitCode, out, err } = await boxwood('export', ...args);
    expect({ exitCode, out }).toEqual({ exitCode: wanted, out: '' });
    expect(err).toMatch(message);
    expect(existsSync(join(folder, 'x.obj'))).toBe(false);
  });
});
