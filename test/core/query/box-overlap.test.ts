import { InspectorError } from '#core/error';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { boxOverlapBruteForce, hasContent } from '#core/query/brute-force-box';
import { boxOverlap } from '#core/query/box-overlap';
import type { BoxSolid } from '#core/shape/box-solid';
import { describe, expect, it } from 'vitest';
import { ball, box, meshOf } from '../../fixtures/shapes.ts';
import { treed } from '../../fixtures/treed.ts';

/** The triangles, which brute force must share where it can tell. */
function touched(mesh: TriangleMesh, solid: BoxSolid): readonly number[] {
  const { triangles } = boxOverlap(treed(mesh).tree, mesh, solid);
  if (solid.kind === 'aligned' || hasContent(solid)) expect(triangles).toEqual(boxOverlapBruteForce(mesh, solid));
  return [...triangles];
}

const right = meshOf([0, 0, 0, 4, 0, 0, 0, 4, 0], [0, 1, 2]);
const aligned = (min: [number, number, number], max: [number, number, number]): BoxSolid => ({ kind: 'aligned', min, max });

describe('a box along the axes', () => {
  it('touches what it has a point in common with, and nothing one rounding short of it', () => {
    expect(touched(right, aligned([1, 1, 0], [2, 2, 1]))).toEqual([0]);
    expect(touched(right, aligned([1, 1, 5e-324], [2, 2, 1]))).toEqual([]);
    expect(touched(right, aligned([2, 2, -1], [3, 3, 1]))).toEqual([0]);
    expect(touched(right, aligned([2, 2.0000000000000004, -1], [3, 3, 1]))).toEqual([]);
  });

  it('may lie all inside a triangle’s own box and yet miss it', () => {
    expect(touched(right, aligned([3, 3, -1], [3.5, 3.5, 1]))).toEqual([]);
  });

  it('may be flat, a segment or a point', () => {
    expect(touched(right, aligned([1, 1, 0], [3, 3, 0]))).toEqual([0]);
    expect(touched(right, aligned([1, 1, -1], [1, 1, 1]))).toEqual([0]);
    expect(touched(right, aligned([2, 2, 0], [2, 2, 0]))).toEqual([0]);
    expect(touched(right, aligned([2, 2.5, 0], [2, 2.5, 0]))).toEqual([]);
  });

  it('takes triangles without area for the segments and points that they are', () => {
    const needle = meshOf([0, 0, 0, 4, 4, 4, 2, 2, 2, 9, 9, 9, 9, 9, 9, 9, 9, 9], [0, 1, 2, 3, 4, 5]);
    expect(touched(needle, aligned([1, 1, 1], [1.5, 1.5, 1.5]))).toEqual([0]);
    expect(touched(needle, aligned([1, 2, 1], [1.5, 3, 1.5]))).toEqual([]);
    expect(touched(needle, aligned([9, 9, 9], [10, 10, 10]))).toEqual([1]);
  });

  it('holds all of a mesh, or lies inside it and touches nothing', () => {
    expect(touched(box(), aligned([-2, -2, -2], [2, 2, 2]))).toHaveLength(12);
    expect(touched(box(), aligned([-0.5, -0.5, -0.5], [0.5, 0.5, 0.5]))).toEqual([]);
    expect(touched(meshOf([], []), aligned([0, 0, 0], [1, 1, 1]))).toEqual([]);
  });

  it('tests few of many triangles', () => {
    const mesh = ball(100, 100);
    const { stats, triangles } = boxOverlap(treed(mesh).tree, mesh, aligned([0.95, -0.05, -0.05], [1.05, 0.05, 0.05]));
    expect(triangles.length).toBeGreaterThan(0);
    expect(stats.trianglesTested).toBeLessThan(400);
  });

  it('refuses corners the wrong way round, and what is not finite', () => {
    expect(() => touched(right, aligned([1, 0, 0], [0, 1, 1]))).toThrow(InspectorError);
    expect(() => touched(right, aligned([NaN, 0, 0], [1, 1, 1]))).toThrow(InspectorError);
  });
});

describe('a turned box', () => {
  /** Half a unit long, and turned by 45° about z. */
  const diamond = (x: number, z: number): BoxSolid => ({ kind: 'oriented', center: [x, 1, z], halfEdges: [[0.5, 0.5, 0], [-0.5, 0.5, 0], [0, 0, 0.5]] });

  it('touches with its edge, and misses where the box around it would not', () => {
    expect(touched(right, diamond(-1, 0))).toEqual([0]);
    expect(touched(right, diamond(-1.0000000000000002, 0))).toEqual([]);
    expect(touched(right, diamond(1, 0.5))).toEqual([0]);
    expect(touched(right, { kind: 'oriented', center: [-0.75, -0.75, 0], halfEdges: [[0.5, 0.5, 0], [-0.5, 0.5, 0], [0, 0, 0.5]] })).toEqual([]);
  });

  it('may be flat', () => {
    const sheet = (z: number): BoxSolid => ({ kind: 'oriented', center: [1, 1, z], halfEdges: [[1, 1, 0], [-1, 1, 0], [0, 0, 0]] });
    expect([touched(right, sheet(0)), touched(right, sheet(1e-9))]).toEqual([[0], []]);
    const rod: BoxSolid = { kind: 'oriented', center: [1, 1, 0], halfEdges: [[1, 1, 1], [0, 0, 0], [0, 0, 0]] };
    expect(touched(right, rod)).toEqual([0]);
  });
});
