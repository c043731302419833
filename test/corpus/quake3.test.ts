import { surfaceMeasures } from '#core/mesh/surface-measures';
import { triangleCount } from '#core/mesh/triangle-mesh';
import { expect, it } from 'vitest';
import { describeCorpus } from './corpus.ts';
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

  it('of Bullet is read', async () => {
    expect(triangleCount((await corpusMesh('level/bullet/BspDemo.bsp'))!)).toBe(568);
  });
});
