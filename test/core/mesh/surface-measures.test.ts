import { scaledIntegers, roundedRatio } from '#core/math/exact';
import { bigCross, bigDot, bigPoint } from '#core/math/big-vec3';
import { surfaceMeasures } from '#core/mesh/surface-measures';
import { type TriangleMesh, triangleCount } from '#core/mesh/triangle-mesh';
import { triangleVertices } from '#core/mesh/triangle-vertices';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, box, joined, knot, meshOf, placed, soup, turned } from '../../fixtures/shapes.ts';

/** The sum of the determinants of all triangles over 6, in rational numbers. */
function exactVolume(mesh: TriangleMesh): number {
  const corners = Array.from({ length: triangleCount(mesh) }, (_, t) => triangleVertices(mesh, t)).flat(2);
  const { integers, exponent } = scaledIntegers(corners);
  let sum = 0n;
  for (let at = 0; at < integers.length; at += 9) {
    sum += bigDot(bigPoint(integers, at), bigCross(bigPoint(integers, at + 3), bigPoint(integers, at + 6)));
  }
  return roundedRatio(sum, 6n, 3 * exponent);
}

/** Whether each directed edge between positions occurs as often as its opposite, and at most once. */
function closedByCounting(mesh: TriangleMesh): boolean {
  const count = new Map<string, number>();
  for (let t = 0; t < triangleCount(mesh); t++) {
    const corners = triangleVertices(mesh, t).map((corner) => corner.map((value) => value + 0).join());
    for (let side = 0; side < 3; side++) {
      const key = `${corners[side]}|${corners[(side + 1) % 3]}`;
      count.set(key, (count.get(key) ?? 0) + 1);
    }
  }
  return count.size > 0 && [...count].every(([key, times]) => times === 1 && count.get(key.split('|').toReversed().join('|')) === 1);
}

describe('the measures of a surface', () => {
  it('are those of a box: size, area and volume', () => {
    expect(surfaceMeasures(box())).toEqual({ triangles: 12, bounds: { min: [-1, -1, -1], max: [1, 1, 1] }, area: 24, volume: 8 });
  });

  it('have a negative volume if the triangles face inwards, and none if one is missing', () => {
    const { indices, ...rest } = box();
    const inverted = indices.map((_, i) => indices[i % 3 === 0 ? i : i % 3 === 1 ? i + 1 : i - 1]!);
    expect(surfaceMeasures({ ...rest, indices: inverted })).toMatchObject({ area: 24, volume: -8 });
    expect(surfaceMeasures({ ...rest, indices: indices.slice(3) })).toMatchObject({ triangles: 11, area: 22, volume: null });
  });

  it('are those of exact numbers for closed and open meshes, small, large and far away', () => {
    const shapes = [ball(24, 12), knot(), joined([box(), placed(ball(8, 4), 0.5, [5, 0, 0])]), turned(box()), soup(30, seededRandom(4))];
    let closed = 0;
    for (const shape of shapes) {
      for (const [scale, move] of [
        [1, [0, 0, 0]],
        [1e-6, [0, 0, 0]],
        [1e6, [0, 0, 0]],
        [1, [4e5, 5e6, 120]],
      ] as const) {
        const mesh = placed(shape, scale, move);
        const { volume, area } = surfaceMeasures(mesh);
        expect(volume !== null).toBe(closedByCounting(mesh));
        if (volume !== null) {
          closed++;
          expect(volume / exactVolume(mesh)).toBeCloseTo(1, 9);
        }
        expect(area).toBeGreaterThan(0);
      }
    }
    expect(closed).toBeGreaterThan(8);
  });

  it('leave out triangles that are not finite, and have no bounds without any', () => {
    const mesh = meshOf([0, 0, 0, 3, 0, 0, 0, 4, 0, NaN, 0, 0], [0, 1, 2, 0, 1, 3]);
    expect(surfaceMeasures(mesh)).toEqual({ triangles: 2, bounds: { min: [0, 0, 0], max: [3, 4, 0] }, area: 6, volume: null });
    expect(surfaceMeasures(meshOf([], []))).toEqual({ triangles: 0, bounds: null, area: 0, volume: null });
  });
});
