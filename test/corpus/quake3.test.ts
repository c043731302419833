import { surfaceMeasures } from '#core/mesh/surface-measures';
import { openEdges } from '#core/bsp/open-edges';
import { importMesh } from '#core/import/import-mesh';
import { integralsOf } from '#core/mesh/mass-properties';
import { meshOfRuns } from '#core/mesh/mesh-of-runs';
import { type MeshPart, triangleCount, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { corpusFolder, describeCorpus } from './corpus.ts';
import { corpusMesh } from './corpus-mesh.ts';

describeCorpus('Quake 3 levels', () => {
  it('have the triangles, parts and area that another converter found', async () => {
    const level = (await corpusMesh('level/openarena/aggressor.bsp'))!;
    // The same surfaces as OBJ, in units of 32.
    const converted = (await corpusMesh('level/openarena/aggressor.render.obj'))!;
    expect(triangleCount(level)).toBe(triangleCount(converted));
    expect(level.parts).toHaveLength(converted.parts.length);
    expect(surfaceMeasures(level).area / 1024 / surfaceMeasures(converted).area).toBeCloseTo(1, 6);
  });

  it('have the brushes that another converter found', async () => {
    const { mesh: level } = await brushesOf('level/openarena/aggressor.bsp');
    const converted = (await corpusMesh('level/openarena/aggressor.brushes.obj'))!;
    expect(level.parts).toHaveLength(828);
    expect(openEdges(level)).toEqual([]);
    const volumes = new Map(level.parts.map((part) => [part.name, volumeOf(level, part)]));
    let compared = 0;
    for (const part of converted.parts) {
      // The converter made some brushes again as hulls.
      const [, index, hull] = /^brush_(\d+)_solid(_hull)?$/.exec(part.name) ?? [];
      if (index === undefined || hull !== undefined) continue;
      const volume = volumes.get(`brush ${Number(index)}`)!;
      // Its corners are rounded to 1/8 of a unit, and its lengths are divided by 32.
      const area = surfaceMeasures(meshOfRuns(converted, [part.firstTriangle, part.triangleCount])).area * 1024;
      expect(Math.abs(volumeOf(converted, part) * 32768 - volume), part.name).toBeLessThan(0.11 * area + 0.1);
      compared++;
    }
    expect(compared).toBeGreaterThan(700);
  });

  it('of Bullet has its brushes, which seal it', async () => {
    const { mesh } = await brushesOf('level/bullet/BspDemo.bsp');
    expect(mesh.parts).toHaveLength(127);
    expect(openEdges(mesh)).toEqual([]);
  });

  it('of Bullet is read', async () => {
    expect(triangleCount((await corpusMesh('level/bullet/BspDemo.bsp'))!)).toBe(568);
  });
});

function brushesOf(path: string) {
  const context = { fileName: 'level.bsp', progress: () => {}, readSideFile: () => Promise.resolve(null) };
  return importMesh(readFileSync(join(corpusFolder, path)), { ...context, options: { colliders: 'only' } });
}

function volumeOf(mesh: TriangleMesh, { firstTriangle, triangleCount: count }: MeshPart): number {
  return integralsOf(meshOfRuns(mesh, [firstTriangle, count]), [0, 0, 0])[0]! / 6;
}
