import { describe, expect, it } from 'vitest';
import { InspectorError } from '#core/error';
import type { Vec3 } from '#core/math/vec3';
import { isClosed } from '#core/mesh/is-closed';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { closestPointBruteForce } from '#core/query/closest/brute-force';
import { closestPoint, pointInside, type ClosestResult } from '#core/query/closest/closest';
import { closestPointInto } from '#core/query/closest/into';
import { createClosestWorkspace } from '#core/query/closest/workspace';
import { noTriangleIndex } from '#core/query/no-triangle';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, box, joined, meshOf, placed, soup } from '../../fixtures/shapes.ts';

const right = meshOf([0, 0, 0, 4, 0, 0, 0, 4, 0], [0, 1, 2]);

/** The answer, which brute force must share. */
function closest(mesh: TriangleMesh, point: Vec3, within = Infinity): ClosestResult['closest'] {
  const result = closestPoint(openTree(buildTree(mesh, {})), mesh, point, { maxDistance: within }).closest;
  const oracle = closestPointBruteForce(mesh, point, { maxDistance: within }).closest;
  expect(result?.triangle).toBe(oracle?.triangle);
  expect([result?.feature, result?.featureIndex]).toEqual([oracle?.feature, oracle?.featureIndex]);
  return result;
}

describe('the closest point of a triangle', () => {
  it('returns face, position, distance and the direction to the point', () => {
    expect(closest(right, [1, 1, 0.75])).toEqual({
      triangle: 0,
      feature: 'face',
      featureIndex: null,
      position: [1, 1, 0],
      distance: 0.75,
      direction: [0, 0, 1],
      part: 0,
    });
  });

  it('returns the edge: 3, 4, 5; and the vertex: 2, 3, 6 and 7', () => {
    expect(closest(right, [1, -3, 4])).toMatchObject({
      feature: 'edge',
      featureIndex: 0,
      position: [1, 0, 0],
      distance: 5,
      direction: [0, -0.6, 0.8],
    });
    expect(closest(right, [6, -3, 6])).toMatchObject({ feature: 'vertex', featureIndex: 1, position: [4, 0, 0], distance: 7 });
  });

  it('has no direction on the triangle', () => {
    expect(closest(right, [1, 1, 0])).toMatchObject({ distance: 0, direction: null });
  });
});

describe('the closest point of a mesh', () => {
  it('is on the nearer of two vertices, or of two edges, that are equal in f64', () => {
    const next = 1 + 2 ** -52;
    const vertices = meshOf([next, 0, 0, 2, 0.1, 0, 2, -0.1, 0.1, 0, 1, 0, 0.1, 2, 0, -0.1, 2, 0.1], [0, 1, 2, 3, 4, 5]);
    expect(closest(vertices, [0, 0, 0])).toMatchObject({ triangle: 1, feature: 'vertex', position: [0, 1, 0] });
    const edges = meshOf([next, 0, -1, next, 0, 1, 2, 0, 0, 0, 1, -1, 0, 1, 1, 0, 2, 0], [0, 1, 2, 3, 4, 5]);
    expect(closest(edges, [0, 0, 0])).toMatchObject({ triangle: 1, feature: 'edge', position: [0, 1, 0] });
    const mixed = meshOf([next, 0, 0, 2, 0.1, 0, 2, -0.1, 0.1, 0, 1, -1, 0, 1, 1, 0, 2, 0], [0, 1, 2, 3, 4, 5]);
    expect(closest(mixed, [0, 0, 0])).toMatchObject({ triangle: 1, feature: 'edge' });
  });

  it('is on the lowest of the triangles that are equally close: at an edge, at a vertex, opposite of each other', () => {
    expect(closest(box(), [0.1, 0.1, 3])?.feature).toBe('edge');
    expect(closest(box(), [5, 5, 5])).toMatchObject({ feature: 'vertex', position: [1, 1, 1] });
    expect(closest(box(), [0, 0, 0])).toMatchObject({ triangle: 0, distance: 1 });
    const twice = joined([box(), box()]);
    expect(closest(twice, [0.3, 0.2, 3])?.triangle).toBeLessThan(12);
  });

  it('counts within a distance up to the last bit', () => {
    expect(closest(box(), [1, 1, 1.1], 0.10000000000000009)?.distance).toBe(0.10000000000000009);
    expect(closest(box(), [1, 1, 1.1], 0.1)).toBeNull();
  });

  it('is none beyond the distance, and none of a mesh without triangles', () => {
    expect(closest(box(), [0, 0, 3], 2)?.distance).toBe(2);
    expect(closest(box(), [0, 0, 3], 1.9999999999999998)).toBeNull();
    expect(closest(meshOf([], []), [0, 0, 3])).toBeNull();
    const broken = meshOf([0, 0, 0, 4, 0, 0, 0, 4, 0, NaN, 0, 0], [0, 1, 3, 0, 1, 2]);
    expect(closest(broken, [1, 1, 0])?.triangle).toBe(1);
  });

  it('returns the part', () => {
    expect(closest(joined([box(), placed(box(), 1, [10, 0, 0])]), [10, 0, 1.5])?.part).toBe(1);
  });

  it('is found in the middle of a ball, where all triangles are about as far', () => {
    expect(closest(ball(24, 12), [0, 0, 0])?.distance).toBeLessThan(1);
  });

  it('tests few of many triangles', () => {
    const mesh = ball(100, 100);
    const { stats } = closestPoint(openTree(buildTree(mesh, {})), mesh, [1.2, 0.3, 0.1]);
    expect(stats.trianglesTested).toBeLessThan(100);
    expect(stats.nodesVisited).toBeLessThan(200);
  });

  it('is right if squares overflow and if they vanish', () => {
    for (const scale of [1e200, 1e-200]) {
      const mesh = { ...box(), positions: box().positions.map((value) => value * scale) };
      expect(closest(mesh, [3 * scale, 0.25 * scale, 0.5 * scale])?.position[0]).toBe(scale);
    }
  });

  it.each<[string, Vec3, number]>([
    ['a point that is not finite', [0, NaN, 0], 1],
    ['a negative distance', [0, 0, 0], -1],
    ['a distance that is no number', [0, 0, 0], NaN],
  ])('refuses %s', (_, point, within) => {
    expect(() => closest(right, point, within)).toThrow(InspectorError);
  });
});

describe('a start at another triangle', () => {
  it('does not change the result, and visits fewer nodes if it is the result of a point nearby', () => {
    const mesh = soup(2000, seededRandom(1));
    const tree = openTree(buildTree(mesh, {}));
    const workspace = createClosestWorkspace(tree);
    const random = seededRandom(4);
    let [cold, warm] = [0, 0];
    let point: Vec3 = [1.3, 0, 0];
    let last = noTriangleIndex;
    for (let i = 0; i < 200; i++) {
      point = [point[0] + 0.02 * (random() - 0.5), point[1] + 0.02 * (random() - 0.5), point[2] + 0.02 * (random() - 0.5)];
      const wanted = closestPointInto(tree, mesh, point, Infinity, workspace);
      cold += workspace.nodesVisited;
      last = closestPointInto(tree, mesh, point, Infinity, workspace, last);
      warm += workspace.nodesVisited;
      expect(last).toBe(wanted);
    }
    expect(warm).toBeLessThan(cold);
  });

  it('may be any number', () => {
    const mesh = soup(9, seededRandom(3));
    const tree = openTree(buildTree(mesh, {}));
    const workspace = createClosestWorkspace(tree);
    const wanted = closestPointInto(tree, mesh, [2, 0, 0], Infinity, workspace);
    for (let start = -2; start < 12; start++) expect(closestPointInto(tree, mesh, [2, 0, 0], Infinity, workspace, start)).toBe(wanted);
  });
});

describe('the side of a point', () => {
  const side = (mesh: TriangleMesh, point: Vec3): unknown =>
    pointInside(openTree(buildTree(mesh, {})), mesh, point, { isClosed: isClosed(mesh) });

  it('is in, out or on a closed mesh, and on or unknown for an open one', () => {
    expect([side(box(), [0, 0, 0.5]), side(box(), [0, 0, 2]), side(box(), [0, 0, 1])]).toEqual([true, false, 'on']);
    expect([side(right, [1, 1, 1]), side(right, [1, 1, 0])]).toEqual([null, 'on']);
  });
});
