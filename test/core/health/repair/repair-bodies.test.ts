import { describe, expect, test } from 'vitest';
import type { RepairedMesh } from '#core/health/repair/repair-mesh';
import { vertexCount, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { joinedParts, primitivePart } from '../../../fixtures/collider-parts.ts';
import { ball, box, joined, named, placed } from '../../../fixtures/shapes.ts';
import { changesOf, countsOf, repaired, trianglesAsText } from './repaired.ts';

/** The mesh with one more vertex, which no triangle uses. */
function withVertex(mesh: TriangleMesh, position: readonly number[]): TriangleMesh {
  return { ...mesh, positions: Float64Array.of(...mesh.positions, ...position) };
}

function trianglesOfParts({ mesh }: RepairedMesh): readonly number[] {
  return mesh.parts.map(({ triangleCount }) => triangleCount);
}

describe('unused vertices next to a collider', () => {
  const level = joined([named('rock', box()), named('UCX_rock', placed(box(), 1.1))]);
  const sphere = primitivePart('ball', { kind: 'sphere', radius: 0.7 }, [3, 0, 0]);

  test.each([
    ['a mesh collider', level],
    ['an exact shape', joinedParts([named('rock', box()), sphere])],
    ['only an exact shape', sphere],
  ])('are dropped from the whole mesh: %s', async (_, mesh) => {
    const result = await repaired(withVertex(mesh, [7, 7, 7]), { dropUnused: true });
    expect(countsOf(result)).toEqual({ 'unused vertices dropped': 1 });
    expect(changesOf(result)).toEqual({ 'unused-vertices': [1, 0] });
    expect(result.steps[0]!.vertices).toEqual({ before: vertexCount(mesh) + 1, after: vertexCount(mesh) });
    expect(result.steps[0]!.surface).toMatchObject({ removed: { found: 0, atMost: 0 }, added: { found: 0, atMost: 0 } });
    expect(result.mesh.positions).toEqual(mesh.positions);
    expect(result.mesh.indices).toEqual(mesh.indices);
    expect(result.mesh.parts).toEqual(mesh.parts);
  });

  test('are dropped if they are not finite', async () => {
    const result = await repaired(withVertex(level, [NaN, 0, 0]), { dropUnused: true });
    expect(countsOf(result)).toEqual({ 'unused vertices dropped': 1 });
    expect(changesOf(result)).toEqual({ 'unused-vertices': [1, 0], 'non-finite-vertices': [1, 0] });
  });

  test('are dropped in the last step, and those that only a collider uses stay', async () => {
    const result = await repaired(withVertex(level, [7, 7, 7]), { dropUnused: true, dropDuplicates: true, weld: 0 });
    expect(result.steps.map(({ repair, counts }) => [repair, counts])).toEqual([
      ['weld', []],
      ['drop-duplicates', []],
      ['drop-unused', [{ what: 'unused vertices dropped', count: 1 }]],
    ]);
    expect(result.mesh.positions).toEqual(level.positions);
    expect((await repaired(level, { dropUnused: true })).mesh).toBe(level);
  });
});

describe('a budget of triangles for several bodies', () => {
  test('is not spent on the previews of exact shapes', async () => {
    const mesh = joinedParts([ball(25, 21), primitivePart('ball', { kind: 'sphere', radius: 0.7 }, [3, 0, 0])]);
    expect(mesh.parts.map(({ triangleCount }) => triangleCount)).toEqual([1000, 960]);
    const within = await repaired(mesh, { simplifyTo: 1000 });
    expect(within.steps[0]!.counts).toEqual([]);
    expect(within.mesh).toBe(mesh);
    const half = await repaired(mesh, { simplifyTo: 500 });
    expect(trianglesOfParts(half)).toEqual([500, 960]);
    expect(trianglesAsText(half.mesh).slice(500)).toEqual(trianglesAsText(mesh).slice(1000));
  });

  test('is divided without a triangle lost to rounding', async () => {
    // 0.29 and 0.71 of all triangles: as a number, 200 times 0.29 is less than 58.
    const mesh = joined([named('rock', ball(29, 3)), named('UCX_rock', ball(71, 3))]);
    expect(trianglesOfParts(await repaired(mesh, { simplifyTo: 200 }))).toEqual([58, 142]);
  });

  test('leaves a small body, however small its share', async () => {
    const mesh = joined([named('rock', ball(50, 21)), named('UCX_rock', box())]);
    const [rock, collider] = trianglesOfParts(await repaired(mesh, { simplifyTo: 100 }));
    expect(rock).toBeLessThanOrEqual(100);
    expect(collider).toBeGreaterThanOrEqual(4);
  });

  test('changes nothing if all of them are within it', async () => {
    const mesh = joined([named('rock', ball(29, 2)), named('UCX_rock', ball(71, 2))]);
    const result = await repaired(mesh, { simplifyTo: 200 });
    expect(result.steps[0]!.counts).toEqual([]);
    expect(result.mesh).toBe(mesh);
    expect(trianglesOfParts(await repaired(mesh, { simplifyTo: 199 }))).toEqual([56, 140]);
  });
});
