import { identityTransform, transformOf, transformPoints, type Transform } from '#core/math/transform';
import { cross, length, type Vec3 } from '#core/math/vec3';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { meshDistanceBruteForce } from '#core/pair/distance/brute-force';
import { meshDistance } from '#core/pair/distance/distance';
import { closestPointBruteForce } from '#core/query/closest/brute-force';
import { trianglesIntersect } from '#core/shape/triangle-triangle';
import { cornersDistanceSq, minDistance, triangleDistanceSq } from '#core/shape/triangle-triangle-distance';
import { triangleDistanceExact } from '#core/shape/triangle-triangle-distance-exact';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { treeKinds } from '../fixtures/kinds.ts';
import { seededRandom } from '../fixtures/random.ts';
import { hundredth } from '../fixtures/scale.ts';
import { treed } from '../fixtures/treed.ts';
import { anyMesh, place, placement } from './arbitrary-mesh.ts';

const size = fc.integer({ min: -3, max: 3 });
const gridTriangle = fc.array(size, { minLength: 9, maxLength: 9 }).map((values) => Float64Array.from(values));
const number = fc.double({ min: -1, max: 1, noNaN: true });
const roughTriangle = fc.array(number, { minLength: 9, maxLength: 9 }).map((values) => Float64Array.from(values));

const turn = fc.constantFrom<Vec3>([0, 0, 0], [0, 0, 90], [11, 23, 37], [180, 0, 1e-7]);
const stretch = fc.constantFrom<Vec3>([1, 1, 1], [2, 2, 2], [1, -0.5, 3]);

/** How far the vertices of both reach together: what the bound of the distance is a part of. */
function extentOf(a: TriangleMesh, b: TriangleMesh, aFromB: Transform): number {
  const placed = new Float64Array(b.positions.length);
  transformPoints(aFromB, b.positions, placed);
  const finite = [...a.positions, ...placed].map((value, i) => ({ value, axis: i % 3 })).filter(({ value }) => Number.isFinite(value));
  return Math.max(
    0,
    ...[0, 1, 2].map((k) => {
      const values = finite.filter(({ axis }) => axis === k).map(({ value }) => value);
      return values.length === 0 ? 0 : Math.max(...values) - Math.min(...values);
    }),
  );
}

function hasArea([ax, ay, az, bx, by, bz, cx, cy, cz]: Float64Array): boolean {
  return length(cross([bx! - ax!, by! - ay!, bz! - az!], [cx! - ax!, cy! - ay!, cz! - az!])) > 1e-3;
}

describe('the distance of two triangles', () => {
  it.each([
    ['on grids', gridTriangle],
    ['anywhere', roughTriangle],
  ] as const)('%s is between the proven bound and the result of plain f64', (_, triangle) => {
    fc.assert(
      fc.property(triangle, triangle, (p, q) => {
        const { distance, pointP, pointQ } = triangleDistanceExact(p, q);
        const out = new Float64Array(9);
        const found = Math.sqrt(triangleDistanceSq(p, q, out, new Float64Array(4)));
        expect(found).toBeGreaterThanOrEqual(distance * (1 - 1e-15) - 1e-14);
        expect(minDistance(p, q, out)).toBeLessThanOrEqual(distance * (1 + 1e-15));
        expect(Math.abs(Math.hypot(...pointP.map((value, k) => value - pointQ[k]!)) - distance)).toBeLessThanOrEqual(1e-14);
        expect(triangleDistanceExact(q, p).distance).toBe(distance);
      }),
      { numRuns: hundredth(10_000) },
    );
  });

  it('has the width of the slab that separates them, in any position', () => {
    const random = seededRandom(5);
    let apart = 0;
    let atCorners = 0;
    for (let i = 0; i < 20_000; i++) {
      const [p, q] = [0, 3 * random()].map((away) => Float64Array.from({ length: 9 }, (_, k) => random() + (k % 3 === 0 ? away : 0)));
      if (trianglesIntersect(p!, q!) || !hasArea(p!) || !hasArea(q!)) continue;
      const out = new Float64Array(9);
      const found = Math.sqrt(triangleDistanceSq(p!, q!, out, new Float64Array(4)));
      expect(minDistance(p!, q!, out)).toBeGreaterThanOrEqual(found - 1e-11);
      apart++;
      const ofCorners = cornersDistanceSq(p!, q!, out);
      if (ofCorners < 0) continue;
      expect(Math.abs(Math.sqrt(ofCorners) - found)).toBeLessThanOrEqual(1e-15);
      expect(minDistance(p!, q!, out)).toBeGreaterThanOrEqual(found - 1e-11);
      atCorners++;
    }
    expect(apart).toBeGreaterThan(15_000);
    expect(atCorners).toBeGreaterThan(1000);
  });
});

describe('the distance of two meshes', () => {
  it('by trees of every kind is that of brute force, and its witness proves it', () => {
    let apart = 0;
    fc.assert(
      fc.property(anyMesh, anyMesh, placement, turn, stretch, fc.nat(2 ** 30), (a, small, where, rotateDegrees, scale, seed) => {
        const b = place(small, where);
        const random = seededRandom(seed);
        const reach = 4 * where.scale;
        const translate: Vec3 = [random() * reach - where.move[0], random() * reach - where.move[1], random() * reach - where.move[2]];
        const aFromB = transformOf({ translate, rotateDegrees, scale });
        const wanted = meshDistanceBruteForce(a, b, aFromB);
        if (wanted !== null && wanted > 0) apart++;
        for (const kind of treeKinds) {
          const kindOfB = seed % 2 === 0 ? kind : 'aabb';
          const found = meshDistance(treed(a, { kind, leafTriangles: 2 }), treed(b, { kind: kindOfB }), aFromB);
          expectDistance(found, wanted, a, b, aFromB, kind);
        }
      }),
      { numRuns: hundredth(500) },
    );
    expect(apart).toBeGreaterThan(hundredth(100));
  });
});

/** That the distance is the one wanted, within rounding, and that the witness points lie on their triangles at that distance. */
function expectDistance(
  { distance, witness }: ReturnType<typeof meshDistance>,
  wanted: number | null,
  a: TriangleMesh,
  b: TriangleMesh,
  aFromB: Transform,
  kind: string,
): void {
  if (wanted === null || distance === null || witness === null) {
    expect([distance, witness], kind).toEqual([wanted, null]);
    return;
  }
  expect(distance === 0, kind).toBe(wanted === 0);
  const extent = extentOf(a, b, aFromB);
  expect(Math.abs(distance - wanted), kind).toBeLessThanOrEqual(3e-11 * extent);
  const { pointA, pointB } = witness;
  const bound = 1e-10 * extent + 2 ** -50 * Math.max(...pointA.map(Math.abs), ...pointB.map(Math.abs));
  const apart = Math.hypot(pointA[0] - pointB[0], pointA[1] - pointB[1], pointA[2] - pointB[2]);
  expect(Math.abs(apart - distance), kind).toBeLessThanOrEqual(bound);
  const triangleA = { ...a, indices: a.indices.slice(3 * witness.a, 3 * witness.a + 3), parts: [] };
  expect(closestPointBruteForce(triangleA, pointA).closest?.distance ?? Infinity, kind).toBeLessThanOrEqual(bound);
  const placed = new Float64Array(b.positions.length);
  transformPoints(aFromB, b.positions, placed);
  const triangleB = { positions: placed, indices: b.indices.slice(3 * witness.b, 3 * witness.b + 3), parts: [] };
  expect(closestPointBruteForce(triangleB, pointB).closest?.distance ?? Infinity, kind).toBeLessThanOrEqual(bound);
}

describe('the distance of triangles whose squares overflow', () => {
  it.each([1e155, 1e200, 1.5e308])('is that of brute force at %d, and scales with them', (scale) => {
    fc.assert(
      fc.property(gridTriangle, fc.array(gridTriangle, { minLength: 1, maxLength: 4 }), (p, others) => {
        const corners = (count: number): Uint32Array => Uint32Array.from({ length: 3 * count }, (_, i) => i);
        const meshes = [p, Float64Array.from(others.flatMap((q) => [...q]))].map(
          (positions): TriangleMesh => ({ positions, indices: corners(positions.length / 9), parts: [] }),
        );
        const [a, b] = meshes as [TriangleMesh, TriangleMesh];
        const large = meshes.map((mesh) => treed({ ...mesh, positions: mesh.positions.map((value) => (value / 4) * scale) }, {})) as [
          ReturnType<typeof treed>,
          ReturnType<typeof treed>,
        ];
        const wanted = meshDistanceBruteForce(a, b, identityTransform)!;
        const { distance, witness } = meshDistance(large[0], large[1], identityTransform);
        expect(witness).not.toBeNull();
        // Points may be farther apart than any number says.
        if ((wanted / 4) * scale === Infinity) expect(distance).toBeGreaterThan(1.79e308);
        else expect(distance! / scale).toBeCloseTo(wanted / 4, 10);
      }),
      { numRuns: hundredth(500) },
    );
  });
});
