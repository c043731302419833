import { describe, expect, it } from 'vitest';
import { triangleCentre } from '#core/health/checks/shared/triangle-centre';
import { thinWalls } from '#core/health/checks/thin-walls';
import { studyMesh } from '#core/health/study/mesh-study';
import type { Vec3 } from '#core/math/vec3';
import { triangleVertices } from '#core/mesh/triangle-vertices';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { healthOptions } from '#core/options/health-options';
import { defaultValues } from '#core/options/option';
import { raycastBruteForce } from '#core/query';
import { triangleForm } from '#core/shape/triangle-form';
import { ball, box, joined, knot, meshOf, named, placed, turned } from '../../../fixtures/shapes.ts';
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

describe('thin walls', () => {
  /** 2 by 2, an eighth thick. Triangles 0 and 1 are its bottom, 2 and 3 its top. */
  const plate = box([0, 0, 0], [2, 2, 0.125]);
  const thin = (mesh: TriangleMesh, thinWall = 0.25): readonly number[] =>
    findingCodes(mesh, { thinWall }).includes('thin-walls') ? [...finding(mesh, 'thin-walls', { thinWall }).elements.words] : [];

  it('are looked for only if a thickness is given', () => {
    expect(findingCodes(plate)).toEqual([]);
    expect(findingCodes(plate, { thinWall: 0.25 })).toEqual(['thin-walls']);
  });

  it('are the triangles on both sides, up to the thickness itself', () => {
    const { count, elements, triangles, detail } = finding(plate, 'thin-walls', { thinWall: 0.125 });
    expect([count, [...elements.words], [...triangles]]).toEqual([4, [0, 1, 2, 3], [0, 1, 2, 3]]);
    expect([elements.measures!.name, [...elements.measures!.values]]).toEqual(['thickness', [0.125, 0.125, 0.125, 0.125]]);
    expect(detail).toBe('The smallest thickness is 0.125, at (0.6666667, 1.333333, 0)');
    expect(thin(plate, 0.124)).toEqual([]);
    expect(thin(plate, 2)).toHaveLength(12);
  });

  it('are measured against the normal at the centroid of each triangle', () => {
    // A ramp 4 long and 1 high: above the centroids of its floor it is a third and two thirds high.
    const ramp = meshOf(
      [0, 0, 0, 4, 0, 0, 4, 0, 1, 0, 9, 0, 4, 9, 0, 4, 9, 1],
      [0, 3, 4, 0, 4, 1, 0, 2, 5, 0, 5, 3, 1, 4, 5, 1, 5, 2, 0, 1, 2, 3, 5, 4],
    );
    const { elements } = finding(ramp, 'thin-walls', { thinWall: 0.5 });
    expect([...elements.words]).toEqual([0, 3]);
    expect([...elements.measures!.values]).toEqual([expect.closeTo(1 / 3, 12), expect.closeTo(Math.sqrt(17) / 12, 12)]);
  });

  it('are found where the ray leaves through an edge', () => {
    // The diagonal of the top is now below the centroids of the bottom, and the reverse.
    const crossed = { ...plate, indices: plate.indices.map((index, i) => (i < 6 ? [3, 2, 1, 3, 1, 0][i]! : index)) };
    expect(thin(crossed)).toEqual([0, 1, 2, 3]);
  });

  it('are only on closed pieces, whichever way they are wound', () => {
    const open = { ...plate, indices: plate.indices.slice(0, -3), parts: [] };
    expect(thin(open)).toEqual([]);
    expect(thin(turned(plate))).toEqual([0, 1, 2, 3]);
    // The open sheet across the plate ends no wall.
    expect(thin(joined([plate, meshOf([0, 0, 0.06, 2, 0, 0.06, 2, 2, 0.06], [0, 1, 2])]))).toEqual([0, 1, 2, 3]);
  });

  it('are between a cavity and the outside, not across the cavity', () => {
    const hollow = joined([box(), turned(box([-0.1, -0.1, -0.9], [0.1, 0.1, 0.9]))]);
    // From the floor and the ceiling of the cavity. Rays from outside miss it, and it is 0.2 wide.
    expect(thin(hollow, 0.3)).toEqual([12, 13, 14, 15]);
  });

  it('end where the union of overlapping solids ends', () => {
    const upper = placed(plate, 1, [0, 0, 0.1]);
    expect(thin(joined([plate, upper]), 0.2)).toEqual([]);
    const { elements } = finding(joined([plate, upper]), 'thin-walls', { thinWall: 0.25 });
    // The surfaces inside the solid have no outside.
    expect([...elements.words]).toEqual([0, 1, 14, 15]);
    expect(elements.measures!.values[0]).toBeCloseTo(0.225, 12);
    // One stands exactly on the other, or there is no more between them than a rounding error.
    for (const gap of [0, 1e-14]) {
      const stacked = joined([plate, placed(plate, 1, [0, 0, 0.125 + gap])]);
      expect(thin(stacked, 0.2)).toEqual([]);
      expect(thin(stacked, 0.26)).toEqual([0, 1, 14, 15]);
    }
  });

  it('are measured in each collider by itself, and the smallest is that of all', () => {
    const thinner = placed(box([0, 0, 0], [2, 2, 0.0625]), 1, [0, 0, 0.03125]);
    const both = joined([named('wall', plate), named('UCX_wall', thinner)]);
    const { count, elements, detail } = finding(both, 'thin-walls', { thinWall: 0.25 });
    expect([count, [...elements.words]]).toEqual([8, [0, 1, 2, 3, 12, 13, 14, 15]]);
    expect(detail).toBe('The smallest thickness is 0.0625, at (0.6666667, 1.333333, 0.03125)');
  });

  it('are the same at any size and place', () => {
    for (const [scale, move] of [
      [1e-6, [0, 0, 0]],
      [1e6, [0, 0, 0]],
      [1, [1000, -2000, 500]],
    ] as const) {
      const { elements } = finding(placed(plate, scale, move), 'thin-walls', { thinWall: 0.25 * scale });
      expect([...elements.words]).toEqual([0, 1, 2, 3]);
      expect(elements.measures!.values[0]! / scale).toBeCloseTo(0.125, 9);
    }
  });

  it('of a curved tube are those of brute force', () => {
    const tube = knot(2, 3, 48, 8);
    const thinWall = 0.63;
    const expected = new Map<number, number>();
    for (let triangle = 0; triangle < tube.indices.length / 3; triangle++) {
      const thickness = firstExit(tube, triangle);
      if (thickness <= thinWall) expected.set(triangle, thickness);
    }
    expect(expected.size).toBeGreaterThan(50);
    expect(expected.size).toBeLessThan(700);
    const { elements } = finding(tube, 'thin-walls', { thinWall });
    expect([...elements.words]).toEqual([...expected.keys()]);
    expect(elements.measures!.values.every((value, i) => Math.abs(value - expected.get(elements.words[i]!)!) < 1e-12)).toBe(true);
  });

  it('that are exactly as thick as the limit are complete', () => {
    for (const t of [0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.3, 0.7]) {
      const found = thin(box([0, 0, 0], [1, 1.3, t]), t);
      expect([t, ...found.slice(0, 4)]).toEqual([t, 0, 1, 2, 3]);
    }
    // The differences of these heights are rounded up.
    expect(thin(box([0, 0, 0.7], [1, 1.3, 0.8]), 0.1)).toEqual([0, 1, 2, 3]);
    expect(thin(box([0, 0, 0.1], [1, 1.3, 0.4]), 0.3)).toEqual([0, 1, 2, 3]);
  });

  it('can have no thickness, or one of a few rounding errors', () => {
    const { elements } = finding(box([0, 0, 0], [1, 1, 0]), 'thin-walls', { thinWall: 0.1 });
    expect([[...elements.words], [...elements.measures!.values]]).toEqual([
      [0, 1, 2, 3],
      [0, 0, 0, 0],
    ]);
    const foil = finding(box([0, 0, 0], [1, 1, 1e-13]), 'thin-walls', { thinWall: 0.1 });
    expect([...foil.elements.words]).toEqual([0, 1, 2, 3]);
    expect(foil.elements.measures!.values[0]).toBeCloseTo(1e-13, 25);
    expect(thin(box([0, 0, 0], [1, 1, 1e-15]), 0.1)).toEqual([0, 1, 2, 3]);
    const far = finding(box([1e12, 0, 0], [1e12 + 0.0625, 1, 1]), 'thin-walls', { thinWall: 0.1 });
    expect([...far.elements.measures!.values]).toEqual([0.0625, 0.0625, 0.0625, 0.0625]);
  });

  it('are those of a hollow body in every winding of its two shells', () => {
    const [outer, inner] = [box([0, 0, 0], [1, 1, 1]), box([0.05, 0.05, 0.05], [0.95, 0.95, 0.95])];
    expect(thin(joined([outer, turned(inner)]), 0.1)).toHaveLength(24);
    expect(thin(joined([turned(outer), inner]), 0.1)).toHaveLength(24);
    // Wound alike, the inner shell lies in the solid.
    for (const mesh of [joined([outer, inner]), joined([turned(outer), turned(inner)])]) {
      expect(thin(mesh, 0.1)).toEqual([]);
      expect(thin(mesh, 1)).toHaveLength(12);
    }
  });

  it('report progress and read the search limit within one triangle', () => {
    // Only the outer box has an outside: the ray of its first triangle crosses all others.
    const nested = joined(Array.from({ length: 800 }, (_, i) => box([-1 - i, -1 - i, -1 - i], [1 + i, 1 + i, 1 + i])).toReversed());
    const options = { ...defaultValues(healthOptions), thinWall: 1e9 };
    let calls = 0;
    const walls = thinWalls.find(studyMesh(nested, { ...options, effort: 1 }, null), () => calls++);
    expect(walls).toMatchObject({ count: 0, isAtLeast: true });
    expect(calls).toBeGreaterThan(10);
  });

  it('are at least those found before the search limit', () => {
    const fine = ball(96, 48);
    const all = fine.indices.length / 3;
    const { count, isAtLeast } = finding(fine, 'thin-walls', { thinWall: 3, effort: 1, only: 'thin-walls' });
    expect([isAtLeast, count > 0, count < all]).toEqual([true, true, true]);
  });

  /** Returns the distance to the next surface of a solid without overlaps, by testing every triangle. */
  function firstExit(mesh: TriangleMesh, triangle: number): number {
    const [[ax, ay, az], [bx, by, bz], [cx, cy, cz]] = triangleVertices(mesh, triangle);
    const [ux, uy, uz, vx, vy, vz] = [bx - ax, by - ay, bz - az, cx - ax, cy - ay, cz - az];
    const direction: Vec3 = [uz * vy - uy * vz, ux * vz - uz * vx, uy * vx - ux * vy];
    const ray = { origin: triangleCentre(mesh, triangle), direction, far: Infinity };
    const { hits } = raycastBruteForce(mesh, ray, { mode: 'all', cull: false });
    return hits.find((hit) => hit.triangle !== triangle)!.distance;
  }
});
