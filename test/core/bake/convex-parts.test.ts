import { describe, expect, it } from 'vitest';
import { bakeFormats } from '#core/bake/bake-formats';
import { bakeMesh } from '#core/bake/bake-mesh';
import { shapesOfMesh } from '#core/bake/bodies/shapes-of-mesh';
import type { BakeFormatName } from '#core/bake/bake-format';
import { isConvex } from '#core/bake/export/convex-parts';
import { exportMesh } from '#core/bake/export/export-mesh';
import { verifyBaked } from '#core/bake/verify/verify-baked';
import { convexHull } from '#core/convex/hull/convex-hull';
import { hullTriangles } from '#core/convex/hull/hull-triangles';
import { seededRandom } from '#core/math/seeded-random';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { exportOptions, type HullChoice } from '#core/options/export-options';
import { defaultValues } from '#core/options/option';
import { noProgress } from '#core/progress';
import { colliderRole, joinedParts } from '../../fixtures/collider-parts.ts';
import { ball, box, knot, named, placed } from '../../fixtures/shapes.ts';
import { inputOf } from './bake-input.ts';

const surfaceOf = ({ positions, indices }: TriangleMesh) => ({ positions, triangles: indices });

function collider(name: string, mesh: TriangleMesh): TriangleMesh {
  const part = { ...named(name, mesh).parts[0]!, role: colliderRole({ shape: 'triangles' }) };
  return { ...mesh, parts: [part] };
}

const level = joinedParts([collider('crate', box()), collider('knot', placed(knot(), 1, [5, 0, 0]))]);

function written(mesh: TriangleMesh, format: BakeFormatName, hulls: HullChoice) {
  const input = inputOf(mesh, []);
  return exportMesh(mesh, { format, space: input.space, options: { ...defaultValues(exportOptions), hulls }, runs: null });
}

describe('closed convex parts', () => {
  it.each([
    ['a box', box(), true],
    ['a ball', ball(), true],
    ['a box far away', placed(box(), 1, [1e6, 0, 0]), true],
    ['a knot', knot(), false],
    ['an open box', { ...box(), indices: box().indices.slice(3) }, false],
    ['two boxes that touch', joinedParts([box(), placed(box(), 1, [2, 0, 0])]), false],
  ])('%s', (_, mesh, expected) => {
    expect(isConvex(surfaceOf(mesh))).toBe(expected);
  });

  it('are those that hulls of random points are, also rounded as in text, and not those with one vertex pressed in', () => {
    const random = seededRandom(4);
    for (let run = 0; run < 40; run++) {
      const hull = convexHull(Float64Array.from({ length: 3 * (4 + (run % 30)) }, random));
      const rounded = hull.positions.map((value) => Number(value.toFixed(6)));
      const triangles = hullTriangles(hull);
      expect(isConvex({ positions: rounded, triangles }), `run ${run}`).toBe(true);
      const pressed = rounded.map((value, i) => (i < 3 ? value + 0.7 * (0.5 - value) : value));
      const volume = convexHull(pressed);
      // A vertex of a tetrahedron leaves it convex.
      if (hull.positions.length > 24 && volume.positions.length < hull.positions.length)
        expect(isConvex({ positions: pressed, triangles }), `run ${run}, pressed in`).toBe(false);
    }
  });

  it.each(['godot-scene', 'jolt-shapes', 'rapier', 'bullet-shapes', 'gltf-khr', 'usd-physics'] as const)(
    'that are colliders of triangles are named in a note of a %s file, and become hulls by choice',
    async (format) => {
      const { mesh, notes } = written(level, format, 'declared');
      expect(mesh.parts.map(({ role }) => role?.shape)).toEqual(['triangles', 'triangles']);
      expect(notes).toMatchObject([{ code: 'convex-triangles', count: 1, message: expect.stringContaining('"crate"') }]);
      const hulls = written(level, format, 'convex');
      expect(hulls.mesh.parts.map(({ role }) => role?.shape)).toEqual(['hull', 'triangles']);
      expect(hulls.notes).toEqual([]);
      const input = { ...inputOf(hulls.mesh, []), stem: 'x' };
      const { bytes, files = [] } = bakeMesh(format, input);
      const readSideFile = async (path: string) => files.find((file) => file.path === path)?.bytes ?? null;
      const fileName = `x.${bakeFormats[format].extension}`;
      expect(await verifyBaked({ bytes, fileName, against: input, queries: 20, seed: 1, readSideFile })).toMatchObject({
        ok: true,
        problems: [],
      });
    },
  );

  it('get the names of hulls in Godot, and are left alone where all colliders are hulls', () => {
    const named = exportMesh(level, {
      format: 'glb',
      space: inputOf(level, []).space,
      options: { ...defaultValues(exportOptions), hulls: 'convex', colliderNames: 'godot' },
      runs: null,
    });
    expect(named.mesh.parts.map(({ name }) => name)).toEqual(['crate-convcolonly', 'knot-colonly']);
    expect(written(level, 'unreal', 'declared').notes).toEqual([]);
    expect(written(level, 'obj', 'declared').notes).toEqual([]);
  });

  it('of many triangles become hulls by choice, but no note examines them', () => {
    const mesh = joinedParts([collider('globe', ball(64, 40)), collider('crate', placed(box(), 1, [5, 0, 0]))]);
    expect(mesh.parts[0]!.triangleCount).toBeGreaterThan(4096);
    expect(written(mesh, 'jolt-shapes', 'declared').notes).toMatchObject([{ count: 1, message: expect.stringContaining('"crate"') }]);
    expect(written(mesh, 'jolt-shapes', 'convex').mesh.parts.map(({ role }) => role?.shape)).toEqual(['hull', 'hull']);
  });

  it('of a mesh without colliders are rendered colliders, and so are its other parts', () => {
    const { mesh, notes } = written(joinedParts([box(), placed(knot(), 1, [5, 0, 0])]), 'godot-scene', 'convex');
    expect(mesh.parts.map(({ role }) => role?.shape)).toEqual(['hull', 'triangles']);
    expect(mesh.parts.map(({ role }) => role?.isRendered)).toEqual([true, true]);
    expect(notes).toEqual([]);
    const { shapes } = shapesOfMesh(mesh, noProgress);
    expect(shapes.map(({ use, form }) => [use, form.kind])).toEqual([
      ['rendered collider', 'hull'],
      ['rendered collider', 'triangles'],
    ]);
  });
});
