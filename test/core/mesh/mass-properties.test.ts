import { describe, expect, it } from 'vitest';
import { symmetricEigen } from '#core/math/symmetric-eigen';
import type { Vec3 } from '#core/math/vec3';
import { massProperties } from '#core/mesh/mass-properties';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, box, joined, meshOf, placed } from '../../fixtures/shapes.ts';

const origin: Vec3 = [0, 0, 0];

describe('mass properties', () => {
  it('of a brick are those of the book', () => {
    // 2 by 4 by 6, density 3: mass 144, moments m/12·(b² + c²) and so on.
    const brick = massProperties(box([1, 1, 1], [3, 5, 7]), 3, origin)!;
    expect(brick).toMatchObject({ volume: 48, mass: 144, centre: [2, 3, 4], density: 3 });
    expect(brick.inertia.map((x) => Math.round(x * 1e9) / 1e9 + 0)).toEqual([624, 0, 0, 0, 480, 0, 0, 0, 240]);
    expect(brick.principalMoments.map(Math.round)).toEqual([240, 480, 624]);
    expect(brick.principalAxes.map((axis) => axis.map(Math.abs).map(Math.round))).toEqual([
      [0, 0, 1],
      [0, 1, 0],
      [1, 0, 0],
    ]);
  });

  it('of a tetrahedron with edges along the axes are known: volume 1/6, centre 1/4, moments 1/80, products 1/480', () => {
    const tetrahedron = meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]);
    const { volume, centre, inertia } = massProperties(tetrahedron, 1, [0.3, -0.2, 5])!;
    expect(volume).toBeCloseTo(1 / 6, 14);
    for (const x of centre) expect(x).toBeCloseTo(1 / 4, 14);
    // About the centre: ∫x² = 1/160 each, ∫xy = −1/480·… : moments 2/160, products +1/480 in the tensor.
    expect(inertia[0]).toBeCloseTo(1 / 80, 14);
    expect(inertia[1]).toBeCloseTo(1 / 480, 14);
  });

  it('of a fine ball come near 2/5·m·r², and do not depend on the place', () => {
    const near = massProperties(ball(200, 100), 1, origin)!;
    expect(near.principalMoments[0] / near.mass).toBeCloseTo(0.4, 3);
    const where: Vec3 = [581_000, 4_785_000, 120];
    const far = massProperties(placed(ball(200, 100), 1, where), 1, where)!;
    expect(far.volume).toBeCloseTo(near.volume, 7);
    far.centre.forEach((x, k) => expect(x - where[k]!).toBeCloseTo(0, 8));
    far.inertia.forEach((x, k) => expect(x).toBeCloseTo(near.inertia[k]!, 7));
  });

  it('of a mesh that is inside out have a negative volume and the same mass', () => {
    const { indices } = box();
    const inside = { ...box(), indices: indices.map((_, i) => indices[i - (i % 3) + [0, 2, 1][i % 3]!]!) };
    const { volume, mass, principalMoments } = massProperties(inside, 1, origin)!;
    expect([volume, mass]).toEqual([-8, 8]);
    for (const moment of principalMoments) expect(moment).toBeCloseTo(16 / 3, 12);
  });

  it('add up: two balls are the sum of both', () => {
    const left = ball(24, 12);
    const right = placed(ball(24, 12), 2, [5, 1, 0]);
    const [a, b, both] = [left, right, joined([left, right])].map((mesh) => massProperties(mesh, 2, origin)!);
    expect(both!.mass).toBeCloseTo(a!.mass + b!.mass, 10);
    both!.centre.forEach((x, k) => expect(x).toBeCloseTo((a!.centre[k]! * a!.mass + b!.centre[k]! * b!.mass) / both!.mass, 10));
  });

  it('are none without a volume', () => {
    expect(massProperties(meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]), 1, origin)).toBeNull();
    expect(massProperties(meshOf([], []), 1, origin)).toBeNull();
  });
});

describe('eigenvectors of symmetric matrices', () => {
  it('are of length one, at right angles, right-handed, and give the matrix back', () => {
    const random = seededRandom(5);
    for (let n = 0; n < 500; n++) {
      const scale = 10 ** (20 * random() - 10);
      const [a, b, c, d, e, f] = Array.from({ length: 6 }, () => scale * (random() - 0.5) * (random() < 0.2 ? 0 : 1)) as [
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      const matrix = [a, b, c, b, d, e, c, e, f];
      const { values, vectors } = symmetricEigen(matrix);
      expect(values).toEqual(values.toSorted((x, y) => x - y));
      const product = Array.from({ length: 9 }, (_, i) =>
        vectors.reduce((sum, v, k) => sum + values[k]! * v[Math.floor(i / 3)]! * v[i % 3]!, 0),
      );
      product.forEach((x, i) => expect(Math.abs(x - matrix[i]!)).toBeLessThan(1e-13 * scale));
      const [p, q, r] = vectors;
      const determinant = p[0] * (q[1] * r[2] - q[2] * r[1]) - p[1] * (q[0] * r[2] - q[2] * r[0]) + p[2] * (q[0] * r[1] - q[1] * r[0]);
      expect(determinant).toBeCloseTo(1, 12);
    }
  });
});
