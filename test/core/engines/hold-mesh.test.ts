import { boxGrowth } from '#core/engines/box-growth';
import { engineReport } from '#core/engines/engine-report';
import { engines, type PhysicsEngine } from '#core/engines/engines';
import { type HeldShape, holdMesh, meshOfHeld } from '#core/engines/hold-mesh';
import { convexHull } from '#core/convex/hull/convex-hull';
import { farthestFirst } from '#core/convex/hull/farthest-first';
import { hullMeasures } from '#core/convex/hull/hull-measures';
import { engineOptions } from '#core/options/engine-options';
import { defaultValues } from '#core/options/option';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { describe, expect, it } from 'vitest';
import { isFullRun } from '../../fixtures/scale.ts';
import { startJolt } from '../../fixtures/held-by-jolt.ts';
import { dropInMujoco } from '../../fixtures/drop-in-mujoco.ts';
import { ball, box, channel, joined, meshOf, named, placed } from '../../fixtures/shapes.ts';

const options = defaultValues(engineOptions);
const held = (mesh: TriangleMesh, engine: PhysicsEngine, given: Partial<typeof options> = {}): readonly HeldShape[] =>
  holdMesh(mesh, engine, { ...options, ...given });
const all = Object.keys(engines) as readonly PhysicsEngine[];

/** The U-channel of newton's issue 4065: 2 wide, 0.6 high, its floor 0.2 thick, Z up. */
const uChannel = ((): TriangleMesh => {
  const { positions, indices } = channel();
  // Its outline is 4 wide and 4 high with walls of 1; in the file they are 0.5 and 0.2.
  const moved = Array.from({ length: positions.length / 3 }, (_, i) => {
    const [x, y, z] = [positions[3 * i]!, positions[3 * i + 1]!, positions[3 * i + 2]!];
    return [x / 2, -z / 5, y < 0 ? 0 : y === 0 ? 0.2 : 0.6];
  });
  return meshOf(moved.flat(), Array.from(indices), 'channel');
})();

describe('a channel', () => {
  it('is its convex hull in MuJoCo: a ball rests on the lid at 0.6, not on the floor at 0.2', async () => {
    const [shape] = held(uChannel, 'mujoco');
    const report = engineReport('mujoco', [shape!]);
    // 2 by 2 by 0.6 less 1 by 2 by 0.4 of air.
    expect(report.phantomVolume).toBeCloseTo(1 * 2 * 0.4, 6);
    expect(report.missingVolume).toBe(0);
    // The middle of the lid is 0.4 above the floor.
    expect(report.maxPhantom).toBeCloseTo(0.4, 4);
    expect(report.maxPhantomAt![2]).toBeCloseTo(0.6, 6);
    const top = Math.max(...Array.from(meshOfHeld([shape!]).positions).filter((_, i) => i % 3 === 2));
    const rest = await dropInMujoco(uChannel, 0.1, [0, 0, 1.2]);
    expect(rest.version).toMatch(/^3\./);
    expect(rest.bottom).toBeCloseTo(top, 2);
    expect(rest.bottom).toBeGreaterThan(0.59);
    expect(rest.hullVertices).toBe(shape!.surface!.positions.length / 3);
  });

  it('stays as it is in engines that hold triangles, unless the option requests hulls', () => {
    for (const engine of all.filter((name) => engines[name].shape === 'triangles')) {
      const report = engineReport(engine, held(uChannel, engine));
      expect(report, engine).toMatchObject({ phantomVolume: null, maxPhantom: 0, vanishedTriangles: 0 });
      expect(report.shapes, engine).toMatchObject([{ shape: 'triangles', triangles: 28, vertices: 16, refusal: null }]);
      expect(engineReport(engine, held(uChannel, engine, { engineShape: 'hull' })).phantomVolume, engine).toBeCloseTo(0.8, 5);
    }
  });

  it('counts the volume of components that overlap once, and adds those that do not', () => {
    // Two cubes of side 2 that share 1 by 2 by 2, under a third one: an L of 2 wide, of which the hull adds a prism.
    const volumeOf = (boxes: readonly TriangleMesh[]): number | null => {
      const mesh = joined(boxes);
      const [part] = mesh.parts;
      return engineReport('mujoco', held({ ...mesh, parts: [{ ...part!, triangleCount: mesh.indices.length / 3 }] }, 'mujoco'))
        .phantomVolume;
    };
    const overlapping = volumeOf([box([0, 0, 0], [2, 2, 2]), box([1, 0, 0], [3, 2, 2]), box([0, 1, 0], [1, 4, 2])]);
    // The outline (0,0) (3,0) (3,2) (1,4) (0,4) has an area of 10; the solid one of 8.
    expect(overlapping).toBeCloseTo(4, 0);
    expect(volumeOf([box([0, 0, 0], [1, 1, 1]), box([2, 0, 0], [3, 1, 1])])).toBeCloseTo(1, 12);
  });

  it('lists the triangles inside the hull, and none of a convex mesh', () => {
    const [shape] = held(uChannel, 'genesis');
    const { positions, indices } = uChannel;
    // By brute force: a corner or the centre below all planes of the bounds, which are the hull.
    const isDeep = (triangle: number): boolean => {
      const corners = [0, 1, 2].map((k) => [0, 1, 2].map((i) => positions[3 * indices[3 * triangle + k]! + i]!));
      const centre = [0, 1, 2].map((i) => corners.reduce((sum, corner) => sum + corner[i]! / 3, 0));
      return [...corners, centre].some(([x, y, z]) => Math.abs(x!) < 0.999 && Math.abs(y!) < 0.999 && z! > 0.001 && z! < 0.599);
    };
    const deep = Array.from({ length: 28 }, (_, i) => i).filter(isDeep);
    expect(deep.length).toBeGreaterThan(0);
    expect(Array.from(shape!.phantom!.triangles)).toEqual(deep);
    expect(held(ball(), 'genesis', { engineTolerance: 1e-5 })[0]!.phantom!.triangles).toHaveLength(0);
  });
});

describe('limits of hulls', () => {
  const dense = ball(isFullRun ? 64 : 26, isFullRun ? 32 : 13);
  const exact = hullMeasures(convexHull(dense.positions)).volume;

  it('enlarge the hull in PhysX, Isaac Sim and Unity, and cut it in Jolt', () => {
    for (const [engine, max, mesh] of [
      ['physx', 255, dense],
      ['isaac', 64, isFullRun ? dense : ball(12, 7)],
      ['unity', 129, isFullRun ? dense : ball(16, 10)],
      ['jolt', 256, dense],
    ] as const) {
      const [shape] = held(mesh, engine, { engineShape: 'hull' });
      expect(shape!.reducedFrom, engine).toBe(mesh.positions.length / 3);
      expect(shape!.surface!.positions.length / 3, engine).toBeLessThanOrEqual(max);
      const { phantomVolume, missingVolume } = engineReport(engine, [shape!]);
      if (engine === 'jolt') {
        expect(missingVolume, engine).toBeGreaterThan(0);
        // The hull of some vertices of a convex mesh is inside it.
        expect([shape!.phantom!.distance < 1e-6, shape!.phantom!.location], engine).toEqual([true, null]);
        expect(shape!.missing!.triangles.length, engine).toBeGreaterThan(0);
      } else expect([missingVolume, phantomVolume! > 0], engine).toEqual([0, true]);
    }
  });

  it('cut the hull as Jolt does: the volume differs from that of its own shape by less than 1 %', async () => {
    const jolt = await startJolt();
    const theirs = jolt.hull(dense.positions).volume;
    const ours = hullMeasures(farthestFirst(convexHull(dense.positions.map(Math.fround)), 256)).volume;
    expect(theirs).toBeLessThan(exact);
    expect(ours / theirs).toBeCloseTo(1, 2);
  });

  it('refuse flat hulls, and meshes without a triangle that is left', () => {
    const flat = meshOf([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0], [0, 1, 2, 0, 2, 3]);
    expect(held(flat, 'mujoco')).toMatchObject([{ refusal: 'its convex hull has no volume', surface: null }]);
    const thin = meshOf([0, 0, 0, 1, 0, 0, 2, 0, 0], [0, 1, 2]);
    for (const engine of ['jolt', 'physx'] as const)
      expect(held(thin, engine), engine).toMatchObject([{ refusal: 'no triangle is left', surface: null }]);
  });
});

describe('shapes of a file', () => {
  it('are those of its colliders, if it has any, each as it is declared', () => {
    const file = joined([named('rock', ball()), named('UCX_rock_01', uChannel), named('UBX_rock_02', box())]);
    const shapes = held(file, 'unreal');
    expect(shapes.map(({ name, shape }) => [name, shape])).toEqual([
      ['UCX_rock_01', 'hull'],
      ['UBX_rock_02', 'primitive'],
    ]);
    expect(Math.min(...shapes[0]!.phantom!.triangles)).toBeGreaterThanOrEqual(ball().indices.length / 3);
    expect(meshOfHeld(shapes).parts.map(({ name }) => name)).toEqual(['UCX_rock_01', 'UBX_rock_02']);
  });

  it('are held part by part: the grid of each is that of its own bounds', () => {
    const parts = joined([named('a', placed(ball(), 1, [0.1, 0, 0])), named('b', placed(ball(), 1000, [0.1, 0, 0]))]);
    const [a, b] = held(parts, 'jolt');
    expect(a!.moved.max).toBeLessThan(2e-6);
    expect(b!.moved.max).toBeGreaterThan(1e-4);
    expect(Math.min(...b!.moved.vertices)).toBeGreaterThanOrEqual(ball().positions.length / 3);
  });
});

describe('boxes', () => {
  it('grow by at most a step of the format', () => {
    const mesh = placed(ball(), 100, [1000, 0, 0]);
    expect(boxGrowth(mesh, 'f32')).toBeNull();
    const half = boxGrowth(mesh, 'half')!;
    expect(half.unbounded).toBe(0);
    // Halves between 1,024 and 2,048 are 1 apart.
    expect(half.max).toBeGreaterThan(0.5);
    expect(half.max).toBeLessThan(1);
    const u16 = boxGrowth(mesh, 'u16')!;
    expect(u16.max).toBeGreaterThan(202 / 65_533);
    expect(u16.max).toBeLessThan((2.01 * 202) / 65_533);
  });

  it('are unbounded in Jolt beyond 65,504', () => {
    expect(boxGrowth(placed(box(), 1, [70_000, 0, 0]), 'half')!.unbounded).toBe(12);
  });
});
