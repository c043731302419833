import { describe, expect, it } from 'vitest';
import { isClosed } from '#core/mesh/is-closed';
import { weldVertices } from '#core/mesh/weld-vertices';
import { ball, box, joined, knot, meshOf } from '../../fixtures/shapes.ts';

describe('whether a mesh is closed', () => {
  it('is true for boxes, balls, knots and several of them', () => {
    for (const mesh of [box(), ball(), knot(), joined([box(), ball(8, 5)])]) expect(isClosed(mesh)).toBe(true);
  });

  it('takes vertices at one position for one, 0 and -0 too', () => {
    const shared = box();
    const positions = Array.from(shared.indices).flatMap((vertex) => Array.from(shared.positions.subarray(3 * vertex, 3 * vertex + 3)));
    expect(
      isClosed(
        meshOf(
          positions,
          positions.slice(0, 36).map((_, i) => i),
        ),
      ),
    ).toBe(true);
    expect([...weldVertices(meshOf([0, 1, -0, -0, 1, 0, NaN, 0, 0, NaN, 0, 0], []))]).toEqual([0, 0, 2, 3]);
  });

  it('is false with a hole, a flipped triangle, a third face on an edge, or no triangle', () => {
    const { positions, indices } = box();
    expect(isClosed(meshOf([...positions], [...indices.slice(3)]))).toBe(false);
    expect(isClosed(meshOf([...positions], [indices[1]!, indices[0]!, ...indices.slice(2)]))).toBe(false);
    expect(isClosed(meshOf([...positions, 5, 5, 5], [...indices, 0, 1, 8]))).toBe(false);
    expect(isClosed(meshOf([], []))).toBe(false);
    expect(isClosed(meshOf([0, 0, 0, 1, 0, 0], [0, 0, 1]))).toBe(false);
  });

  it('is true for solids with common edges and faces, whose windings cancel out', () => {
    const low = box([0, 0, 0], [1, 1, 1]);
    expect(isClosed(joined([low, box([0, 0, 1], [1, 1, 2])]))).toBe(true);
    expect(isClosed(joined([low, box([1, 1, 0], [2, 2, 1])]))).toBe(true);
    const above = box([1, 1, 0], [2, 2, 1]);
    expect(isClosed(joined([low, { ...above, indices: above.indices.subarray(3) }]))).toBe(false);
  });

  it('passes over triangles that use a position twice', () => {
    const { positions, indices } = box();
    expect(isClosed(meshOf([...positions], [...indices, 0, 0, 6]))).toBe(true);
  });
});
