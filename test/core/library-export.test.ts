import { describe, expect, test } from 'vitest';
import { exportMesh, openTree, readBoxwood, readMesh } from '#core/index';
import { box, joined, named } from '../fixtures/shapes.ts';

const level = joined([named('rock', box()), named('floor', box([0, 0, 0], [1, 2, 3]))]);
const space = { metresPerUnit: 1, up: '+y', handedness: 'right' } as const;

describe('exportMesh of the library', () => {
  test('writes what boxwood export writes: other unit, axes, names and parts', async () => {
    const { bytes } = exportMesh(level, 'obj', { space, preset: 'unreal', parts: 'floor', colliderNames: 'unreal' });
    const { mesh } = await readMesh(bytes, 'floor.obj');
    expect(mesh.parts.map(({ name }) => name)).toEqual(['UCX_floor_01']);
    const top = (axis: number): number => Math.max(...mesh.positions.filter((_, i) => i % 3 === axis));
    // x stays, y and z change places, metres become centimetres.
    expect([0, 1, 2].map(top)).toEqual([100, 300, 200]);
  });

  test('builds a tree where the format has one', () => {
    const baked = readBoxwood(exportMesh(level, 'boxwood').bytes);
    expect(openTree(baked.trees[0]!, baked.mesh).nodeCount).toBeGreaterThan(0);
  });

  test('reports an unknown unit, part and option', () => {
    expect(() => exportMesh(level, 'obj', { preset: 'unity' })).toThrow(/unit, up axis and handedness of the mesh are unknown/);
    expect(() => exportMesh(level, 'obj', { parts: 'wall' })).toThrow(/wall/);
    expect(() => exportMesh(level, 'obj', { scale: 0 })).toThrow();
  });
});
