import { convexHull } from '#core/convex/hull/convex-hull';
import { testConvexPair } from '#core/convex/pair/test-convex-pair';
import { differencePlanes } from '#core/convex/penetration/difference-planes';
import { maxQueries, meshesOverlap, meshPenetration } from '#core/convex/penetration/mesh-penetration';
import { shortestOutside } from '#core/convex/penetration/shortest-outside';
import { placedMesh } from '#core/convex/penetration/depth-lower-bound';
import { shortestProof } from '#core/convex/penetration/shortest-proof';
import { solidPair, translated } from '#core/convex/penetration/solid-pair';
import { seededRandom } from '#core/math/seeded-random';
import { identityTransformParts, transformOf, type Transform } from '#core/math/transform';
import { normalized, type Vec3 } from '#core/math/vec3';
import { noProgress } from '#core/progress';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { trianglesIntersect } from '#core/shape/triangle-triangle';
import { describe, expect, test } from 'vitest';
import { isFullRun } from '../../fixtures/scale.ts';
import { ball, box, channel, joined, knot, soup } from '../../fixtures/shapes.ts';
import { treed } from '../../fixtures/treed.ts';

function inCube(random: () => number, half: number): Vec3 {
  return [half * (2 * random() - 1), half * (2 * random() - 1), half * (2 * random() - 1)];
}

function sizeOf(v: Vec3): number {
  return Math.hypot(...v);
}

/** One of six shapes that are not convex, or a box. */
function shapeOf(random: () => number): TriangleMesh {
  switch (Math.floor(7 * random())) {
    case 0:
      return channel();
    case 1:
      return knot(2, 3, 24 + Math.floor(40 * random()), 5);
    case 2:
      return soup(40, random, 2, 0.8);
    case 3:
      return joined([box([-2, -2, -2], [2, -1, 2]), ...[-2, -0.5, 1].map((x) => box([x, -1.2, -2], [x + 0.5, 2, 2]))]);
    case 4:
      return ball(14, 8, 1.5);
    case 5:
      return joined([box([-2, -2, -0.5], [2, -1, 0.5]), box([-2, -2, -0.5], [-1, 2, 0.5])]);
    default:
      return box([-1.5, -1, -0.7], [1.5, 1, 0.7]);
  }
}

interface Placed {
  readonly a: TriangleMesh;
  readonly b: TriangleMesh;
  readonly aFromB: Transform;
}

function placedPair(seed: number): Placed {
  const random = seededRandom(seed);
  const [a, b] = [shapeOf(random), shapeOf(random)];
  const rotateDegrees: Vec3 = [360 * random(), 360 * random(), 360 * random()];
  return { a, b, aFromB: transformOf({ ...identityTransformParts, translate: inCube(random, 1), rotateDegrees }) };
}

/** Returns a shorter translation in the cube around the push-out that also separates the meshes, by other trees; `null` if none is found. */
function shorterOf({ a, b, aFromB }: Placed, pushOut: Vec3, radius: number, random: () => number, count: number): Vec3 | null {
  const [treedA, treedB] = [treed(a, { kind: 'obb' }), treed(b, { kind: 'obb' })];
  const upper = sizeOf(pushOut);
  for (let i = 0; i < count; ) {
    // Near and far ones, and for every second one only a little shorter.
    const tried = inCube(random, radius * 10 ** (-6 * random())).map((value, k) => value + pushOut[k]!) as unknown as Vec3;
    const length = sizeOf(tried);
    const wanted = upper * (1 - 10 ** (-2 - 5 * random()));
    const by = i % 2 === 0 ? tried : (tried.map((value) => (value * wanted) / length) as unknown as Vec3);
    const isInCube = by.every((value, k) => Math.abs(value - pushOut[k]!) <= radius);
    if (!isInCube || !(sizeOf(by) < upper * (1 - 1e-7))) {
      if (random() < 0.01) i++;
      continue;
    }
    i++;
    if (!meshesOverlap(treedA, treedB, translated(aFromB, by))) return by;
  }
  return null;
}

/** Returns a translation shorter than the lower bound that separates the meshes, by other trees; `null` if none is found. */
function belowBound({ a, b, aFromB }: Placed, lower: number, random: () => number, count: number): Vec3 | null {
  const [treedA, treedB] = [treed(a, { kind: 'obb' }), treed(b, { kind: 'obb' })];
  for (let i = 0; i < count; i++) {
    const direction = normalized(inCube(random, 1)) ?? [1, 0, 0];
    const part = i % 2 === 0 ? 1 - 1e-6 : random();
    const by: Vec3 = [direction[0] * lower * part, direction[1] * lower * part, direction[2] * lower * part];
    if (!meshesOverlap(treedA, treedB, translated(aFromB, by))) return by;
  }
  return null;
}

describe('the push-out of meshes that are not convex', () => {
  const pairs = isFullRun ? 200 : 6;

  test('is a local minimum: no shorter translation in the stated cube around it separates them, and few queries find it', () => {
    const random = seededRandom(77);
    let [overlapping, largest] = [0, 0];
    for (let seed = 1; seed <= pairs; seed++) {
      const pair = placedPair(seed);
      const { overlap, pushOut, upper, localRadius, tests } = meshPenetration(treed(pair.a), treed(pair.b), pair.aFromB);
      if (!overlap) continue;
      overlapping++;
      largest = Math.max(largest, tests);
      expect(localRadius, `pair ${seed}`).toBeGreaterThan(0.01 * upper);
      expect({ seed, shorter: shorterOf(pair, pushOut, localRadius!, random, isFullRun ? 2000 : 200) }).toEqual({ seed, shorter: null });
    }
    expect(overlapping).toBeGreaterThan(0.9 * pairs);
    expect(largest).toBeLessThan(maxQueries / 3);
  });

  test('has a lower bound below which no translation separates them, and which is often the length itself', () => {
    const random = seededRandom(78);
    let [equal, ratio, overlapping] = [0, 0, 0];
    for (let seed = 1; seed <= pairs; seed++) {
      const pair = placedPair(seed);
      const { overlap, upper, lower } = meshPenetration(treed(pair.a), treed(pair.b), pair.aFromB);
      if (!overlap) continue;
      overlapping++;
      ratio += lower / upper;
      if (lower > upper * (1 - 1e-6)) equal++;
      expect({ seed, shorter: belowBound(pair, lower, random, isFullRun ? 4000 : 300) }).toEqual({ seed, shorter: null });
    }
    expect(ratio / overlapping).toBeGreaterThan(0.5);
    expect(equal).toBeGreaterThan(0);
  });

  test('is never shorter than a proof that does not know it', () => {
    let found = 0;
    for (let seed = 1; seed <= (isFullRun ? 100 : 8); seed++) {
      const { a, b, aFromB } = placedPair(seed);
      const { overlap, upper } = meshPenetration(treed(a), treed(b), aFromB);
      if (!overlap) continue;
      const pair = solidPair(treed(a), treed(b), aFromB, null, noProgress);
      const { lower, separating } = shortestProof(pair, treed(placedMesh(pair)), 10 * upper, 1e-12);
      expect(lower, `pair ${seed}`).toBeLessThanOrEqual(upper * (1 + 1e-9));
      if (separating === null) continue;
      found++;
      expect(sizeOf(separating)).toBeCloseTo(lower, 7);
      expect(meshesOverlap(treed(a), treed(b), translated(aFromB, separating))).toBe(false);
    }
    expect(found).toBeGreaterThan(0);
  });

  test('of two boxes at any angle is the global minimum of the separating axes', () => {
    const random = seededRandom(12);
    let equal = 0;
    for (let i = 0; i < 12; i++) {
      const [a, b] = [box(), box([-0.8, -0.5, -0.6], [0.8, 0.5, 0.6])];
      const rotateDegrees: Vec3 = [360 * random(), 360 * random(), 360 * random()];
      const aFromB = transformOf({ ...identityTransformParts, translate: inCube(random, 1), rotateDegrees });
      const { depth } = testConvexPair(convexHull(a.positions), convexHull(b.positions), aFromB).sat;
      const { upper, lower, overlap } = meshPenetration(treed(a), treed(b), aFromB);
      if (!overlap) continue;
      expect(upper).toBeCloseTo(depth, 9);
      expect(lower).toBeLessThanOrEqual(depth * (1 + 1e-12));
      if (lower > depth * (1 - 1e-6)) equal++;
    }
    expect(equal).toBeGreaterThan(5);
  });

  test('of subdivided meshes is within the bounds of the others', () => {
    for (const seed of isFullRun ? Array.from({ length: 60 }, (_, i) => i + 1) : [3, 5, 10, 25]) {
      const { aFromB, ...meshes } = placedPair(seed);
      // Of 24 bits, so that the middles of edges are exact.
      const [a, b] = [meshes.a, meshes.b].map((mesh) => ({ ...mesh, positions: mesh.positions.map(Math.fround) })) as [
        TriangleMesh,
        TriangleMesh,
      ];
      const [coarse, fine] = [meshPenetration(treed(a), treed(b), aFromB), meshPenetration(treed(divided(a)), treed(divided(b)), aFromB)];
      expect(fine.overlap).toBe(coarse.overlap);
      expect(fine.lower, `pair ${seed}`).toBeLessThanOrEqual(coarse.upper * (1 + 1e-9));
      expect(coarse.lower, `pair ${seed}`).toBeLessThanOrEqual(fine.upper * (1 + 1e-9));
    }
  });

  test('of a box between two slanted walls is along the edge where both walls end it', () => {
    // The walls are x ≤ −|z| / 2 − 1 and x ≥ |z| / 2 + 1, for |z| up to 4; the box is between them at z = 0, 2.2 wide.
    const wall = (side: 1 | -1): TriangleMesh => {
      const corners = [0, 4, -4].flatMap((z) => [-3, 3].flatMap((y) => [side * (1 + Math.abs(z) / 2), y, z]));
      return { ...box(), positions: Float64Array.from(corners), indices: Uint32Array.of(0, 1, 2, 1, 3, 2, 0, 4, 1, 1, 4, 5) };
    };
    const walls = joined([wall(1), wall(-1)]);
    const { upper, localRadius } = meshPenetration(
      treed(walls),
      treed(box([-1.1, -0.1, -0.1], [1.1, 0.1, 0.1])),
      transformOf(identityTransformParts),
    );
    // Its corners at |z| = 0.1 leave both walls at z = 0.2: by 0.3 along z.
    expect(upper).toBeCloseTo(0.3, 9);
    expect(localRadius).toBeGreaterThan(0.01);
  });

  test('of finely divided faces that touch flat is a local minimum too', () => {
    const [coarse, fine] = [plate(1), plate(24)].map((sheet) => {
      const { upper, localRadius } = meshPenetration(
        treed(sheet),
        treed(sheet),
        transformOf({ ...identityTransformParts, translate: [0.3, 0.2, 0] }),
      );
      return { upper, localRadius };
    });
    expect(coarse!.localRadius).toBeGreaterThan(0);
    expect(fine!.localRadius).toBeGreaterThan(0);
    expect(fine!.upper).toBeLessThan(1e-9);
  });

  test('is reported without a proof where rounding hides it, and of meshes that do not overlap', () => {
    const half = box([-3e38, -3e38, -3e38], [3e38, 3e38, 0.5]);
    expect(meshPenetration(treed(box()), treed(half), transformOf(identityTransformParts)).localRadius).toBeNull();
    const apart = transformOf({ ...identityTransformParts, translate: [5, 0, 0] });
    expect(meshPenetration(treed(box()), treed(box()), apart).localRadius).toBeNull();
  });
});

/** Divides each triangle into four. */
function divided({ positions, indices, parts }: TriangleMesh): TriangleMesh {
  const corners = [...positions];
  const triangles: number[] = [];
  for (let at = 0; at < indices.length; at += 3) {
    const [a, b, c] = [indices[at]!, indices[at + 1]!, indices[at + 2]!];
    const [ab, bc, ca] = [[a, b] as const, [b, c] as const, [c, a] as const].map(([p, q]) => {
      for (let k = 0; k < 3; k++) corners.push((corners[3 * p + k]! + corners[3 * q + k]!) / 2);
      return corners.length / 3 - 1;
    }) as [number, number, number];
    triangles.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca);
  }
  const part = { ...parts[0]!, firstTriangle: 0, triangleCount: triangles.length / 3 };
  return { positions: Float64Array.from(corners), indices: Uint32Array.from(triangles), parts: [part] };
}

/** A square of side 2 in the plane z = 0, divided into n × n squares. */
function plate(n: number): TriangleMesh {
  const positions = Array.from({ length: (n + 1) ** 2 }, (_, i) => [
    (2 * (i % (n + 1))) / n - 1,
    (2 * Math.floor(i / (n + 1))) / n - 1,
    0,
  ]).flat();
  const indices = Array.from({ length: n * n }, (_, i) => {
    const at = Math.floor(i / n) * (n + 1) + (i % n);
    return [at, at + 1, at + n + 2, at, at + n + 2, at + n + 1];
  }).flat();
  return { ...box(), positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}

describe('the difference of two triangles', () => {
  const isAbove = (planes: Float64Array, [x, y, z]: Vec3): boolean => {
    for (let at = 0; at < planes.length; at += 4)
      if (planes[at]! * x + planes[at + 1]! * y + planes[at + 2]! * z > planes[at + 3]!) return true;
    return false;
  };
  const triangleOf = (random: () => number, kind: number): Float64Array => {
    const p = Float64Array.from({ length: 9 }, () => (kind === 0 ? 2 * random() - 1 : Math.floor(3 * random())));
    // In one plane, which happens often with whole numbers too.
    if (kind === 2) p[2] = p[5] = p[8] = 0;
    return p;
  };

  test('contains a translation exactly if the triangles overlap after it, also in one plane', () => {
    const random = seededRandom(5);
    const faults: object[] = [];
    let overlaps = 0;
    for (let i = 0; i < 20_000; i++) {
      const [p, q] = [triangleOf(random, i % 3), triangleOf(random, i % 3)];
      const by = inCube(random, 1.5);
      if (i % 3 === 2) (by as [number, number, number])[2] = 0;
      const moved = q.map((value, k) => value + by[k % 3]!);
      const isOverlap = trianglesIntersect(p, moved);
      if (isOverlap) overlaps++;
      const hasArea = [p, q].every((t) => areaOf(t) > 0);
      const isOutside = isAbove(differencePlanes(p, q), by);
      // Of segments and points the planes enclose more.
      if ((isOverlap || hasArea) && isOutside === isOverlap) faults.push({ i, isOutside });
    }
    expect(faults).toEqual([]);
    expect(overlaps).toBeGreaterThan(2000);
  });

  function areaOf(t: Float64Array): number {
    const [ux, uy, uz, vx, vy, vz] = [3, 4, 5, 6, 7, 8].map((k) => t[k]! - t[k % 3]!) as [number, number, number, number, number, number];
    return Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
  }
});

describe('the nearest point outside polytopes', () => {
  test('is nearer than all points of a grid that are outside, and outside itself', () => {
    const random = seededRandom(11);
    const [radius, margin, steps] = [1, 1e-9, 30];
    const faults: object[] = [];
    let found = 0;
    for (let round = 0; round < 60; round++) {
      const polytopes = Array.from({ length: 1 + Math.floor(8 * random()) }, () => {
        const [p, q] = [
          Float64Array.from({ length: 9 }, () => 1.6 * random() - 0.8),
          Float64Array.from({ length: 9 }, () => 1.6 * random() - 0.8),
        ];
        return differencePlanes(p, q);
      });
      const heights = (point: Vec3): number => Math.min(...polytopes.map((planes) => heightOver(planes, point)));
      const target: Vec3 = round % 3 === 0 ? [0, 0, 0] : inCube(random, 1.5);
      const within = { target, limit: 10, radius, margin, maxSteps: 10_000 };
      const { points, isProven } = shortestOutside(polytopes, within);
      expect(isProven).toBe(true);
      const nearest = points.at(-1);
      const bound = nearest === undefined ? Infinity : sizeOf(nearest.map((value, k) => value - target[k]!) as unknown as Vec3);
      if (nearest !== undefined) {
        found++;
        expect(heights(nearest)).toBeGreaterThan(0.5 * margin);
        expect(Math.max(...nearest.map(Math.abs))).toBeLessThanOrEqual(radius * (1 + 1e-12));
      }
      const at = (k: number): number => (2 * radius * k) / (steps - 1) - radius;
      for (let i = 0; i < steps ** 3; i++) {
        const point: Vec3 = [at(i % steps), at(Math.floor(i / steps) % steps), at(Math.floor(i / steps ** 2))];
        const distance = Math.hypot(point[0] - target[0], point[1] - target[1], point[2] - target[2]);
        if (distance < bound - 1e-9 && !(heights(point) <= margin)) faults.push({ round, point });
      }
    }
    expect(faults).toEqual([]);
    expect(found).toBeGreaterThan(30);
  });

  test('ends without a proof at its limit of steps', () => {
    const planes = differencePlanes(Float64Array.of(-1, -1, 0, 1, -1, 0, 0, 1, 0), Float64Array.of(0, 0, -1, 0, 0, 1, 0.1, 0, 0));
    const within = { target: [0, 0, 0] as const, limit: 10, radius: 2, margin: 1e-9 };
    expect(shortestOutside([planes], { ...within, maxSteps: 100 }).isProven).toBe(true);
    expect(shortestOutside([planes], { ...within, maxSteps: 1 })).toEqual({ points: [], isProven: false });
  });

  function heightOver(planes: Float64Array, [x, y, z]: Vec3): number {
    let height = -Infinity;
    for (let at = 0; at < planes.length; at += 4)
      height = Math.max(height, planes[at]! * x + planes[at + 1]! * y + planes[at + 2]! * z - planes[at + 3]!);
    return height;
  }
});
