import { describe, expect, it } from 'vitest';
import type { Vec3 } from '#core/math/vec3';
import { closestPointTriangle } from '#core/shape/closest-point-triangle';
import { closestPointTriangleExact, isWithin, roundedClosestPoint } from '#core/shape/closest-point-triangle-exact';
import { featureOf } from '#core/shape/triangle-feature';
import { seededRandom } from '../../fixtures/random.ts';
import { scaled } from '../../fixtures/scale.ts';

type Triangle = readonly [Vec3, Vec3, Vec3];
const right: Triangle = [
  [0, 0, 0],
  [4, 0, 0],
  [0, 4, 0],
];

const exactly = (p: Vec3, triangle: Triangle) => {
  const closest = closestPointTriangleExact(p, ...triangle);
  return { ...featureOf(closest.feature), ...roundedClosestPoint(closest, p) };
};

const inF64 = (p: Vec3, triangle: Triangle) => {
  const out = new Float64Array(4);
  const code = closestPointTriangle(...p, Float64Array.from(triangle.flat()), 0, 3, 6, out);
  return { code, offset: [...out.subarray(0, 3)], isCertain: out[3] === 1 };
};

describe('the closest point of a triangle', () => {
  it.each<[string, Vec3, object]>([
    ['face', [1, 1, 3], { feature: 'face', featureIndex: null, point: [1, 1, 0], distance: 3 }],
    ['edge 0', [1, -3, 4], { feature: 'edge', featureIndex: 0, point: [1, 0, 0], distance: 5 }],
    ['edge 1', [4, 4, 0], { feature: 'edge', featureIndex: 1, point: [2, 2, 0], distance: Math.sqrt(8) }],
    ['edge 2', [-3, 2, 4], { feature: 'edge', featureIndex: 2, point: [0, 2, 0], distance: 5 }],
    ['vertex 0', [-2, -3, 6], { feature: 'vertex', featureIndex: 0, point: [0, 0, 0], distance: 7 }],
    ['vertex 1', [6, -3, 6], { feature: 'vertex', featureIndex: 1, point: [4, 0, 0], distance: 7 }],
    ['vertex 2', [-2, 7, 6], { feature: 'vertex', featureIndex: 2, point: [0, 4, 0], distance: 7 }],
  ])('lies on %s where p is in its region', (_, p, wanted) => {
    expect(exactly(p, right)).toMatchObject(wanted);
    const plain = inF64(p, right);
    expect(plain.isCertain).toBe(true);
    expect(featureOf(plain.code)).toMatchObject({ feature: (wanted as { feature: string }).feature });
  });

  it('belongs to the edge, not the face, right above an edge, and to the vertex right above a vertex', () => {
    expect(exactly([2, 0, 5], right)).toMatchObject({ feature: 'edge', featureIndex: 0 });
    expect(exactly([2, 2, 5], right)).toMatchObject({ feature: 'edge', featureIndex: 1 });
    expect(exactly([4, 0, 5], right)).toMatchObject({ feature: 'vertex', featureIndex: 1 });
    for (const p of [
      [2, 0, 5],
      [2, 2, 5],
      [4, 0, 5],
    ] as const)
      expect(inF64(p, right).isCertain).toBe(false);
  });

  it('is that of the segment or point where the triangle has no area', () => {
    expect(
      exactly(
        [1, 1, 0],
        [
          [0, 0, 0],
          [2, 0, 0],
          [4, 0, 0],
        ],
      ),
    ).toMatchObject({ feature: 'edge', featureIndex: 0, point: [1, 0, 0] });
    expect(
      exactly(
        [3, 1, 0],
        [
          [0, 0, 0],
          [2, 0, 0],
          [4, 0, 0],
        ],
      ),
    ).toMatchObject({ feature: 'edge', featureIndex: 1, point: [3, 0, 0] });
    expect(
      exactly(
        [2, 1, 0],
        [
          [0, 0, 0],
          [2, 0, 0],
          [4, 0, 0],
        ],
      ),
    ).toMatchObject({ feature: 'vertex', featureIndex: 1 });
    expect(
      exactly(
        [0, 3, 4],
        [
          [0, 0, 0],
          [0, 0, 0],
          [0, 0, 0],
        ],
      ),
    ).toMatchObject({ feature: 'vertex', featureIndex: 0, distance: 5 });
    expect(
      exactly(
        [1, 1, 0],
        [
          [0, 0, 0],
          [0, 0, 0],
          [4, 0, 0],
        ],
      ),
    ).toMatchObject({ feature: 'edge', featureIndex: 1, point: [1, 0, 0] });
  });

  it('has no direction where p is on the triangle', () => {
    expect(exactly([1, 1, 0], right)).toMatchObject({ distance: 0, direction: null, point: [1, 1, 0] });
  });

  it('decides tangency exactly', () => {
    const above = closestPointTriangleExact([1, 1, 0.1], ...right);
    expect(isWithin(above, 0.1)).toBe(true);
    expect(isWithin(above, 0.09999999999999999)).toBe(false);
    expect(isWithin(closestPointTriangleExact([1, -3, 4], ...right), 5)).toBe(true);
    expect(isWithin(closestPointTriangleExact([1, -3, 4], ...right), 4.999999999999999)).toBe(false);
  });

  it('keeps its digits where squares of the coordinates leave the range of numbers', () => {
    for (const scale of [1e200, 1e-200]) {
      const triangle = right.map((v) => v.map((value) => value * scale)) as unknown as Triangle;
      const { feature, distance } = exactly([scale, -3 * scale, 4 * scale], triangle);
      expect(feature).toBe('edge');
      expect(distance / scale).toBeCloseTo(5, 12);
    }
  });

  it('is within its bound of the exact one wherever plain f64 calls itself certain, needles and far centres included', () => {
    const random = seededRandom(11);
    const pick = (): number => (2 * random() - 1) * 10 ** (-6 * random());
    let certain = 0;
    const total = scaled(30_000);
    for (let n = 0; n < total; n++) {
      const far = random() < 0.2 ? 1e4 : 1;
      const corner: Vec3 = [pick(), pick(), pick()];
      const next: Vec3 = [pick(), pick(), pick()];
      // Half of them needles: the third corner is all but on the line of the first two.
      const t = random();
      const thin = 10 ** (-12 * random());
      const last =
        n % 2 === 0
          ? ([pick(), pick(), pick()] as Vec3)
          : (corner.map((v, k) => v + t * (next[k]! - v) + thin * pick()) as unknown as Vec3);
      const p: Vec3 = [far * pick(), far * pick(), far * pick()];
      const triangle: Triangle = [corner, next, last];
      const { code, offset, isCertain } = inF64(p, triangle);
      if (!isCertain) continue;
      certain++;
      const closest = closestPointTriangleExact(p, ...triangle);
      expect(code).toBe(closest.feature);
      const { point, distance } = roundedClosestPoint(closest, p);
      const M = Math.max(...triangle.flatMap((v) => v.map((value, k) => Math.abs(value - p[k]!))));
      offset.forEach((value, k) => expect(Math.abs(p[k]! + value - point[k]!)).toBeLessThanOrEqual(2e-12 * M));
      expect(Math.abs(Math.hypot(...offset) - distance)).toBeLessThanOrEqual(2e-12 * M);
    }
    expect(certain).toBeGreaterThan(0.8 * total);
  });

  it('is never certain of a wrong feature, one or two roundings from the border of two regions', () => {
    const random = seededRandom(12);
    const pick = (): number => 2 * random() - 1;
    let certain = 0;
    const total = scaled(30_000);
    for (let n = 0; n < total; n++) {
      const triangle = [
        [pick(), pick(), pick()],
        [pick(), pick(), pick()],
        [pick(), pick(), pick()],
      ] as unknown as Triangle;
      const [a, b, c] = [0, 1, 2].map((k) => triangle[(n + k) % 3]!) as [Vec3, Vec3, Vec3];
      const [u, v] = [b, c].map((to) => to.map((value, k) => value - a[k]!)) as [number[], number[]];
      const normal = [u[1]! * v[2]! - u[2]! * v[1]!, u[2]! * v[0]! - u[0]! * v[2]!, u[0]! * v[1]! - u[1]! * v[0]!];
      const outward = [
        u[1]! * normal[2]! - u[2]! * normal[1]!,
        u[2]! * normal[0]! - u[0]! * normal[2]!,
        u[0]! * normal[1]! - u[1]! * normal[0]!,
      ];
      // Above the edge from a to b, where edge and face meet; or square to it at a, where edge and corner do.
      const [along, up, out] = n % 2 === 0 ? [random(), 4 * pick(), 0] : [0, 4 * pick(), 4 * random()];
      const nudge = 2 ** -(48 + 6 * random());
      const p = a.map((value, k) => value + along * u[k]! + up * normal[k]! + out * outward[k]! + nudge * pick()) as unknown as Vec3;
      const { code, isCertain } = inF64(p, triangle);
      if (!isCertain) continue;
      certain++;
      expect(code).toBe(closestPointTriangleExact(p, ...triangle).feature);
    }
    expect(certain).toBeLessThan(0.9 * total);
  });
});
