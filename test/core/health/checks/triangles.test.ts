import { describe, expect, it } from 'vitest';
import { triangleForm } from '#core/shape/triangle-form';
import { ball, box, joined, meshOf, placed } from '../../../fixtures/shapes.ts';
import { finding, findingCodes } from '../findings.ts';

const degrees = Math.PI / 180;

describe('the form of a triangle', () => {
  it.each([1, 1e-200, 1e200])('is that of the right triangle 3, 4, 5 at scale %d', (scale) => {
    const form = { longestEdge: 0, height: 0, angleRadians: 0 };
    triangleForm(
      Float64Array.of(0, 0, 0, 3, 0, 0, 0, 4, 0).map((x) => x * scale),
      form,
    );
    expect([form.longestEdge / scale, form.height / scale, form.angleRadians]).toEqual([
      expect.closeTo(5, 12),
      expect.closeTo(2.4, 12),
      expect.closeTo(Math.atan2(3, 4), 12),
    ]);
  });
});

describe('triangles', () => {
  it('are slivers by their smallest angle, obtuse ones too', () => {
    const needle = meshOf([0, 0, 0, 10, 0, 0, 10, 10 * Math.tan(0.5 * degrees), 0], [0, 1, 2]);
    expect(finding(needle, 'sliver-angle').elements.measures!.values[0]).toBeCloseTo(0.5, 10);
    expect(findingCodes(needle, { sliverAngle: 0.4 })).not.toContain('sliver-angle');
    const obtuse = meshOf([0, 0, 0, 10, 0, 0, 5, 5 * Math.tan(0.5 * degrees), 0], [0, 1, 2]);
    expect(finding(obtuse, 'sliver-angle').elements.measures!.values[0]).toBeCloseTo(0.5, 10);
  });

  it('are slivers by their height over the longest edge', () => {
    const low = joined([box(), meshOf([0, 0, 5, 1, 0, 5, 0.5, 1e-5, 5], [0, 1, 2])]);
    const { elements } = finding(low, 'sliver-height');
    expect([[...elements.words], elements.measures!.values[0]]).toEqual([[12], expect.closeTo(1e-5, 10)]);
    expect(findingCodes(low, { sliverHeight: 1e-7 })).not.toContain('sliver-height');
    expect(findingCodes(low, { sliverHeight: 0, sliverAngle: 0 })).not.toContain('sliver-height');
  });

  it('are huge or tiny compared with the median', () => {
    const mixed = joined([ball(), meshOf([0, 0, 5, 50, 0, 5, 0, 50, 5, 0, 0, 9, 1e-4, 0, 9, 0, 1e-4, 9], [0, 1, 2, 3, 4, 5])]);
    const triangles = ball().indices.length / 3;
    expect([...finding(mixed, 'huge-triangles').elements.words]).toEqual([triangles]);
    expect([...finding(mixed, 'tiny-triangles').elements.words]).toEqual([triangles + 1]);
    expect(findingCodes(mixed, { sizeRatio: 1e4 })).not.toEqual(expect.arrayContaining(['huge-triangles']));
  });

  it('lose precision far from the origin, as far as the engine’s numbers are coarse', () => {
    const near = placed(ball(), 1);
    expect(findingCodes(near)).not.toContain('precision-loss');
    const far = placed(ball(), 1, [581_000, 4_785_000, 0]);
    // From 2^22 on one f32 is half a unit from the next: half of a ball's triangles are as high.
    expect(finding(far, 'precision-loss').count).toBe(far.indices.length / 3);
    expect(findingCodes(far, { engineNumbers: 'f64' })).not.toContain('precision-loss');
    const values = finding(placed(meshOf([0, 0, 0, 8, 0, 0, 0, 8, 0], [0, 1, 2]), 1, [2 ** 22, 0, 0]), 'precision-loss').elements.measures!
      .values;
    expect(values[0]).toBeCloseTo(0.5 / Math.sqrt(32), 12);
  });

  it('collapse when rounding leaves them no area', () => {
    const far = placed(meshOf([0, 0, 0, 0.1, 0, 0, 0, 0.1, 0, 4, 0, 0, 0, 4, 0], [0, 1, 2, 0, 3, 4]), 1, [2 ** 22, 0, 0]);
    expect([...finding(far, 'precision-collapse').elements.words]).toEqual([0]);
    expect(findingCodes(far, { engineNumbers: 'f64' })).not.toContain('precision-collapse');
  });

  it('over the budget are reported with it', () => {
    expect(findingCodes(box(), { maxTriangles: 12, maxVertices: 8 })).toEqual([]);
    expect(finding(box(), 'triangle-budget', { maxTriangles: 11 })).toMatchObject({ count: 12, detail: 'The budget is 11' });
    expect(finding(box(), 'vertex-budget', { maxVertices: 7 })).toMatchObject({ count: 8, detail: 'The budget is 7' });
  });
});

describe('overlaps in one plane', () => {
  const lower = meshOf([0, 0, 0, 4, 0, 0, 0, 4, 0], [0, 1, 2]);
  const upper = (height: number, move = 1): typeof lower =>
    meshOf([move, move, height, 4 + move, move, height, move, 4 + move, height], [0, 1, 2]);

  it('have an area that can be checked by hand, also if one is flipped', () => {
    // The triangle x, y from 1 on, x + y up to 4: two by two, halved.
    const { count, elements } = finding(joined([lower, upper(0)]), 'coplanar-overlaps');
    expect([count, [...elements.words], elements.measures!.values[0]]).toEqual([1, [0, 1], expect.closeTo(2, 12)]);
    const turned = { ...upper(0), indices: Uint32Array.of(0, 2, 1) };
    expect(finding(joined([lower, turned]), 'coplanar-overlaps').elements.measures!.values[0]).toBeCloseTo(2, 12);
  });

  it('are found up to the given distance', () => {
    const layers = joined([lower, upper(1e-4)]);
    expect(findingCodes(layers)).not.toContain('coplanar-overlaps');
    expect(finding(layers, 'coplanar-overlaps', { overlapDistance: 1e-4 }).elements.measures!.values[0]).toBeCloseTo(2, 8);
  });

  it('are not found where triangles touch, cross, or are neighbours', () => {
    expect(findingCodes(joined([lower, upper(0, 2)]))).not.toContain('coplanar-overlaps');
    expect(findingCodes(joined([lower, upper(0, 5)]))).not.toContain('coplanar-overlaps');
    const crossing = meshOf([1, 1, -1, 1, 1, 1, 3, 0, 0], [0, 1, 2]);
    expect(findingCodes(joined([lower, crossing]))).not.toContain('coplanar-overlaps');
    expect(findingCodes(box(), { overlapDistance: 0.1 })).not.toContain('coplanar-overlaps');
    expect(findingCodes(ball(), { overlapDistance: 0.01 })).not.toContain('coplanar-overlaps');
  });

  it('are found however small, but for what rounding leaves, and in planes that are equal but for rounding', () => {
    // A four-hundredth of either, and less than a millionth.
    expect(finding(joined([lower, upper(0, 1.9)]), 'coplanar-overlaps').elements.measures!.values[0]).toBeCloseTo(0.02, 10);
    expect(findingCodes(joined([lower, upper(0, 2 - 2 ** -10)]))).not.toContain('coplanar-overlaps');
    const tilted = (mesh: typeof lower): typeof lower => ({
      ...mesh,
      positions: mesh.positions.map((_, i, all) => (i % 3 === 2 ? all[i - 2]! * 0.3 + all[i - 1]! * 0.7 : all[i]! / 3)),
    });
    expect(finding(joined([tilted(lower), tilted(upper(0))]), 'coplanar-overlaps', { overlapDistance: 0 }).count).toBe(1);
  });

  it('are found between neighbours that are folded onto each other', () => {
    const folded = meshOf([0, 0, 0, 4, 0, 0, 0, 4, 0, 1, 1, 0], [0, 1, 2, 0, 1, 3]);
    expect(finding(folded, 'coplanar-overlaps').elements.measures!.values[0]).toBeCloseTo(2, 12);
  });

  it('are the same at any size, place and turn', () => {
    for (const [scale, move] of [
      [1e-6, [0, 0, 0]],
      [1e6, [0, 0, 0]],
      [1, [1000, -2000, 500]],
    ] as const) {
      const { elements } = finding(placed(joined([lower, upper(0)]), scale, move), 'coplanar-overlaps');
      expect(elements.measures!.values[0]! / scale ** 2).toBeCloseTo(2, 6);
    }
  });
});
