import { importMesh } from '#core/import/import-mesh';
import { isClosed } from '#core/mesh/is-closed';
import { integralsOf } from '#core/mesh/mass-properties';
import { meshOfRuns } from '#core/mesh/mesh-of-runs';
import { triangleCount, type TriangleMesh } from '#core/mesh/triangle-mesh';
import type { ImportOptions } from '#core/options';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../fixtures/random.ts';
import { quake3File } from '../../fixtures/quake3-file.ts';

type Plane = readonly [number, number, number, number];

const boxPlanes = ([a, b, c]: readonly [number, number, number], [d, e, f]: readonly [number, number, number]): Plane[] => [
  [-1, 0, 0, -a],
  [1, 0, 0, d],
  [0, -1, 0, -b],
  [0, 1, 0, e],
  [0, 0, -1, -c],
  [0, 0, 1, f],
];

async function read(brushes: readonly (readonly Plane[])[], colliders: ImportOptions['colliders'] = 'only', contents = 1) {
  const progress = (): void => {};
  const context = { fileName: 'level.bsp', progress, readSideFile: () => Promise.resolve(null), options: { colliders } };
  return importMesh(quake3File({ brushes, contents }), context);
}

const volumeOf = (mesh: TriangleMesh): number => integralsOf(mesh, [0, 0, 0])[0]! / 6;

describe('brushes of a Quake 3 level', () => {
  test('are listed, unless colliders are read', async () => {
    const { mesh, colliders, findings } = await read([boxPlanes([0, 0, 0], [8, 8, 8])], 'apart');
    expect(mesh.parts.map(({ name }) => name)).toEqual(['stone/floor', 'stone/arch']);
    expect(colliders?.map(({ name, shape }) => [name, shape])).toEqual([['1 brushes', 'hull']]);
    expect(findings.map(({ code, count }) => [code, count])).toEqual([['colliders-apart', 1]]);
  });

  test('are closed convex parts with the role of a collider, outside counter-clockwise', async () => {
    const { mesh, findings } = await read([boxPlanes([0, 0, 0], [8, 16, 4]), boxPlanes([-4, -4, -4], [-1, -2, -3])]);
    expect(findings).toEqual([]);
    expect(mesh.parts.map(({ name, triangleCount: count, role }) => [name, count, role?.shape, role?.from])).toEqual([
      ['brush 0', 12, 'hull', 'format'],
      ['brush 1', 12, 'hull', 'format'],
    ]);
    expect(isClosed(mesh)).toBe(true);
    expect(volumeOf(mesh)).toBe(8 * 16 * 4 + 3 * 2 * 1);
    const both = await read([boxPlanes([0, 0, 0], [8, 8, 8])], 'with');
    expect(both.mesh.parts.map(({ name }) => name)).toEqual(['stone/floor', 'stone/arch', 'brush 0']);
  });

  test('may have planes that touch them at an edge or a corner only, and planes twice', async () => {
    const bevels: Plane[] = [
      [Math.SQRT1_2, Math.SQRT1_2, 0, 8 * Math.SQRT2],
      [1, 0, 0, 8],
      [0.6, 0, 0.8, 0.6 * 8 + 0.8 * 8],
      [0, 0, 1, 9000],
    ];
    const { mesh } = await read([[...bevels, ...boxPlanes([0, 0, 0], [8, 8, 8]), ...bevels]]);
    expect(volumeOf(mesh)).toBeCloseTo(512, 3);
    expect(isClosed(mesh)).toBe(true);
  });

  test('by random planes have the volume of random points behind all of them', async () => {
    const random = seededRandom(11);
    let tested = 0;
    for (let i = 0; i < 12; i++) {
      const planes: Plane[] = boxPlanes([-64, -64, -64], [64, 64, 64]);
      for (let k = 0; k < 8; k++) {
        const [x, y, z] = [random() - 0.5, random() - 0.5, random() - 0.5];
        const length = Math.hypot(x, y, z);
        planes.push([x / length, y / length, z / length, 20 + 60 * random()].map(Math.fround) as unknown as Plane);
      }
      const { mesh } = await read([planes]);
      expect(isClosed(mesh)).toBe(true);
      let inside = 0;
      const samples = 20_000;
      for (let s = 0; s < samples; s++) {
        const [x, y, z] = [128 * random() - 64, 128 * random() - 64, 128 * random() - 64];
        if (planes.every(([nx, ny, nz, d]) => nx * x + ny * y + nz * z <= d)) inside++;
      }
      const share = inside / samples;
      // Four standard deviations.
      expect(Math.abs(volumeOf(mesh) / 128 ** 3 - share)).toBeLessThan(4 * Math.sqrt((share * (1 - share)) / samples));
      tested++;
    }
    expect(tested).toBe(12);
  });

  test('without volume or without an end are dropped with a finding, and brushes that are not solid are not read', async () => {
    const flat = boxPlanes([0, 0, 0], [8, 8, 8]).slice(0, 5);
    const { mesh, findings } = await read([flat, boxPlanes([9, 0, 0], [8, 8, 8]), boxPlanes([0, 0, 0], [8, 8, 8])]);
    expect(mesh.parts.map(({ name }) => name)).toEqual(['brush 2']);
    expect(findings.map(({ code, count }) => [code, count])).toEqual([['unusable-brushes', 2]]);
    const water = await read([boxPlanes([0, 0, 0], [8, 8, 8])], 'with', 0x20);
    expect(water.mesh.parts.map(({ name }) => name)).toEqual(['stone/floor', 'stone/arch']);
  });

  test('with a plane that is not finite, or that is not in the file, are dropped with a finding of their own', async () => {
    const good = boxPlanes([0, 0, 0], [8, 8, 8]);
    const { mesh, findings } = await read([good, [[NaN, 0, 0, 1], ...good], [[1, 0, 0, Infinity], ...good], good.slice(0, 3)]);
    expect(mesh.parts.map(({ name }) => name)).toEqual(['brush 0']);
    expect(findings.map(({ code, count, message, locations }) => [code, count, message.slice(0, 35), locations])).toEqual([
      [
        'unusable-brushes',
        2,
        'Brushes with a plane that is missin',
        [
          { file: 'level.bsp', index: 1, element: 'brush' },
          { file: 'level.bsp', index: 2, element: 'brush' },
        ],
      ],
      ['unusable-brushes', 1, 'Brushes whose planes bound no volum', [{ file: 'level.bsp', index: 3, element: 'brush' }]],
    ]);
  });

  test('keep the volume of each part apart', async () => {
    const { mesh } = await read([boxPlanes([0, 0, 0], [8, 8, 8]), boxPlanes([8, 0, 0], [10, 8, 8])]);
    const volumes = mesh.parts.map(({ firstTriangle, triangleCount: count }) => volumeOf(meshOfRuns(mesh, [firstTriangle, count])));
    expect(volumes).toEqual([512, 128]);
    expect(triangleCount(mesh)).toBe(24);
  });
});
