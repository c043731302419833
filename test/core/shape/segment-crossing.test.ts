import { expect, it } from 'vitest';
import type { Vec3 } from '#core/math/vec3';
import { segmentCrossing } from '#core/shape/segment-crossing';

/** In the plane z = 0, its front up. */
const triangle = Float64Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0);
const along = (x: number, y: number, from: number, to: number) => segmentCrossing([x, y, from], [x, y, to], triangle);

it('a segment passes from the back of a triangle to its front, or from the front to the back', () => {
  expect([along(1, 1, -1, 1), along(1, 1, 1, -1)]).toEqual([1, -1]);
});

it('a segment that ends before the plane or passes next to the triangle does not cross it', () => {
  expect([along(1, 1, 1, 2), along(1, 1, -2, -1), along(3, 3, -1, 1), along(-1, 1, -1, 1)]).toEqual([0, 0, 0, 0]);
});

it('a segment that touches an edge, a vertex or the plane within the triangle decides nothing', () => {
  expect([along(2, 0, -1, 1), along(2, 2, -1, 1), along(0, 0, -1, 1), along(1, 1, 0, 1), along(1, 1, -1, 0)]).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
  const inPlane: readonly [Vec3, Vec3] = [
    [-1, 1, 0],
    [5, 1, 0],
  ];
  expect(segmentCrossing(...inPlane, triangle)).toBeNull();
});

it('an edge is passed by the smallest number on its other side', () => {
  const min = 5e-324;
  expect([along(1, min, -1, 1), along(1, -min, -1, 1)]).toEqual([1, 0]);
});
