import { expect, it } from 'vitest';
import { normalizeInto, type Vec3 } from '#core/math/vec3';
import { exactSegmentHit } from '#core/query/segment/segment';
import { roundedRayDistance } from '#core/shape/ray-distance-rounded';
import { rayTriangleExact } from '#core/shape/ray-triangle-exact';
import { createRayHitScratch, roundedRayWeights } from '#core/shape/ray-weights-rounded';
import { createSegmentHitScratch, roundedSegmentHit } from '#core/shape/segment-hit-rounded';
import { seededRandom } from '../../fixtures/random.ts';
import { meshOf } from '../../fixtures/shapes.ts';

type Corners = readonly [Vec3, Vec3, Vec3];

const random = seededRandom(20261129);
const axes = [0, 1, 2] as const;
const vector = (of: (axis: number) => number): Vec3 => [of(0), of(1), of(2)];
const around = (p: Vec3, size: number): Vec3 => vector((k) => p[k]! + (random() - 0.5) * size);
const inside = ([a, b, c]: Corners, [u, v, w]: Vec3): Vec3 => vector((k) => (u * a[k]! + v * b[k]! + w * c[k]!) / (u + v + w));
const weights = (): Vec3 => vector(random);

/** Triangles, and points on them that rays hit. */
const cases: Record<string, () => { corners: Corners; target: Vec3; origin: Vec3 }> = {
  'triangles of any shape': () => from(around([0, 0, 0], 1), 1, weights(), 3),
  'f32 corners': () => {
    const { corners, target } = from(around([0, 0, 0], 1), 1, weights(), 3);
    return {
      corners: corners.map((corner) => vector((k) => Math.fround(corner[k]!))) as unknown as Corners,
      target,
      origin: around(target, 3),
    };
  },
  'triangles far from the origin of the mesh': () => from(around([1e6, -2e6, 5e5], 1), 1, weights(), 3),
  'origins far from the triangle': () => from(around([0, 0, 0], 1), 1e-3, weights(), 1e3),
  'tiny and huge triangles': () => {
    const size = 2 ** Math.floor(120 * random() - 60);
    return from(around([0, 0, 0], size), size, weights(), 3 * size);
  },
  'points near an edge': () => from(around([0, 0, 0], 1), 1, [random() * 1e-9, random(), random()], 3),
  needles: () => {
    const [a, b] = [around([0, 0, 0], 1), around([0, 0, 0], 1)];
    const corners: Corners = [a, b, around(b, 1e-6)];
    const target = inside(corners, weights());
    return { corners, target, origin: around(target, 3) };
  },
};

function from(a: Vec3, size: number, at: Vec3, reach: number): { corners: Corners; target: Vec3; origin: Vec3 } {
  const corners: Corners = [a, around(a, size), around(a, size)];
  const target = inside(corners, at);
  return { corners, target, origin: around(target, reach) };
}

it.each(Object.entries(cases))('numbers of hits that double-double arithmetic decides are those of exact arithmetic: %s', (name, next) => {
  const scratch = createRayHitScratch();
  const ofSegment = createSegmentHitScratch();
  const direction = new Float64Array(3);
  const counts = { rays: 0, decidedRays: 0, segments: 0, decidedSegments: 0 };
  for (let i = 0; i < 3000; i++) {
    const { corners, target, origin } = next();
    const [a, b, c] = corners;
    const mesh = meshOf(corners.flat(), [0, 1, 2]);
    normalizeInto(target[0] - origin[0], target[1] - origin[1], target[2] - origin[2], direction);
    const exact = rayTriangleExact(origin, [direction[0]!, direction[1]!, direction[2]!], Infinity, false, a, b, c);
    if (exact === null) continue;
    counts.rays++;
    const distance = roundedRayDistance(scratch, ...origin, direction, mesh.positions, 0, 3, 6);
    const found = Number.isNaN(distance) ? null : roundedRayWeights(scratch, ...origin, direction, mesh.positions, 0, 3, 6);
    if (found !== null) {
      counts.decidedRays++;
      expect({ distance, barycentric: found }).toEqual(exact);
    }
    const beyond = 1 + random();
    const to = vector((k) => origin[k]! + (target[k]! - origin[k]!) * beyond);
    const exactSegment = exactSegmentHit(mesh, 0, { from: origin, to });
    if (axes.some((k) => !(exactSegment.barycentric[k]! >= 0)) || !(exactSegment.fraction >= 0 && exactSegment.fraction <= 1)) continue;
    counts.segments++;
    const hit = roundedSegmentHit(ofSegment, origin, to, mesh.positions, 0, 3, 6);
    if (hit === null) continue;
    counts.decidedSegments++;
    expect(hit).toEqual(exactSegment);
  }
  expect(counts.rays).toBeGreaterThan(1000);
  expect(counts.segments).toBeGreaterThan(1000);
  // A weight below 1e-12 is decided where its error is below 1e-28.
  const smallest = name === 'points near an edge' ? 0 : name === 'needles' ? 0.1 : 0.98;
  expect(counts.decidedRays / counts.rays).toBeGreaterThanOrEqual(smallest);
  expect(counts.decidedSegments / counts.segments).toBeGreaterThanOrEqual(smallest);
});

const flat = meshOf([0, 0, 0, 4, 0, 0, 0, 4, 0], [0, 1, 2]);
const segmentScratch = createSegmentHitScratch();
const hitOf = (from: Vec3, to: Vec3, { positions } = flat) => roundedSegmentHit(segmentScratch, from, to, positions, 0, 3, 6);

it('hits at a corner, an edge and the start of a segment are left to exact arithmetic', () => {
  expect(hitOf([0, 0, 1], [0, 0, -1])).toBeNull();
  expect(hitOf([1, 0, 1], [1, 0, -1])).toBeNull();
  expect(hitOf([1, 1, 0], [1, 1, -1])).toBeNull();
  expect(hitOf([1, 1, 1], [1, 1, -1])).toEqual({ fraction: 0.5, distance: 1, barycentric: [0.5, 0.25, 0.25] });
});

it('numbers in the middle between two f64, and those within the error bound of it, are left to exact arithmetic', () => {
  const scratch = createRayHitScratch();
  const down = Float64Array.of(0, 0, -1);
  const distanceOf = (height: number): number =>
    roundedRayDistance(scratch, 1, 1, 1, down, meshOf([0, 0, height, 4, 0, height, 0, 4, height], [0, 1, 2]).positions, 0, 3, 6);
  const weightsOf = (x: number): Vec3 | null => {
    expect(roundedRayDistance(scratch, x, 1.5, 1, down, flat.positions, 0, 3, 6)).toBe(1);
    return roundedRayWeights(scratch, x, 1.5, 1, down, flat.positions, 0, 3, 6);
  };
  // The distance is 1 + 2^-53, between 1 and 1 + 2^-52; then a bit more.
  expect(distanceOf(-(2 ** -53))).toBeNaN();
  expect(distanceOf(-(2 ** -53) * (1 + 2 ** -45))).toBeNaN();
  expect(distanceOf(-(2 ** -53) * (1 + 2 ** -10))).toBe(1 + 2 ** -52);
  // The first weight is 0.5 - 2^-55, between 0.5 - 2^-54 and 0.5; then 0.5 - 2^-54.
  expect(weightsOf(0.5 + 2 ** -53)).toBeNull();
  expect(weightsOf(0.5 + 2 ** -52)).toEqual([0.5 - 2 ** -54, 0.125 + 2 ** -54, 0.375]);
  const below = meshOf([0, 0, -(2 ** -53), 4, 0, -(2 ** -53), 0, 4, -(2 ** -53)], [0, 1, 2]);
  // The fraction is 0.5 + 2^-54, and the distance 1 + 2^-53.
  expect(hitOf([1, 1, 1], [1, 1, -1], below)).toBeNull();
});
