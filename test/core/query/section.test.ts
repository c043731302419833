import { InspectorError } from '#core/error';
import { normalized, type Vec3 } from '#core/math/vec3';
import { integralsOf } from '#core/mesh/mass-properties';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { planeSectionBruteForce } from '#core/query/section/brute-force';
import { planeSection, type SectionCurves, type SectionPlane } from '#core/query/section/section';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, box, joined, knot, meshOf, placed, soup, turned } from '../../fixtures/shapes.ts';

const sum = (values: Iterable<number>): number => [...values].reduce((total, value) => total + value, 0);

/** The segments of the curves as `triangle: from -> to` in the direction of the winding, and those of brute force, in one order. */
function expectSame(mesh: TriangleMesh, plane: SectionPlane, tolerance: number): SectionCurves {
  const curves = planeSection(mesh, plane);
  const exact = planeSectionBruteForce(mesh, plane).filter(({ from, to }) => Math.hypot(...from.map((x, i) => x - to[i]!)) > tolerance);
  const own = segmentsOf(curves).filter(({ from, to }) => Math.hypot(...from.map((x, i) => x - to[i]!)) > tolerance);
  expect(own.map(({ triangle }) => triangle).toSorted((a, b) => a - b)).toEqual(exact.map(({ triangle }) => triangle));
  const byTriangle = new Map(own.map((segment) => [segment.triangle, segment]));
  for (const { triangle, from, to } of exact) {
    const segment = byTriangle.get(triangle)!;
    const away = (p: Vec3, q: Vec3): number => Math.hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
    // A curve may pass a segment backwards where the winding disagrees.
    const error = Math.min(
      Math.max(away(segment.from, from), away(segment.to, to)),
      Math.max(away(segment.from, to), away(segment.to, from)),
    );
    expect(error).toBeLessThanOrEqual(tolerance);
  }
  return curves;
}

function segmentsOf({ firstPoint, closed, positions, triangles }: SectionCurves): { triangle: number; from: Vec3; to: Vec3 }[] {
  const at = (point: number): Vec3 => [positions[3 * point]!, positions[3 * point + 1]!, positions[3 * point + 2]!];
  return [...closed].flatMap((isClosed, curve) => {
    const [first, end] = [firstPoint[curve]!, firstPoint[curve + 1]!];
    return Array.from({ length: end - first - (isClosed ? 0 : 1) }, (_, i) => ({
      triangle: triangles[first + i]!,
      from: at(first + i),
      to: at(first + i + 1 < end ? first + i + 1 : first),
    }));
  });
}

function randomPlane(random: () => number): SectionPlane {
  const normal = normalized([random() - 0.5, random() - 0.5, random() - 0.5]) ?? [0, 0, 1];
  return { normal, offset: (random() - 0.5) * 1.2 };
}

describe('planeSection', () => {
  it('cuts a box into one square of its own area and length', () => {
    const { closed, areas, lengths, firstPoint } = planeSection(box(), { normal: [0, 0, 1], offset: 0.25 });
    expect([...closed]).toEqual([1]);
    expect([...areas]).toEqual([4]);
    expect([...lengths]).toEqual([8]);
    // Each side has two triangles, and so two segments.
    expect(firstPoint[1]).toBe(8);
  });

  it('has the outline of a face that lies in the plane from above only, and nothing one rounding beyond', () => {
    const at = (normal: Vec3, offset: number): number => sum(planeSection(box(), { normal, offset }).areas);
    expect(at([0, 0, 1], 1)).toBe(4);
    expect(at([0, 0, 1], 1 + Number.EPSILON)).toBe(0);
    expect(at([0, 0, 1], -1)).toBe(0);
    expect(at([0, 0, 1], -1 + Number.EPSILON)).toBe(4);
    expect(at([0, 0, -1], 1)).toBe(4);
    // The length of the normal does not matter.
    expect(at([0, 0, 3], 3)).toBe(4);
    expect(at([0, 0, 3], 3.0000000000000004)).toBe(0);
  });

  it('decides the side of a vertex exactly where f64 rounds to the plane', () => {
    const normal: Vec3 = [1, 1, 1];
    // 1 - 1e-17 is under the plane, and its f64 sum is on it.
    const edge = meshOf([1, -1e-17, 0, 0, 1, -1e-17, 2, 0, 0], [0, 1, 2]);
    expect(planeSectionBruteForce(edge, { normal, offset: 1 })).toHaveLength(1);
    expect(planeSection(edge, { normal, offset: 1 }).lengths[0]).toBeCloseTo(Math.SQRT2, 15);
    const flat = meshOf([0, 0, 0, 0.1, 0.2, 0, 0.3, 0, 0], [0, 1, 2]);
    for (const offset of [0.3, 0.30000000000000004, 0.29999999999999993]) expectSame(flat, { normal, offset }, 1e-15);
  });

  it('subtracts a cavity by its winding, and counts both of two boxes that overlap', () => {
    const hollow = joined([box(), turned(box([-0.5, -0.5, -0.5], [0.5, 0.5, 0.5]))]);
    expect([...planeSection(hollow, { normal: [0, 0, 1], offset: 0 }).areas].toSorted((a, b) => a - b)).toEqual([-1, 4]);
    const both = joined([box(), box([0, 0, -1], [2, 2, 1])]);
    expect([...planeSection(both, { normal: [0, 0, 1], offset: 0 }).areas]).toEqual([4, 4]);
  });

  it('joins triangles that share no vertex index, and leaves a hole open without an area', () => {
    const { positions, indices } = box();
    const loose = meshOf(
      [...indices].flatMap((vertex) => [...positions.slice(3 * vertex, 3 * vertex + 3)]),
      [...indices].map((_, i) => i),
    );
    expect([...planeSection(loose, { normal: [1, 0, 0], offset: 0.5 }).areas]).toEqual([4]);
    const holed = meshOf([...positions], [...indices].slice(0, -6));
    const { closed, areas, lengths } = planeSection(holed, { normal: [0, 0, 1], offset: 0 });
    expect([...closed]).toEqual([0]);
    expect([...areas]).toEqual([NaN]);
    expect([...lengths]).toEqual([6]);
  });

  it('closes the curve of a triangle with the wrong winding, without an area', () => {
    const { positions, indices } = box();
    const mixed = meshOf([...positions], [...indices.slice(0, 12), ...indices.slice(12, 15).toReversed(), ...indices.slice(15)]);
    const { closed, areas, lengths } = planeSection(mixed, { normal: [0, 0, 1], offset: 0.25 });
    expect([...closed]).toEqual([1]);
    expect([...areas]).toEqual([NaN]);
    expect([...lengths]).toEqual([8]);
  });

  it('cuts only the given triangles, and none that is not finite', () => {
    const two = joined([box(), box([3, -1, -1], [5, 1, 1])]);
    const plane = { normal: [0, 0, 1], offset: 0 } as const;
    expect(planeSection(two, plane).closed.length).toBe(2);
    const one = planeSection(two, plane, [{ first: 12, count: 12 }]);
    expect([...one.areas]).toEqual([4]);
    expect(Math.min(...one.triangles)).toBeGreaterThanOrEqual(12);
    const broken = meshOf([0, 0, -1, 1, 0, NaN, 0, 1, 1, 0, 0, Infinity], [0, 1, 2, 0, 2, 3]);
    expect(planeSection(broken, plane).closed.length).toBe(0);
  });

  it('has the segments of rational arithmetic, whatever the scale, the place and the direction', () => {
    const random = seededRandom(11);
    const meshes = [ball(16, 9), knot(2, 3, 48, 7), soup(60, random), joined([box(), box([0, 0, -1], [2, 2, 1])])];
    for (const mesh of meshes) {
      for (const [scale, move] of [
        [1, [0, 0, 0]],
        [1e-6, [0, 0, 0]],
        [1e6, [0, 0, 0]],
        [1, [1e5, -1e5, 1e5]],
      ] as const) {
        const { normal, offset } = randomPlane(random);
        const shift = normal[0] * move[0] + normal[1] * move[1] + normal[2] * move[2];
        const size = scale + Math.abs(move[0]);
        expectSame(placed(mesh, scale, move), { normal, offset: offset * scale + shift }, 1e-12 * size);
      }
    }
  });

  it('has areas that add up to the volume of a closed mesh', () => {
    for (const mesh of [ball(24, 12), knot(2, 3, 96, 9)]) {
      const normal = normalized([1, 2, 3])!;
      const steps = 2000;
      let volume = 0;
      for (let i = 0; i < steps; i++) {
        const { areas, closed } = planeSection(mesh, { normal, offset: -4 + (8 * (i + 0.5)) / steps });
        expect([...closed].every((isClosed) => isClosed === 1)).toBe(true);
        volume += (sum(areas) * 8) / steps;
      }
      const exact = integralsOf(mesh, [0, 0, 0])[0]! / 6;
      expect(Math.abs(volume - exact)).toBeLessThan(1e-4 * exact);
    }
  });

  it('rejects a plane without a normal, and numbers that are not finite', () => {
    for (const plane of [
      { normal: [0, 0, 0], offset: 0 },
      { normal: [0, NaN, 1], offset: 0 },
      { normal: [0, 0, 1], offset: Infinity },
    ] as const) {
      expect(() => planeSection(box(), plane)).toThrow(InspectorError);
      expect(() => planeSectionBruteForce(box(), plane)).toThrow(InspectorError);
    }
  });
});
