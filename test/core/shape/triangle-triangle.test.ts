import { describe, expect, it } from 'vitest';
import { areTrianglesApart } from '#core/pair/pairs/brute-force';
import { intersectBeyondCorner } from '#core/shape/neighbour-triangles';
import { sidesOfPlane } from '#core/shape/triangle-sides';
import { trianglesIntersect } from '#core/shape/triangle-triangle';
import { createTriangleContact, triangleContact } from '#core/shape/triangle-triangle-contact';
import { seededRandom } from '../../fixtures/random.ts';
import { scaled } from '../../fixtures/scale.ts';
import { pairKinds, trianglePair } from '../../fixtures/triangles.ts';

const base = Float64Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0);

describe('trianglesIntersect', () => {
  it.each([
    ['piercing it', true, [1, 1, -1, 1, 1, 1, 2, 1, 1]],
    ['with a corner on its face', true, [1, 1, 0, 1, 1, 1, 2, 1, 1]],
    ['with a corner on its edge', true, [2, 0, 0, 2, -1, 1, 3, -1, 1]],
    ['with a corner on its corner', true, [4, 0, 0, 5, 0, 1, 5, 1, 1]],
    ['whose edge crosses its edge', true, [2, -1, -1, 2, 1, 1, 2, -2, 1]],
    ['above it', false, [1, 1, 1, 2, 1, 1, 1, 2, 1]],
    ['above it by the least number', false, [1, 1, 5e-324, 2, 1, 5e-324, 1, 2, 5e-324]],
    ['in its plane, overlapping', true, [1, 1, 0, 9, 1, 0, 1, 9, 0]],
    ['in its plane, within', true, [1, 1, 0, 2, 1, 0, 1, 2, 0]],
    ['in its plane, beyond the long side by the least number', false, [2, 2.0000000000000004, 0, 9, 9, 0, 8, 9, 0]],
    ['in its plane, touching the long side with a corner', true, [2, 2, 0, 9, 9, 0, 8, 9, 0]],
    ['that is a segment through it', true, [1, 1, -1, 1, 1, 1, 1, 1, 0.5]],
    ['that is a segment past it', false, [3, 3, -1, 3, 3, 1, 3, 3, 0]],
    ['that is a segment within its plane, across', true, [-1, 1, 0, 9, 1, 0, 9, 1, 0]],
    ['that is a point on it', true, [1, 1, 0, 1, 1, 0, 1, 1, 0]],
    ['that is a point beside it', false, [-1, 1, 0, -1, 1, 0, -1, 1, 0]],
  ])('intersects a triangle %s: %s', (_, expected, corners) => {
    const other = Float64Array.from(corners);
    expect(trianglesIntersect(base, other)).toBe(expected);
    expect(trianglesIntersect(other, base)).toBe(expected);
  });

  it.each(pairKinds)('agrees with a separating direction in big integers, both ways round (%s)', (kind) => {
    const random = seededRandom(pairKinds.indexOf(kind) + 1);
    const out = createTriangleContact();
    let hits = 0;
    const count = scaled(20_000);
    for (let n = 0; n < count; n++) {
      const [p, q] = trianglePair(kind, random);
      const expected = !areTrianglesApart(p, q);
      if (expected) hits++;
      const found = [trianglesIntersect(p, q), trianglesIntersect(q, p), triangleContact(p, q, out), triangleContact(q, p, out)];
      if (found.some((result) => result !== expected)) {
        expect.fail(`${kind}: ${found} but ${expected} for ${JSON.stringify([[...p], [...q]])}`);
      }
    }
    // Both answers occur, so that agreement says something.
    expect(hits).toBeGreaterThan(count / 200);
    if (kind !== 'shared') expect(hits).toBeLessThan(count);
  });
});

describe('where the height of a corner over a plane overflows', () => {
  it('the side of the plane is exact', () => {
    const triangle = Float64Array.of(0, 0, 0, 1e102, -1e102, 0, 0, 1e102, -1e102);
    const points = Float64Array.of(1.9e104, -1e104, -1e104, 2e104, -1e104, -0.9e104, 1, 1, 1);
    expect(sidesOfPlane(triangle, points)).toBe(0b10_10_00);
  });

  it.each([
    [
      [0, 0, 0, 9, -9, 8, -6, -1, 4],
      [0, 0, 0, 17, -24, 25, 5, -1, -18],
    ],
    [
      [0, 0, 0, 4, 8, -6, 9, 1, 10],
      [0, 0, 0, -28, -29, -6, 25, 15, 11],
    ],
  ])('triangles with a common corner intersect as smaller ones do: %j, %j', (p, q) => {
    const size = (corners: readonly number[], factor: number): Float64Array => Float64Array.from(corners, (value) => value * factor);
    expect(intersectBeyondCorner(size(p, 1), 0, size(q, 100), 0)).toBe(true);
    expect(intersectBeyondCorner(size(p, 1e101), 0, size(q, 1e103), 0)).toBe(true);
  });
});
