import type { Vec3 } from '#core/math/vec3';
import { partOfTriangle } from '#core/mesh/triangle-mesh';
import { triangleVertices } from '#core/mesh/triangle-vertices';
import type { FilterOptions } from '#core/options/filter-options';
import { boxOverlapBruteForce } from '#core/query/box/brute-force';
import { boxOverlap } from '#core/query/box/box';
import { closestPointBruteForce } from '#core/query/closest/brute-force';
import { closestPoint } from '#core/query/closest/closest';
import { nearestBruteForce } from '#core/query/nearest/brute-force';
import { nearestTriangles } from '#core/query/nearest/nearest';
import { planeOverlap } from '#core/query/plane/plane';
import { planeOverlapBruteForce } from '#core/query/plane/brute-force';
import { raycast } from '#core/query/ray/ray';
import { pushOut } from '#core/query/sphere/push-out';
import { sphereOverlap } from '#core/query/sphere/sphere';
import { triangleFilter } from '#core/query/triangle-filter';
import { sweepBruteForce } from '#core/sweep/convex/brute-force';
import { sweepShape } from '#core/sweep/convex/sweep-shape';
import { loadTree } from '#core/tree/kinds/wide/load-tree';
import { describe, expect, it } from 'vitest';
import { treeKinds } from '../../fixtures/kinds.ts';
import { inParts } from '../../fixtures/in-parts.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, meshOf, soup } from '../../fixtures/shapes.ts';
import { treed } from '../../fixtures/treed.ts';

const all: FilterOptions = { parts: '', sides: 'both' };

describe('a filter', () => {
  it('is none for all parts and both sides', () => {
    expect(triangleFilter(ball(), all, { point: [0, 0, 0] })).toBeNull();
  });

  it('takes the triangles of named parts, and refuses a name that no part has', () => {
    const mesh = inParts(ball());
    const accepts = triangleFilter(mesh, { ...all, parts: 'part 1, #0' }, { point: [0, 0, 0] })!;
    const taken = Array.from({ length: mesh.indices.length / 3 }, (_, triangle) => triangle).filter(accepts);
    expect(taken.length).toBeGreaterThan(10);
    for (const triangle of taken) expect([0, 1]).toContain(partOfTriangle(mesh, triangle)! % 3);
    expect(() => triangleFilter(mesh, { ...all, parts: 'door' }, { point: [0, 0, 0] })).toThrow('No part has the name "door"');
  });

  it('decides a side exactly: a viewpoint in the plane and a triangle without area are on both', () => {
    const mesh = meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0, 2, 2, 2], [0, 1, 2, 0, 3, 3]);
    const seen = (sides: 'front' | 'back', viewpoint: { readonly point: Vec3 } | { readonly direction: Vec3 }): readonly boolean[] => {
      const accepts = triangleFilter(mesh, { ...all, sides }, viewpoint)!;
      return [accepts(0), accepts(1)];
    };
    expect(seen('front', { point: [5, 5, 5e-324] })).toEqual([true, true]);
    expect(seen('back', { point: [5, 5, 5e-324] })).toEqual([false, true]);
    expect(seen('front', { point: [5, 5, 0] })).toEqual([true, true]);
    expect(seen('back', { point: [5, 5, 0] })).toEqual([true, true]);
    expect(seen('front', { direction: [1, 0, -1e-300] })).toEqual([true, true]);
    expect(seen('back', { direction: [1, 0, -1e-300] })).toEqual([false, true]);
    expect(seen('back', { direction: [1, 0, 1e-300] })).toEqual([true, true]);
  });
});

describe.each(treeKinds)('on a tree of kind %s', (kind) => {
  const mesh = inParts(soup(200, seededRandom(7)));
  const plain = treed(mesh, { kind });
  const trees = kind === 'wide' ? [plain.tree, loadTree(plain.tree, mesh)] : [plain.tree];

  it.each(['front', 'back'] as const)('every query leaves out what the filter leaves out, side %s', (sides) => {
    const filter: FilterOptions = { parts: 'part 1,part 2', sides };
    const center = triangleVertices(mesh, 11)[0];
    const accepts = triangleFilter(mesh, filter, { point: center })!;
    const keep = (triangles: Iterable<number>): readonly number[] => [...triangles].filter(accepts);
    const box = { kind: 'aligned', min: center.map((x) => x - 0.6), max: center.map((x) => x + 0.6) } as never;
    const sphere = { center, radius: 0.6 };
    const plane = { point: center, normal: [1, 2, 3] as Vec3 };
    const ray = { origin: center, direction: [1, 0.3, 0.2] as Vec3, far: Infinity };
    const expected = {
      box: keep(boxOverlapBruteForce(mesh, box)),
      plane: keep(planeOverlapBruteForce(mesh, plane)),
      sphere: keep(sphereOverlap(trees[0]!, mesh, sphere).touches.map(({ triangle }) => triangle)),
      ray: raycast(trees[0]!, mesh, ray, { mode: 'all' }).hits.filter(({ triangle }) => accepts(triangle)),
    };
    expect(expected.box.length).toBeGreaterThan(0);
    expect(expected.sphere.length).toBeGreaterThan(0);
    for (const tree of trees) {
      expect([...boxOverlap(tree, mesh, box, {}, undefined, accepts).triangles]).toEqual(expected.box);
      expect(boxOverlap(tree, mesh, box, { mode: 'any' }, undefined, accepts).triangles).toHaveLength(1);
      expect([...planeOverlap(tree, mesh, plane, {}, undefined, accepts).triangles]).toEqual(expected.plane);
      expect(sphereOverlap(tree, mesh, sphere, {}, undefined, accepts).touches.map(({ triangle }) => triangle)).toEqual(expected.sphere);
      expect(raycast(tree, mesh, ray, { mode: 'all' }, undefined, accepts).hits).toEqual(expected.ray);
      expect(raycast(tree, mesh, ray, {}, undefined, accepts).hits).toEqual(expected.ray.slice(0, 1));
      expect(pushOut(tree, mesh, sphere, { accepts }).steps.every(({ triangle }) => accepts(triangle))).toBe(true);
    }
  });

  it.each(['both', 'front', 'back'] as const)(
    'the closest and nearest triangles are those of brute force with the filter, side %s',
    (sides) => {
      const random = seededRandom(11);
      let others = 0;
      for (let i = 0; i < 6; i++) {
        const point: Vec3 = i === 0 ? triangleVertices(mesh, 11)[0] : [3 * random() - 1.5, 3 * random() - 1.5, 3 * random() - 1.5];
        const accepts = triangleFilter(mesh, { parts: 'part 1', sides }, { point })!;
        const brute = closestPointBruteForce(mesh, point, {}, accepts).closest!;
        const near = { maxDistance: 0.9 * brute.distance };
        const nearest = nearestBruteForce(mesh, point, 7, {}, accepts).closest;
        expect(nearest.every(({ triangle }) => accepts(triangle))).toBe(true);
        const unfiltered = closestPointBruteForce(mesh, point).closest!.triangle;
        if (unfiltered !== brute.triangle) others++;
        for (const tree of trees) {
          const { closest } = closestPoint(tree, mesh, point, {}, undefined, accepts);
          expect([closest!.triangle, closest!.feature]).toEqual([brute.triangle, brute.feature]);
          expect(closest!.distance).toBeCloseTo(brute.distance, 12);
          // A triangle that the filter leaves out is no start of the search either.
          expect(closestPoint(tree, mesh, point, { startAt: unfiltered }, undefined, accepts).closest).toEqual(closest);
          if (brute.distance > 0) expect(closestPoint(tree, mesh, point, near, undefined, accepts).closest).toBeNull();
          expect(nearestTriangles(tree, mesh, point, 7, {}, accepts).closest).toEqual(nearest);
        }
      }
      expect(others).toBeGreaterThan(1);
    },
  );

  it.each(['both', 'front', 'back'] as const)('a sweep hits what brute force with the filter touches, side %s', (sides) => {
    const random = seededRandom(5);
    let hits = 0;
    for (let i = 0; i < 4; i++) {
      const direction: Vec3 = [-3, random() - 0.5, random() - 0.5];
      const from: Vec3 = [2, random() - 0.5, random() - 0.5];
      const to: Vec3 = [from[0] + direction[0], from[1] + direction[1], from[2] + direction[2]];
      const accepts = triangleFilter(mesh, { parts: 'part 1', sides }, { direction })!;
      const sweep = { shape: { kind: 'sphere', radius: 0.1 }, from, to } as const;
      for (const tree of trees) {
        const { state, interval, contact } = sweepShape(tree, mesh, sweep, {}, undefined, accepts);
        const exact = sweepBruteForce(mesh, sweep, interval, accepts);
        expect([state, exact.touchesBefore]).toEqual([exact.state, false]);
        if (contact === null) continue;
        hits++;
        expect(exact.intervalTriangles).toContain(contact.triangle);
      }
    }
    expect(hits).toBeGreaterThan(0);
  });
});
