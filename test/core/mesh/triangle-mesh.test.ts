import { boundsCenter, meshBounds } from '#core/mesh/bounds';
import { isFiniteTriangle, partOfTriangle, triangleCount, vertexCount } from '#core/mesh/triangle-mesh';
import { triangleVertices } from '#core/mesh/triangle-vertices';
import { describe, expect, it } from 'vitest';
import { box, joined, meshOf } from '../../fixtures/shapes.ts';

describe('TriangleMesh', () => {
  it('counts triangles and vertices', () => {
    expect([triangleCount(box()), vertexCount(box())]).toEqual([12, 8]);
  });

  it('finds the part of a triangle by its run', () => {
    const mesh = joined([box(), meshOf([], []), box()]);
    expect([0, 11, 12, 23].map((triangle) => partOfTriangle(mesh, triangle))).toEqual([0, 0, 2, 2]);
    expect(partOfTriangle(mesh, 24)).toBeNull();
    expect(partOfTriangle({ ...mesh, parts: [] }, 0)).toBeNull();
  });

  it.each([NaN, Infinity, -Infinity])('calls a triangle with %d in it not finite', (value) => {
    for (let i = 0; i < 9; i++) {
      const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0];
      positions[i] = value;
      expect(isFiniteTriangle(meshOf(positions, [0, 1, 2]), 0)).toBe(false);
    }
    expect(isFiniteTriangle(meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]), 0)).toBe(true);
  });

  it('gives the vertices in their order', () => {
    expect(triangleVertices(meshOf([0, 1, 2, 3, 4, 5, 6, 7, 8], [2, 0, 1]), 0)).toEqual([
      [6, 7, 8],
      [0, 1, 2],
      [3, 4, 5],
    ]);
  });
});

describe('meshBounds', () => {
  it('is the box of the finite triangles', () => {
    expect(meshBounds(box([-1, 0, 2], [3, 5, 7]))).toEqual({ min: [-1, 0, 2], max: [3, 5, 7] });
  });

  it('leaves out unused vertices and triangles that are not finite', () => {
    const mesh = meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0, NaN, 9, 9, 50, 50, 50], [0, 1, 2, 0, 1, 3]);
    expect(meshBounds(mesh)).toEqual({ min: [0, 0, 0], max: [1, 1, 0] });
  });

  it('is null without a finite triangle', () => {
    expect(meshBounds(meshOf([], []))).toBeNull();
    expect(meshBounds(meshOf([NaN, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]))).toBeNull();
  });

  it('has a centre even where its size would overflow', () => {
    expect(boundsCenter({ min: [-1.7e308, 1.7e308, 1], max: [1.7e308, 1.7e308, 3] })).toEqual([0, 1.7e308, 2]);
  });
});
