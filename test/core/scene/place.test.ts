import { describe, expect, it } from 'vitest';
import { InspectorError } from '#core/error';
import { checkTransform, transformOf, transformPoint, transformPoints } from '#core/math/transform';
import type { Vec3 } from '#core/math/vec3';
import type { MeshPart, TriangleMesh } from '#core/mesh/triangle-mesh';
import { defaultValues } from '#core/options/option';
import { type PlaceOptions, placeOptions } from '#core/options/place-options';
import type { SceneInstance } from '#core/scene/document/scene-document';
import { createWorldBoxes } from '#core/scene/boxes/world-boxes';
import { packScene } from '#core/scene/document/packed-scene';
import { createScenePoses } from '#core/scene/motion/scene-poses';
import { placeInstances } from '#core/scene/place/place-instances';
import { placeParts } from '#core/scene/place/place-parts';
import { ball, box, joined, knot, meshOf } from '../../fixtures/shapes.ts';

const options = (change: Partial<PlaceOptions>): PlaceOptions => ({ ...defaultValues(placeOptions), ...change });
const meshes = [box([0, 0, 0], [2, 1, 1]), ball(12, 8)];
const boxesOf = (list: readonly TriangleMesh[], instances: readonly SceneInstance[]): Float64Array =>
  createWorldBoxes(list, createScenePoses(packScene({ meshes: [], instances }))).boxes;

describe('placed instances', () => {
  it.each([1, 2, 26, 27, 28, 100])('a grid of %d has a cell for each, about the origin', (count) => {
    const instances = placeInstances({ meshes, surface: null }, options({ arrange: 'grid', count }));
    expect(instances).toHaveLength(count);
    expect(instances.map(({ mesh }) => mesh)).toEqual(instances.map((_, k) => k % 2));
    const boxes = boxesOf(meshes, instances);
    // Cells of 1.5 times the largest extent, 2: none of them overlap.
    for (let i = 0; i < count; i++)
      for (let j = 0; j < i; j++)
        expect(
          [0, 1, 2].some((axis) => boxes[6 * i + axis]! > boxes[6 * j + 3 + axis]! || boxes[6 * j + axis]! > boxes[6 * i + 3 + axis]!),
        ).toBe(true);
    const side = Math.ceil(Math.cbrt(count));
    expect(Math.max(...boxes.map(Math.abs))).toBeLessThanOrEqual((3 * (side - 1)) / 2 + 1);
  });

  it('random instances depend on the seed alone, and fill a cube of a cell for each', () => {
    const place = (seed: number): readonly SceneInstance[] =>
      placeInstances({ meshes, surface: null }, options({ arrange: 'random', count: 500, seed, turn: true, motion: 'walk' }));
    expect(place(3)).toEqual(place(3));
    expect(place(4)).not.toEqual(place(3));
    const half = (3 * Math.cbrt(500)) / 2;
    const boxes = boxesOf(meshes, place(3));
    const middles = Array.from(
      { length: 3 * 500 },
      (_, k) => boxes[6 * Math.floor(k / 3) + (k % 3)]! / 2 + boxes[6 * Math.floor(k / 3) + 3 + (k % 3)]! / 2,
    );
    // A turned mesh has its middle elsewhere by a part of its size.
    expect(middles.every((value) => Math.abs(value) <= half + 1)).toBe(true);
    expect(Math.max(...middles)).toBeGreaterThan(0.9 * half);
    expect(Math.min(...middles)).toBeLessThan(-0.9 * half);
    for (const { matrix } of place(3)) expect(checkTransform([...matrix])).toEqual(matrix);
    const seeds = new Set(place(3).map(({ motion }) => (motion?.kind === 'walk' ? motion.seed : null)));
    expect(seeds.size).toBe(500);
  });

  it('scattered instances stand on the surface, along its normal, by area', () => {
    // A floor of area 3 and a wall of area 1.
    const surface = meshOf(
      [0, 0, 0, 3, 0, 0, 3, 0, -1, 0, 0, -1, 0, 0, 0, 0, 1, 0, 0, 1, -1, 0, 0, -1],
      [0, 1, 2, 0, 2, 3, 4, 6, 5, 4, 7, 6],
    );
    const count = 4000;
    const instances = placeInstances(
      { meshes: [box([-1, 3, -1], [1, 5, 1])], surface },
      options({ arrange: 'scatter', count, turn: true }),
    );
    let onWall = 0;
    for (const { matrix } of instances) {
      const foot = transformPoint(matrix, [0, 3, 0]);
      const top = transformPoint(matrix, [0, 5, 0]);
      const up = top.map((value, k) => (value - foot[k]!) / 2);
      const isWall = Math.abs(up[0]!) > 0.5;
      if (isWall) onWall++;
      expect(up.map(Math.abs).map((value) => Math.round(1e9 * value) / 1e9)).toEqual(isWall ? [1, 0, 0] : [0, 1, 0]);
      expect(Math.abs(isWall ? foot[0] : foot[1])).toBeLessThan(1e-12);
      expect(foot[2]).toBeLessThanOrEqual(0);
      expect(foot[2]).toBeGreaterThanOrEqual(-1);
    }
    // A quarter; the standard deviation is 27.
    expect(Math.abs(onWall - count / 4)).toBeLessThan(150);
  });

  it('sets, layers and motions are those of the options; static instances have no motion', () => {
    const [first] = placeInstances({ meshes, surface: null }, options({ count: 3, layer: 4, mask: 8, motion: 'velocity', stride: 0.5 }));
    expect(first).toMatchObject({ set: 'moving', layer: 4, mask: 8, motion: { kind: 'velocity' } });
    // Half of the largest extent.
    expect(Math.hypot(...(first!.motion as { velocity: Vec3 }).velocity)).toBeCloseTo(1, 12);
    const still = placeInstances({ meshes, surface: null }, options({ count: 3, set: 'static', motion: 'walk' }));
    expect(still.map(({ motion }) => motion)).toEqual([null, null, null]);
    const [turning] = placeInstances({ meshes, surface: null }, options({ count: 1, motion: 'orbit', degrees: -7 }));
    expect(turning!.motion).toEqual({ kind: 'orbit', center: [0, 0, 0], axis: [0, 1, 0], degrees: -7 });
  });

  it('meshes and surfaces that give no place are refused', () => {
    const flat = meshOf([0, 0, 0, 1, 0, 0, 2, 0, 0], [0, 1, 2]);
    const wrong = [
      () => placeInstances({ meshes: [], surface: null }, options({})),
      () => placeInstances({ meshes: [meshOf([0, 0, NaN, 1, 0, 0, 0, 1, 0], [0, 1, 2])], surface: null }, options({})),
      () => placeInstances({ meshes, surface: null }, options({ arrange: 'scatter' })),
      () => placeInstances({ meshes, surface: flat }, options({ arrange: 'scatter' })),
    ];
    for (const place of wrong) expect(place).toThrow(InspectorError);
    // A mesh without extent takes a place all the same.
    const point = meshOf([1, 1, 1, 1, 1, 1, 1, 1, 1], [0, 1, 2]);
    expect(placeInstances({ meshes: [point], surface: null }, options({ count: 2 }))).toHaveLength(2);
  });
});

describe('the parts of a file as instances', () => {
  const shapes = [box([0, 0, 0], [1, 2, 3]), knot(2, 3, 24, 5), box([0, 0, 0], [1, 2, 3.001])];
  const places = [
    { translate: [1e3, 0.1, -7], rotateDegrees: [10, 20, 30], scale: [1, 1, 1] },
    { translate: [0, 0, 0], rotateDegrees: [0, 0, 0], scale: [-2, 2, 2] },
    { translate: [5, -1e-3, 2], rotateDegrees: [90, -45, 180], scale: [0.5, 3, 0.01] },
  ] as const;
  const all = places.flatMap((place) => shapes.map((shape) => ({ shape, matrix: transformOf(place) })));
  const file = joined(all.map(({ shape, matrix }) => moved(shape, matrix)));
  const withPlaces: TriangleMesh = {
    ...file,
    parts: file.parts.map((part, k): MeshPart => ({ ...part, worldFromPart: all[k]!.matrix })),
  };

  it('parts with the same triangles in their own space are instances of one mesh, and stand where they stood', () => {
    const { meshes: found, instances } = placeParts(withPlaces, defaultValues(placeOptions));
    expect(found).toHaveLength(3);
    expect(instances.map(({ mesh }) => mesh)).toEqual([0, 1, 2, 0, 1, 2, 0, 1, 2]);
    expect(instances.map(({ matrix }) => matrix)).toEqual(all.map(({ matrix }) => matrix));
    instances.forEach(({ mesh, matrix }, k) => {
      const { positions, indices } = found[mesh]!;
      const placedPoints = new Float64Array(positions.length);
      transformPoints(matrix, positions, placedPoints);
      const { firstTriangle, triangleCount } = withPlaces.parts[k]!;
      expect(indices).toHaveLength(3 * triangleCount);
      for (let i = 0; i < indices.length; i++)
        for (let axis = 0; axis < 3; axis++)
          expect(
            Math.abs(placedPoints[3 * indices[i]! + axis]! - file.positions[3 * file.indices[3 * firstTriangle + i]! + axis]!),
          ).toBeLessThan(1e-9);
    });
    expect(packScene({ meshes: ['a', 'b', 'c'], instances }).matrices).toHaveLength(16 * 9);
  });

  it('mirrored instances whose winding an importer flipped are instances of the same mesh', () => {
    for (const order of [
      [1, -2, 1],
      [-2, 1, -2],
    ]) {
      const matrices = order.map((x, k) => transformOf({ translate: [3 * k, 0, 0], rotateDegrees: [0, 30 * k, 0], scale: [x, 1, 1] }));
      const shape = knot(2, 3, 24, 5);
      const copies = matrices.map((matrix) => {
        const { positions, indices } = moved(shape, matrix);
        // As importers do: a mirroring transform swaps two corners.
        return {
          positions,
          indices: matrix[0]! < 0 ? indices.map((_, i) => indices[i + [0, 1, -1][i % 3]!]!) : indices,
          parts: shape.parts,
        };
      });
      const whole = joined(copies);
      const parts = whole.parts.map((part, k): MeshPart => ({ ...part, worldFromPart: matrices[k]! }));
      const { meshes: found, instances } = placeParts({ ...whole, parts }, defaultValues(placeOptions));
      expect([found.length, ...instances.map(({ mesh }) => mesh)]).toEqual([1, 0, 0, 0]);
      expect(instances.map(({ matrix }) => matrix)).toEqual(matrices);
      // In its own winding, whichever instance was first.
      expect([...found[0]!.indices]).toEqual([...placeParts(shape, defaultValues(placeOptions)).meshes[0]!.indices]);
    }
  });

  it('parts without a transform, or with one that cannot be undone, are placed as they are', () => {
    const two = joined([box(), box()]);
    const flat = [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    const parts = two.parts.map((part, k) => ({ ...part, worldFromPart: k === 0 ? null : flat }));
    const { meshes: found, instances } = placeParts({ ...two, parts }, defaultValues(placeOptions));
    expect(found).toHaveLength(1);
    expect(instances.map(({ matrix }) => matrix[5])).toEqual([1, 1]);
  });
});

function moved(mesh: TriangleMesh, matrix: readonly number[]): TriangleMesh {
  const positions = new Float64Array(mesh.positions.length);
  transformPoints(matrix, mesh.positions, positions);
  return { ...mesh, positions };
}
