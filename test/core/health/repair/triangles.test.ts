import { describe, expect, test } from 'vitest';
import { triangleCount, type TriangleMesh, vertexCount } from '#core/mesh/triangle-mesh';
import { materialOf } from '#core/mesh/surface-materials';
import { ball, box, joined, meshOf, named, turned } from '../../../fixtures/shapes.ts';
import { changesOf, countsOf, manifoldVolume, repaired, trianglesAsText } from './repaired.ts';

/** A box whose top has a flat triangle along its diagonal: its middle vertex lies on the diagonal, and the two halves do not use it. */
function boxWithFlat(): TriangleMesh {
  const { positions, indices } = box();
  // Triangles 2 and 3 are the top: 4 5 6 and 4 6 7. Vertex 8 is the middle of 4 and 6.
  return meshOf([...positions, 0, 0, 1], [...indices.slice(0, 9), 4, 6, 8, ...indices.slice(9), 4, 8, 6].map(Number));
}

describe('dropping degenerate triangles', () => {
  test('splits the neighbours of a flat triangle, so that the surface stays closed', async () => {
    const before = boxWithFlat();
    const result = await repaired(before, { dropDegenerate: true });
    expect(countsOf(result)).toEqual({ 'triangles on a line dropped': 2, 'neighbours split': 2 });
    expect(triangleCount(result.mesh)).toBe(14);
    expect(result.after.facts).toMatchObject({ zeroAreaTriangles: 0, boundaryEdges: 0, nonManifoldEdges: 0, inconsistentEdges: 0 });
    expect(await manifoldVolume(result.mesh)).toBeCloseTo(8);
    const { removed, added } = result.steps[0]!.surface;
    expect(removed!.atMost).toBeLessThan(1e-15);
    expect(added!.atMost).toBeLessThan(1e-15);
  });

  test('drops triangles with repeated positions and with corners that are not finite', async () => {
    const { positions, indices } = box();
    const mesh = meshOf([...positions, NaN, 0, 0], [...indices, 0, 1, 0, 0, 1, 8]);
    const result = await repaired(mesh, { dropDegenerate: true });
    expect(countsOf(result)).toEqual({
      'triangles with a repeated position dropped': 1,
      'triangles with non-finite corners dropped': 1,
    });
    expect(trianglesAsText(result.mesh)).toEqual(trianglesAsText(box()));
    expect(vertexCount(result.mesh)).toBe(8);
    expect(result.steps[0]!.surface).toMatchObject({ removed: { found: 0 }, added: { found: 0, samples: 0 } });
  });

  test('measures a dropped spike, which was the only surface there', async () => {
    const { positions, indices } = box();
    const spike = meshOf([...positions, 3, 0, 0, 2, 0, 0, 4, 0, 0], [...indices, 8, 9, 10]);
    const { surface } = (await repaired(spike, { dropDegenerate: true })).steps[0]!;
    expect(surface.removed).toMatchObject({ found: 3, atMost: 3, position: [4, 0, 0] });
    expect(surface.added!.found).toBe(0);
  });
});

describe('dropping duplicate triangles', () => {
  const doubled = joined([box(), box(), turned(box())]);

  test('keeps the first of equal triangles and leaves those with the other winding', async () => {
    const result = await repaired(doubled, { dropDuplicates: true });
    expect(countsOf(result)).toEqual({ 'duplicate triangles dropped': 12 });
    expect(changesOf(result)['duplicate-triangles']).toEqual([12, 0]);
    expect(result.after.findings.some(({ code }) => code === 'opposite-triangles')).toBe(true);
    expect([...result.sources.subarray(0, 13)]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 24]);
  });

  test('drops opposite ones on request', async () => {
    const result = await repaired(doubled, { dropDuplicates: true, dropOpposite: true });
    expect(countsOf(result)).toEqual({ 'duplicate triangles dropped': 12, 'opposite triangles dropped': 12 });
    expect(trianglesAsText(result.mesh)).toEqual(trianglesAsText(box()));
    expect(result.mesh.parts.map(({ triangleCount: count }) => count)).toEqual([12, 0, 0]);
    expect(await manifoldVolume(result.mesh)).toBeCloseTo(8);
  });
});

describe('removing components', () => {
  const level = joined([
    named('big', ball(16, 8, 5)),
    named('chip', box([9, 0, 0], [9.1, 0.1, 0.1])),
    named('sheet', meshOf([20, 0, 0, 21, 0, 0, 20, 1, 0], [0, 1, 2])),
  ]);

  test.each([
    [{ minSize: 0.2 }, ['big', 'sheet']],
    [{ minTriangles: 2 }, ['big', 'chip']],
    // The sheet has no volume, and is not closed.
    [{ minVolume: 0.01 }, ['big', 'sheet']],
    [{ minSize: 2, minTriangles: 2 }, ['big']],
  ])('removes those under the limits %j', async (given, left) => {
    const result = await repaired(level, given);
    expect(result.mesh.parts.filter(({ triangleCount: count }) => count > 0).map(({ name }) => name)).toEqual(left);
    expect(result.steps[0]!.surface.added).toMatchObject({ found: 0, atMost: 0 });
  });

  test('measures how far the removed surface was from the rest', async () => {
    const { surface } = (await repaired(level, { minSize: 0.2 })).steps[0]!;
    // The farthest corner of the chip: its distance to the ball is a little more than to the sphere around it.
    const farthest = Math.hypot(9.1, 0.1, 0.1) - 5;
    expect(surface.removed!.found).toBeGreaterThan(farthest);
    expect(surface.removed!.found).toBeLessThan(farthest + 0.2);
    expect(surface.removed!.position!.map((value) => Number(value.toFixed(6)))).toEqual([9.1, 0.1, expect.closeTo(0.05, 0)]);
  });

  test('refuses to remove everything', async () => {
    await expect(repaired(box(), { minSize: 100 })).rejects.toThrow('Remove small components would leave no triangle');
  });
});

describe('what survives a repair', () => {
  test('keeps its part, role and material, also of split triangles', async () => {
    const mesh: TriangleMesh = {
      ...boxWithFlat(),
      parts: [
        { name: 'bottom', firstTriangle: 0, triangleCount: 3, worldFromPart: null },
        { name: 'rest', firstTriangle: 3, triangleCount: 11, worldFromPart: null },
      ],
      materials: { names: ['wood', 'steel'], runs: [0, 0, 4, 1] },
    };
    const { mesh: after, sources } = await repaired(mesh, { dropDegenerate: true });
    expect(after.parts.map(({ name, firstTriangle, triangleCount: count }) => [name, firstTriangle, count])).toEqual([
      ['bottom', 0, 4],
      ['rest', 4, 10],
    ]);
    sources.forEach((source, triangle) => expect(materialOf(after.materials, triangle)).toBe(materialOf(mesh.materials, source)));
  });

  test('keeps polygons whose triangles all survived', async () => {
    const quads = {
      ...joined([box(), box([5, 0, 0], [5.1, 0.1, 0.1]), box([9, 0, 0], [10, 1, 1])]),
      polygons: Uint32Array.from({ length: 36 }, (_, i) => (i % 2 === 0 ? i : 2)),
    };
    const { mesh } = await repaired(quads, { minSize: 1 });
    expect(triangleCount(mesh)).toBe(24);
    expect([...mesh.polygons!]).toEqual(Array.from({ length: 24 }, (_, i) => (i % 2 === 0 ? i : 2)));
  });

  test('unused vertices are dropped only on request', async () => {
    const { positions, indices } = box();
    const mesh = meshOf(
      [7, 7, 7, ...positions],
      [...indices, 0, 1, 2].map((i, at) => (at < 36 ? i + 1 : [1, 4, 3][at - 36]!)),
    );
    expect(vertexCount((await repaired(mesh, { dropDuplicates: true })).mesh)).toBe(9);
    const result = await repaired(mesh, { dropDuplicates: true, dropUnused: true });
    expect(vertexCount(result.mesh)).toBe(8);
    expect(changesOf(result, 1)).toEqual({ 'unused-vertices': [1, 0] });
  });
});

test('an empty request is refused, and so is a value out of range', async () => {
  await expect(repaired(box(), {})).rejects.toThrow('No repair was requested');
  await expect(repaired(box(), { weld: -1 })).rejects.toThrow('Weld distance cannot be -1');
});

test('nothing to do returns the same mesh', async () => {
  const mesh = box();
  const all = {
    weld: 0,
    dropDegenerate: true,
    dropDuplicates: true,
    dropOpposite: true,
    splitJunctions: 0,
    fixWinding: true,
    splitNonManifold: 0,
    fillHoles: true,
    dropUnused: true,
  };
  const result = await repaired(mesh, all);
  expect(result.mesh).toBe(mesh);
  expect(result.steps.map(({ repair, counts }) => [repair, counts.length])).toEqual([
    ['weld', 0],
    ['drop-degenerate', 0],
    ['drop-duplicates', 0],
    ['split-junctions', 0],
    ['fix-winding', 0],
    ['split-non-manifold', 0],
    ['fill-holes', 0],
    ['drop-unused', 0],
  ]);
});
