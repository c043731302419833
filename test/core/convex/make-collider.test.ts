import { bodiesOfMesh } from '#core/convex/collider/bodies-of-mesh';
import { type ColliderBody, meshOfBodies } from '#core/convex/collider/collider';
import { editCollider, halvesOf } from '#core/convex/decompose/edit-collider';
import { type MadeBodies, makeCollider } from '#core/convex/decompose/make-collider';
import { convexHull } from '#core/convex/hull/convex-hull';
import { hullMeasures } from '#core/convex/hull/hull-measures';
import { surfaceMeasures } from '#core/mesh/surface-measures';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { type ColliderOptions, colliderOptions } from '#core/options/collider-options';
import { defaultValues } from '#core/options/option';
import { describe, expect, test } from 'vitest';
import { ball, box, joined, meshOf, named } from '../../fixtures/shapes.ts';

/** A box, a ball and a flat part. */
const mesh = joined([
  named('crate', box([0, 0, 0], [2, 1, 1])),
  named('ball', ball(12, 8)),
  named('sheet', meshOf([5, 0, 0, 6, 0, 0, 5, 1, 0], [0, 1, 2])),
]);

async function make(options: Partial<ColliderOptions>, parts: readonly number[] | null = null): Promise<readonly ColliderBody[]> {
  return (await made(options, parts)).bodies;
}

function made(options: Partial<ColliderOptions>, parts: readonly number[] | null): Promise<MadeBodies> {
  return makeCollider(mesh, { ...defaultValues(colliderOptions), ...options }, parts, {
    vhacd: (positions) => Promise.resolve([Float64Array.from(positions)]),
  });
}

describe('a collider', () => {
  test('has a hull for each solid part, named after it', async () => {
    const bodies = await make({ method: 'hull', per: 'part' });
    expect(bodies.map(({ name, of, kind }) => [name, of, kind])).toEqual([
      ['crate_hull_01', 'crate', 'hull'],
      ['ball_hull_01', 'ball', 'hull'],
    ]);
    const [limited] = await make({ method: 'hull', per: 'part', maxFaces: 12 }, [1]);
    expect(limited!.kind === 'hull' && limited!.hull.faceFirst.length - 1).toBe(12);
    expect((await make({ method: 'hull', per: 'part', maxVertices: 8 }, [1])).map(({ name }) => name)).toEqual(['ball_hull_01']);
  });

  test('has packs of spheres, with their proof', async () => {
    const { bodies, packs } = await made({ method: 'spheres', per: 'part', maxSpheres: 6 }, [0, 1]);
    expect(packs.map(({ name, contains }) => [name, contains])).toEqual([
      ['crate', true],
      ['ball', true],
    ]);
    const names = packs.flatMap(({ name, spheres }) => Array.from({ length: spheres }, (_, i) => `${name}_sphere_0${i + 1}`));
    expect(bodies.map(({ name }) => name)).toEqual(names);
    expect(packs.map(({ spheres }) => spheres >= 2 && spheres <= 6)).toEqual([true, true]);
    for (const { maxOutside } of packs) expect(maxOutside).toBeGreaterThan(0);
  });

  test('has shapes that contain each chosen part', async () => {
    const bodies = await make({ method: 'sphere', per: 'part' }, [0, 1]);
    expect(bodies).toMatchObject([
      { fitted: { shape: 'sphere', radius: expect.closeTo(Math.sqrt(1.5), 9) } },
      { fitted: { radius: expect.closeTo(1, 9) } },
    ]);
  });

  test('has the hulls of a divider, in the place of each part', async () => {
    const bodies = await make({ method: 'vhacd', per: 'part' });
    expect(bodies.map(({ name }) => name)).toEqual(['crate_hull_01', 'ball_hull_01']);
    expect(surfaceMeasures(meshOfBodies(bodies.slice(0, 1))).volume).toBeCloseTo(2, 5);
  });

  test('is refused for flat parts and for parts that do not exist', async () => {
    await expect(make({ method: 'hull' }, [2])).rejects.toMatchObject({ code: 'no-volume' });
    for (const parts of [[3], [-1], [1, 1], []]) await expect(make({}, parts)).rejects.toMatchObject({ code: 'invalid-argument' });
  });
});

describe('the edit of a collider', () => {
  const solid = async (): Promise<TriangleMesh> => meshOfBodies(await make({ method: 'hull', per: 'part', maxVertices: 0 }));
  const volumes = (of: TriangleMesh): readonly number[] =>
    of.parts.map((_, part) => {
      const [body] = bodiesOfMesh({ ...of, parts: [of.parts[part]!] });
      return body?.kind === 'hull' ? hullMeasures(body.hull).volume : 0;
    });

  test('merges parts into the hull of both', async () => {
    const merged = editCollider(await solid(), { kind: 'merge', parts: [0, 1] });
    const both = convexHull(Float64Array.from([...box([0, 0, 0], [2, 1, 1]).positions, ...ball(12, 8).positions]));
    expect(merged.parts.map(({ name, role }) => [name, role?.shape, role?.of])).toEqual([['crate_hull_01', 'hull', null]]);
    expect(volumes(merged)[0]).toBeCloseTo(hullMeasures(both).volume, 9);
  });

  test('splits a part in two halves, and leaves the others', async () => {
    const before = await solid();
    const split = editCollider(before, { kind: 'split', parts: [0] });
    expect(split.parts.map(({ name }) => name)).toEqual(['crate_hull_01_a', 'crate_hull_01_b', 'ball_hull_01']);
    expect(volumes(split)).toEqual([expect.closeTo(1, 9), expect.closeTo(1, 9), expect.closeTo(volumes(before)[1]!, 9)]);
  });

  test('deletes and refits parts', async () => {
    const before = await solid();
    expect(editCollider(before, { kind: 'delete', parts: [0] }).parts.map(({ name }) => name)).toEqual(['ball_hull_01']);
    expect(() => editCollider(before, { kind: 'delete', parts: [0, 1] })).toThrow('A collider needs a part');
    expect(() => editCollider(before, { kind: 'merge', parts: [7] })).toThrow('does not have these parts');
    const refitted = editCollider(before, { kind: 'refit', parts: [1], shape: 'box' });
    expect(refitted.parts.map(({ role }) => role?.shape)).toEqual(['hull', 'box']);
    expect(refitted.parts[1]!.triangleCount).toBe(12);
  });

  test('halves of a ball have half of its volume each', () => {
    const hull = convexHull(ball(24, 16).positions);
    const halves = halvesOf(hull).map((half) => hullMeasures(half).volume);
    expect(halves).toHaveLength(2);
    expect(halves[0]! + halves[1]!).toBeCloseTo(hullMeasures(hull).volume, 9);
  });
});
