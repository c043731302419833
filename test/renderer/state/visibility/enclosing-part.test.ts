import { describe, expect, test } from 'vitest';
import { meshBounds } from '#core/mesh/bounds';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { enclosingPart } from '../../../../renderer/state/visibility/enclosing-part.ts';
import { ball, box, joined, meshOf, placed, turned } from '../../../fixtures/shapes.ts';
import { treed } from '../../../fixtures/treed.ts';

const found = (...meshes: readonly TriangleMesh[]): number | null => {
  const mesh = joined(meshes);
  return enclosingPart(mesh, meshBounds(mesh)!, treed(mesh).tree);
};

const sky = turned(box([-10, -10, -10], [10, 10, 10]));
const house = box([-3, -10, -4], [4, -2, 3]);

/** A square in the plane y = 0, seen from above. */
const ground = meshOf([-10, 0, -10, -10, 0, 10, 10, 0, 10, 10, 0, -10], [0, 1, 2, 0, 2, 3]);

describe('enclosingPart', () => {
  test('a sky around a house is found, before or behind it in the file', () => {
    expect(found(sky, house)).toBe(0);
    expect(found(sky, placed(house, 0.5))).toBe(0);
    expect(found(house, placed(house, 0.5), sky)).toBe(2);
  });

  test('a sky without a floor is found, far from the origin and in any size', () => {
    const isFloor = (y: number): boolean => y === -10;
    const indices = [...Array(12).keys()]
      .map((t) => [...sky.indices.slice(3 * t, 3 * t + 3)])
      .filter((corners) => !corners.every((v) => isFloor(sky.positions[3 * v + 1]!)));
    const open = meshOf([...sky.positions], indices.flat());
    expect(indices).toHaveLength(10);
    const floor = placed(ground, 1, [0, -10, 0]);
    for (const [scale, move] of [
      [1, [0, 0, 0]],
      [1e-6, [0, 0, 0]],
      [1e6, [5e5, 4e6, 0]],
    ] as const) {
      expect(found(...[open, floor, house].map((mesh) => placed(mesh, scale, move)))).toBe(0);
    }
  });

  test('a closed part with outward faces is no sky', () => {
    expect(found(turned(sky), house)).toBeNull();
  });

  test('a mesh of one part, and one with nothing inside, has no sky', () => {
    expect(found(sky)).toBeNull();
    expect(found(sky, placed(box(), 1, [30, 0, 0]))).toBeNull();
  });

  test('a ground with flipped triangles hides nothing', () => {
    expect(found(turned(ground), placed(ball(), 2, [0, 1, 0]))).toBeNull();
    expect(found(turned(ground), placed(ball(), 4, [0, -5, 0]))).toBeNull();
  });

  test('a ground hides nothing, although only its back is seen from below', () => {
    expect(found(ground, placed(ball(), 4, [0, 5, 0]))).toBeNull();
  });

  test('an inside-out body among others is no sky', () => {
    expect(found(turned(box()), placed(box(), 0.5), placed(box(), 1, [4, 0, 0]))).toBeNull();
  });

  test('coordinates too large for rays have no sky', () => {
    expect(found(placed(sky, 1e307), placed(house, 1e307))).toBeNull();
  });
});
