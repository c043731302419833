import { describe, expect, it } from 'vitest';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { ball, box, joined, meshOf, placed } from '../../../fixtures/shapes.ts';
import { finding, findingCodes } from '../findings.ts';

/** A unit square of two triangles with six vertices of their own; the last but one is moved. */
function square(gap: number): ReturnType<typeof meshOf> {
  return meshOf([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 1 + gap, 0, 0, 1, 0], [0, 1, 2, 3, 4, 5]);
}

describe('vertices', () => {
  it('out of range are those whose square is infinite in the engine’s numbers', () => {
    const far = meshOf([0, 0, 0, 1e19, 0, 0, 0, 2e19, 0, 1e200, 0, 0], [0, 1, 2, 0, 2, 3]);
    expect([...finding(far, 'out-of-range-vertices').elements.words]).toEqual([2, 3]);
    expect([...finding(far, 'out-of-range-vertices', { engineNumbers: 'f64' }).elements.words]).toEqual([3]);
  });

  it('that no triangle uses are reported, at any position', () => {
    const mesh = meshOf([0, 0, 0, 5, 5, 5, 1, 0, 0, 0, 1, 0, 0, 0, 0], [0, 2, 3]);
    const { elements, triangles } = finding(mesh, 'unused-vertices');
    expect([[...elements.words], [...triangles]]).toEqual([[1, 4], []]);
    expect(findingCodes(mesh)).not.toContain('unwelded-vertices');
  });

  it('at equal positions are unwelded but for the first', () => {
    expect([...finding(square(0), 'unwelded-vertices').elements.words]).toEqual([3, 4]);
    expect([...finding(square(0), 'unwelded-vertices').triangles]).toEqual([1]);
  });

  it('that are almost equal are one cluster, and welding them closes the crack', () => {
    const { elements, detail } = finding(square(1e-7), 'nearly-equal-vertices');
    expect([[...elements.words], [...elements.groups!]]).toEqual([
      [2, 4],
      [0, 2],
    ]);
    expect(elements.measures!.values[0]).toBeCloseTo(1e-7, 12);
    expect(detail).toBe('Welding them leaves 4 of 6 boundary edges');
    expect(findingCodes(square(1e-7), { tolerance: 1e-8 })).not.toContain('nearly-equal-vertices');
    expect(findingCodes(square(1e-7), { tolerance: 0 })).not.toContain('nearly-equal-vertices');
  });

  it('of a cluster report the farthest, at any index, and are near at exactly the tolerance', () => {
    const three = meshOf(
      [0, 0, 0, 3, 0, 0, 0, 4, 0, 1.5e-7, 0, 0, 3, 0, 0, 0, 4, 0, 0.5e-7, 0, 0, 3, 0, 0, 0, 4, 0],
      [0, 1, 2, 3, 4, 5, 6, 7, 8],
    );
    expect([...finding(three, 'nearly-equal-vertices').elements.measures!.values]).toEqual([1.5e-7]);
    // A tenth of a diagonal of 5.
    const apart = (by: number): TriangleMesh => meshOf([0, 0, 0, 3, 0, 0, 0, 4, 0, by, 0, 0, 3, 4, 0, 0, 4, 0], [0, 1, 2, 3, 4, 5]);
    expect(findingCodes(apart(0.5), { tolerance: 0.1 })).toContain('nearly-equal-vertices');
    expect(findingCodes(apart(0.5 + 2 ** -52), { tolerance: 0.1 })).not.toContain('nearly-equal-vertices');
  });

  it('in a chain of near ones are one cluster, also across the cells of any grid', () => {
    const positions = Array.from({ length: 40 }, (_, i) => [i < 20 ? 0.5 + i * 1e-7 : i, i % 7, 0]).flat();
    positions.splice(0, 60, ...Array.from({ length: 20 }, (_, i) => [0.5 + i * 1e-7, 0, 0]).flat());
    const mesh = meshOf(positions, Array.from({ length: 38 }, (_, i) => [i, i + 1, i + 2]).flat());
    const { elements, count } = finding(mesh, 'nearly-equal-vertices', { tolerance: 1.2e-7 / 40 });
    expect([count, elements.words.length]).toEqual([1, 20]);
  });

  it('are not manifold where only a corner joins two fans', () => {
    const twice = joined([box(), box([1, 1, 1], [2, 2, 2])]);
    expect([...finding(twice, 'non-manifold-vertices').elements.words]).toEqual([6]);
    expect(finding(twice, 'non-manifold-vertices').triangles.length).toBe(5 + 5);
    // Two sheets through one edge share an edge at both its ends: that is told of the edge.
    const fins = meshOf([0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0, -1, -1, 0], [0, 1, 2, 1, 0, 3, 0, 1, 4]);
    expect(findingCodes(fins)).not.toContain('non-manifold-vertices');
  });

  it('have a high valence if more triangles than the limit use them, also by unwelded corners', () => {
    // The poles of a ball with 48 columns; all others have six triangles.
    const { elements, count } = finding(ball(48, 24), 'high-valence-vertices', { maxValence: 6 });
    expect([count, [...elements.measures!.values]]).toEqual([2, [48, 48]]);
    expect(findingCodes(ball(48, 24), { maxValence: 48 })).not.toContain('high-valence-vertices');
    expect(findingCodes(ball(48, 24))).not.toContain('high-valence-vertices');
    expect([...finding(square(0), 'high-valence-vertices', { maxValence: 1 }).elements.words]).toEqual([0, 2]);
  });

  it('on an open edge of another triangle are T-junctions, with both triangles', () => {
    // A long edge below, two short ones above it that meet at its middle.
    const mesh = meshOf([0, 0, 0, 2, 0, 0, 1, -1, 0, 1, 0, 0, 0, 1, 0, 2, 1, 0], [0, 2, 1, 0, 3, 4, 3, 1, 5]);
    const { elements, triangles } = finding(mesh, 't-junctions');
    expect([[...elements.words], [...elements.measures!.values], [...triangles]]).toEqual([[3], [0], [0, 1, 2]]);
    // The tolerance is a part of the diagonal, which is about 2.8 here.
    const near = { ...mesh, positions: mesh.positions.map((value, i) => (i === 10 ? 1e-6 : value)) };
    expect([...finding(near, 't-junctions').elements.words]).toEqual([3]);
    expect(findingCodes(near, { tolerance: 1e-7 })).not.toContain('t-junctions');
  });

  it('on an open edge of a sheet with a triangle for each side are T-junctions too', () => {
    const one = [0, 2, 1, 0, 3, 4, 3, 1, 5];
    const both = [...one, 0, 1, 2, 0, 4, 3, 3, 5, 1];
    const positions = [0, 0, 0, 2, 0, 0, 1, -1, 0, 1, 0, 0, 0, 1, 0, 2, 1, 0];
    const { elements } = finding(meshOf(positions, both), 't-junctions');
    expect([[...elements.words], [...elements.measures!.values]]).toEqual([[3], [0]]);
    // Behind a closed edge of the sheet, whose neighbour is another triangle, is none.
    expect(
      findingCodes(
        meshOf([0, 0, 0, 2, 0, 0, 1, -1, 0, 1, 1, 0, 1, 0, 0, 0, 1, 3, 2, 1, 3], [0, 2, 1, 0, 1, 2, 0, 1, 3, 0, 3, 1, 4, 5, 6, 4, 6, 5]),
      ),
    ).not.toContain('t-junctions');
  });

  it('are no T-junction with their own triangle, near the ends of an edge, or without a tolerance', () => {
    expect(findingCodes(meshOf([0, 0, 0, 1, 0, 0, 0.5, 1e-8, 0], [0, 1, 2]))).not.toContain('t-junctions');
    // Two triangles, a corner of one by so much before the end of the other's edge.
    const nextTo = (before: number): TriangleMesh =>
      meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0, 1 - before, 0, 0, 1, -1, 0, 0, -1, 0], [0, 1, 2, 3, 5, 4]);
    expect(findingCodes(nextTo(0.2), { tolerance: 0.1 })).not.toContain('t-junctions');
    expect(findingCodes(nextTo(0.2), { tolerance: 0.08 })).toContain('t-junctions');
    expect(findingCodes(nextTo(0.2), { tolerance: 0 })).not.toContain('t-junctions');
  });

  it('report the nearest of several edges', () => {
    const mesh = meshOf(
      [0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 1e-6, 0, 4, 1e-6, 0, 0, 4, 1, 2, 0, 0, 2, -3, 0, 3, -3, 0],
      [0, 1, 2, 3, 4, 5, 6, 7, 8],
    );
    const reversed = { ...mesh, indices: Uint32Array.of(3, 4, 5, 0, 1, 2, 6, 7, 8) };
    for (const one of [mesh, reversed]) expect(Math.min(...finding(one, 't-junctions').elements.measures!.values)).toBe(0);
  });

  it('in a closed or quite open mesh make no T-junction', () => {
    expect(findingCodes(ball())).not.toContain('t-junctions');
    expect(findingCodes(placed(meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]), 1e6, [5e8, 0, 0]))).not.toContain('t-junctions');
  });
});
