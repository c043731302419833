import { expect, test } from 'vitest';
import { triangleCount, vertexCount } from '#core/mesh/triangle-mesh';
import { ball, box, joined, meshOf, named } from '../../../fixtures/shapes.ts';
import { seededRandom } from '../../../fixtures/random.ts';
import { changesOf, countsOf, manifoldVolume, repaired, trianglesAsText } from './repaired.ts';

/** The mesh with three vertices of its own for each triangle. */
function unwelded(mesh: ReturnType<typeof box>): ReturnType<typeof box> {
  return {
    ...mesh,
    positions: Float64Array.from([...mesh.indices].flatMap((vertex) => [...mesh.positions.subarray(3 * vertex, 3 * vertex + 3)])),
    indices: mesh.indices.map((_, i) => i),
  };
}

test('weld 0 joins equal positions and moves nothing', async () => {
  const result = await repaired(unwelded(box()), { weld: 0 });
  expect(vertexCount(result.mesh)).toBe(8);
  expect(countsOf(result)).toEqual({ 'vertices joined': 28 });
  expect(changesOf(result)).toEqual({ 'unwelded-vertices': [28, 0] });
  expect(result.steps[0]!.surface).toMatchObject({ removed: { atMost: 0 }, added: { atMost: 0 } });
  expect(trianglesAsText(result.mesh)).toEqual(trianglesAsText(box()));
  expect([...result.sources]).toEqual(Array.from({ length: 12 }, (_, i) => i));
});

test('a shaken ball closes again, and no point moves farther than the distance', async () => {
  const random = seededRandom(7);
  const whole = ball(14, 8);
  const apart = unwelded(whole);
  const shaken = { ...apart, positions: apart.positions.map((value) => value + 1e-4 * (random() - 0.5)) };
  const result = await repaired(shaken, { weld: 2e-4 });
  expect(vertexCount(result.mesh)).toBe(vertexCount(whole));
  expect(changesOf(result)['boundary-loops']).toEqual([triangleCount(whole), 0]);
  const { removed, added } = result.steps[0]!.surface;
  for (const distance of [removed, added]) {
    expect(distance!.found).toBeGreaterThan(1e-6);
    expect(distance!.found).toBeLessThanOrEqual(2e-4);
    expect(distance!.atMost).toBeLessThanOrEqual(2e-4);
  }
  expect(await manifoldVolume(result.mesh)).toBeGreaterThan(0);
});

test('a row of near vertices does not collapse into one: the rest stays farther apart than the distance', async () => {
  const row = Array.from({ length: 10 }, (_, i) => [i * 0.6, 0, 0, i * 0.6, 5, 0]).flat();
  const indices = Array.from({ length: 9 }, (_, i) => [2 * i, 2 * i + 2, 2 * i + 1]).flat();
  const { mesh } = await repaired(meshOf(row, indices), { weld: 1, dropUnused: true });
  const xs = [...new Set(Array.from({ length: vertexCount(mesh) }, (_, i) => mesh.positions[3 * i]!))].toSorted((a, b) => a - b);
  expect(xs.length).toBeGreaterThan(4);
  for (let i = 1; i < xs.length; i++) expect(xs[i]! - xs[i - 1]!).toBeGreaterThan(1);
});

test('a collider is not welded to the surface that it covers', async () => {
  const level = joined([unwelded(named('Rock', box())), unwelded(named('UCX_Rock', box()))]);
  const { mesh } = await repaired(level, { weld: 0, dropDuplicates: true });
  expect(vertexCount(mesh)).toBe(16);
  expect(mesh.parts.map(({ name, firstTriangle, triangleCount: count }) => [name, firstTriangle, count])).toEqual([
    ['Rock', 0, 12],
    ['UCX_Rock', 12, 12],
  ]);
});

test('welding twice changes nothing more', async () => {
  const { mesh } = await repaired(unwelded(ball(8, 6)), { weld: 0.3 });
  expect((await repaired(mesh, { weld: 0.3 })).steps[0]!.counts).toEqual([]);
});

test('points too dense for a grid are joined as well', async () => {
  const random = seededRandom(3);
  const positions = Array.from({ length: 9000 }, () => 1e-9 * random());
  const far = meshOf(
    [...positions, 1e6, 0, 0, 0, 1e6, 0, 0, 0, 1e6],
    Array.from({ length: 3003 }, (_, i) => i),
  );
  const { mesh } = await repaired(far, { weld: 1e-6 }, { only: 'unused-vertices' });
  expect(triangleCount(mesh)).toBe(1);
  expect(vertexCount(mesh)).toBe(3);
});
