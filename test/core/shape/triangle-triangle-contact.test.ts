import { describe, expect, it } from 'vitest';
import { roundedRatio, scaledIntegers } from '#core/math/exact';
import { featureOf } from '#core/shape/triangle-feature';
import { createTriangleContact, triangleContact, type TriangleContact } from '#core/shape/triangle-triangle-contact';
import { seededRandom } from '../../fixtures/random.ts';
import { scaled } from '../../fixtures/scale.ts';
import { pairKinds, trianglePair } from '../../fixtures/triangles.ts';

const base = Float64Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0);

/** `vertex 1 on face: 4 0 0` and the like, one line a point. */
function described(contact: TriangleContact): string[] {
  const name = (code: number): string => {
    const { feature, featureIndex } = featureOf(code);
    return featureIndex === null ? feature : `${feature} ${featureIndex}`;
  };
  return Array.from({ length: contact.pointCount }, (_, i) => {
    const position = [...contact.positions.subarray(3 * i, 3 * i + 3)].join(' ');
    return `${name(contact.pFeatures[i]!)} on ${name(contact.qFeatures[i]!)}: ${position}`;
  });
}

describe('triangleContact', () => {
  it.each([
    ['a crossing within the face', 'crossing', [1, 1, -1, 1, 1, 1, 2, 1, 1], ['face on edge 0: 1 1 0', 'face on edge 2: 1.5 1 0']],
    ['a crossing out over an edge', 'crossing', [1, 1, -1, 1, 1, 1, 1, -5, 1], ['face on edge 0: 1 1 0', 'edge 0 on face: 1 0 0']],
    ['an edge in the face', 'touch-segment', [1, 1, 0, 2, 1, 0, 1, 1, 3], ['face on vertex 0: 1 1 0', 'face on vertex 1: 2 1 0']],
    ['an edge along an edge', 'touch-segment', [1, 0, 0, 9, 0, 0, 1, -1, 3], ['edge 0 on vertex 0: 1 0 0', 'vertex 1 on edge 0: 4 0 0']],
    ['a corner on the face', 'touch-point', [1, 1, 0, 1, 1, 1, 2, 1, 1], ['face on vertex 0: 1 1 0']],
    ['a corner on a corner', 'touch-point', [4, 0, 0, 5, 0, 1, 5, 1, 1], ['vertex 1 on vertex 0: 4 0 0']],
    ['an edge across an edge', 'touch-point', [2, -1, -1, 2, 1, 1, 2, -2, 1], ['edge 0 on edge 0: 2 0 0']],
    [
      'a corner on the plane side by side with an edge',
      'touch-segment',
      [0, 0, 0, 4, 0, 0, 0, -4, 0],
      ['vertex 0 on vertex 0: 0 0 0', 'vertex 1 on vertex 1: 4 0 0'],
    ],
    ['corners that touch in one plane', 'touch-point', [4, 0, 0, 8, 0, 0, 8, -1, 0], ['vertex 1 on vertex 0: 4 0 0']],
    [
      'an overlap in one plane',
      'coplanar',
      [1, 1, 0, 9, 1, 0, 1, 9, 0],
      ['edge 1 on edge 0: 3 1 0', 'edge 1 on edge 2: 1 3 0', 'face on vertex 0: 1 1 0'],
    ],
    ['a segment through the face', 'touch-point', [1, 1, -1, 1, 1, 1, 1, 1, 0.5], ['face on edge 0: 1 1 0']],
    ['a segment within the plane', 'touch-segment', [-1, 1, 0, 9, 1, 0, 9, 1, 0], ['edge 1 on edge 2: 3 1 0', 'edge 2 on edge 2: 0 1 0']],
    ['a point', 'touch-point', [1, 1, 0, 1, 1, 0, 1, 1, 0], ['face on vertex 0: 1 1 0']],
  ])('finds %s', (_, kind, corners, points) => {
    const out = createTriangleContact();
    expect(triangleContact(base, Float64Array.from(corners), out)).toBe(true);
    expect(out.kind).toBe(kind);
    expect(described(out).sort()).toEqual(points.toSorted());
  });

  it.each(pairKinds)('is the same from both sides, and for every order of the corners (%s)', (kind) => {
    const random = seededRandom(pairKinds.indexOf(kind) + 50);
    const out = createTriangleContact();
    const positionsOf = (p: Float64Array, q: Float64Array): string => {
      if (!triangleContact(p, q, out)) return 'apart';
      return `${out.kind} ${described(out)
        .map((line) => line.split(': ')[1])
        .sort()
        .join(', ')}`;
    };
    for (let n = 0; n < scaled(5000); n++) {
      const [p, q] = trianglePair(kind, random);
      const expected = positionsOf(p, q);
      const turned = Float64Array.from([...q.subarray(3), ...q.subarray(0, 3)]);
      if (positionsOf(q, p) !== expected) expect.fail(`swapped: ${positionsOf(q, p)} not ${expected}: ${[...p]} | ${[...q]}`);
      // Another corner order computes a piercing point from another corner: equal but for the bound.
      if (kind.includes('grid') && positionsOf(p, turned).split(' ')[0] !== expected.split(' ')[0])
        expect.fail(`turned: ${[...p]} | ${[...q]}`);
    }
  });

  it('puts the ends of a crossing where the edges pierce the planes, within the promised bound', () => {
    const random = seededRandom(3);
    const out = createTriangleContact();
    let checked = 0;
    for (let n = 0; n < scaled(40_000); n++) {
      const [p, q] = trianglePair(positionKinds[n % positionKinds.length]!, random);
      if (n % 3 === 0) layEdge(p, q, random);
      // Far from the origin, where f64 has few digits left, every fourth time.
      const far = n % 4 === 3 ? 2 ** 40 : 0;
      for (const t of [p, q]) for (let i = 0; i < 9; i++) t[i]! += far;
      if (!triangleContact(p, q, out)) continue;
      for (let i = 0; i < out.pointCount; i++) {
        const [first, second] = [featureOf(out.pFeatures[i]!), featureOf(out.qFeatures[i]!)];
        const [edge, face, index] =
          first.feature === 'edge' && second.feature === 'face'
            ? [p, q, first.featureIndex!]
            : first.feature === 'face' && second.feature === 'edge'
              ? [q, p, second.featureIndex!]
              : [null, null, 0];
        if (edge === null || face === null) continue;
        const [start, end] = [edge.subarray(3 * index, 3 * index + 3), edge.subarray(3 * ((index + 1) % 3), 3 * ((index + 1) % 3) + 3)];
        const truth = piercing(start, end, face);
        const length = Math.hypot(...[0, 1, 2].map((k) => end[k]! - start[k]!));
        for (let k = 0; k < 3; k++) {
          const bound = length * 2 ** -40 + Math.abs(truth[k]!) * 2 ** -52 + Number.MIN_VALUE;
          expect(Math.abs(out.positions[3 * i + k]! - truth[k]!)).toBeLessThanOrEqual(bound);
          checked++;
        }
      }
    }
    expect(checked).toBeGreaterThan(scaled(1000));
  });

  it('measures along an edge from its nearer end, so that a long edge costs no digits', () => {
    const random = seededRandom(6);
    const out = createTriangleContact();
    const q = Float64Array.of(-3, -3, 0.1, 3, -2, -0.3, 0.2, 4, 0.7);
    for (let n = 0; n < 200; n++) {
      // From just below the middle of q to a million above, and the other way round.
      const near = [random() - 0.5, random() - 0.5, -0.2 - random()];
      const far = [1e6 * random(), 1e6 * random(), 1e6];
      const corners = n % 2 === 0 ? [near, far] : [far, near];
      const p = Float64Array.from([...corners, [5e5, -1e6, 1e6]].flat());
      if (!triangleContact(p, q, out)) continue;
      const at = [0, 1].find((i) => featureOf(out.pFeatures[i]!).featureIndex === 0 && featureOf(out.qFeatures[i]!).feature === 'face');
      if (at === undefined || at >= out.pointCount) continue;
      const truth = piercing(p.subarray(0, 3), p.subarray(3, 6), q);
      // The weight along the edge is known to 40 digits of two, and from the other end a rounding alone is 2^-34.
      for (let k = 0; k < 3; k++) expect(Math.abs(out.positions[3 * at + k]! - truth[k]!)).toBeLessThan(2 ** -38);
    }
  });

  it.each([0, 320, 335, 342, 400, 1000])('keeps its digits at a scale of 2^%i', (power) => {
    const scale = 2 ** power;
    const out = createTriangleContact();
    const [p, q] = [
      [1, 0, 2, -2, -1, 1, 1, 2, -2],
      [0, -1, -2, 2, 1, 1, -2, 1, -2],
    ].map((t) => Float64Array.from(t, (x) => x * scale)) as [Float64Array, Float64Array];
    expect(triangleContact(p, q, out)).toBe(true);
    const points = [...out.positions.subarray(0, 6)].map((x) => x / scale);
    const wanted = createTriangleContact();
    triangleContact(
      p.map((x) => x / scale),
      q.map((x) => x / scale),
      wanted,
    );
    expect(points).toEqual([...wanted.positions.subarray(0, 6)].map((x) => expect.closeTo(x, 12) as number));
  });

  it('gives the neighbours of an edge the same bits, whichever way round each has it', () => {
    const random = seededRandom(4);
    const [out, other] = [createTriangleContact(), createTriangleContact()];
    let checked = 0;
    for (let n = 0; n < scaled(20_000); n++) {
      const [p, q] = trianglePair('free', random);
      if (!triangleContact(p, q, out)) continue;
      const at = [0, 1].findIndex(
        (i) => i < out.pointCount && featureOf(out.pFeatures[i]!).feature === 'edge' && featureOf(out.qFeatures[i]!).feature === 'face',
      );
      if (at < 0) continue;
      const from = featureOf(out.pFeatures[at]!).featureIndex!;
      const to = (from + 1) % 3;
      const apex = Array.from({ length: 3 }, random);
      const neighbour = Float64Array.from([...p.subarray(3 * to, 3 * to + 3), ...p.subarray(3 * from, 3 * from + 3), ...apex]);
      expect(triangleContact(neighbour, q, other)).toBe(true);
      const points = Array.from({ length: other.pointCount }, (_, i) => other.positions.subarray(3 * i, 3 * i + 3).join());
      expect(points).toContain(out.positions.subarray(3 * at, 3 * at + 3).join());
      checked++;
    }
    expect(checked).toBeGreaterThan(scaled(500));
  });

  it('gives polygons of the area that clipping gives, with their corners in order', () => {
    const random = seededRandom(8);
    const out = createTriangleContact();
    let polygons = 0;
    let maxCorners = 0;
    for (let n = 0; n < scaled(20_000); n++) {
      const [p, q] = trianglePair('plane', random);
      if (!triangleContact(p, q, out) || out.kind !== 'coplanar') continue;
      polygons++;
      maxCorners = Math.max(maxCorners, out.pointCount);
      const corners = Array.from({ length: out.pointCount }, (_, i) => [...out.positions.subarray(3 * i, 3 * i + 3)]);
      // All three shadows: a wrong order changes at least one.
      for (const [x, y] of [
        [0, 1],
        [1, 2],
        [2, 0],
      ] as const) {
        const flat = (points: readonly (readonly number[])[]): number[][] => points.map((point) => [point[x]!, point[y]!]);
        const triangle = (t: Float64Array): number[][] => flat([0, 3, 6].map((i) => [...t.subarray(i, i + 3)]));
        expect(Math.abs(area(flat(corners)))).toBeCloseTo(Math.abs(area(clipped(triangle(p), triangle(q)))), 9);
      }
    }
    expect(polygons).toBeGreaterThan(scaled(1000));
    expect(maxCorners).toBe(6);
  });
});

/** Small and large ones too, of which products leave the range of numbers. */
const positionKinds = ['free', 'near', 'grid', 'small', 'large', 'uneven'] as const;

/** Puts an edge of `p` into the plane of `q` but for rounding, which plain f64 cannot tell from where it passes through. */
function layEdge(p: Float64Array, q: Float64Array, random: () => number): void {
  for (const corner of [0, 3]) {
    const u = 1.4 * random() - 0.2;
    const v = 1.4 * random() - 0.2;
    for (let k = 0; k < 3; k++) p[corner + k] = q[k]! * (1 - u - v) + q[3 + k]! * u + q[6 + k]! * v;
  }
}

/** Where the line through two points meets the plane of a triangle, rounded once. */
function piercing(start: Float64Array, end: Float64Array, t: Float64Array): number[] {
  const { integers, exponent } = scaledIntegers([...t, ...start, ...end]);
  const [a, b, c, s, e] = [0, 3, 6, 9, 12].map((i) => integers.slice(i, i + 3)) as [bigint[], bigint[], bigint[], bigint[], bigint[]];
  const height = (d: bigint[]): bigint => {
    const [u, v, w] = [b, c, d].map((point) => point.map((x, k) => x - a[k]!)) as [bigint[], bigint[], bigint[]];
    return u[0]! * (v[1]! * w[2]! - v[2]! * w[1]!) + u[1]! * (v[2]! * w[0]! - v[0]! * w[2]!) + u[2]! * (v[0]! * w[1]! - v[1]! * w[0]!);
  };
  const [from, to] = [height(s), height(e)];
  return [0, 1, 2].map((k) => roundedRatio(s[k]! * (from - to) + from * (e[k]! - s[k]!), from - to, exponent));
}

function area(points: readonly (readonly number[])[]): number {
  return points.reduce((sum, [x = 0, y = 0], i) => {
    const [u = 0, v = 0] = points[(i + 1) % points.length]!;
    return sum + (x * v - y * u) / 2;
  }, 0);
}

/** Sutherland and Hodgman's clipping in plain f64. */
function clipped(subject: readonly number[][], triangle: readonly number[][]): number[][] {
  const window = area(triangle) < 0 ? triangle.toReversed() : triangle;
  let points = [...subject];
  window.forEach(([ax = 0, ay = 0], i) => {
    const [bx = 0, by = 0] = window[(i + 1) % 3]!;
    const side = ([x = 0, y = 0]: number[]): number => (bx - ax) * (y - ay) - (by - ay) * (x - ax);
    points = points.flatMap((point, j) => {
      const next = points[(j + 1) % points.length]!;
      const [s, t] = [side(point), side(next)];
      const kept = s >= 0 ? [point] : [];
      return s * t < 0 ? [...kept, point.map((x, k) => x + (s / (s - t)) * (next[k]! - x))] : kept;
    });
  });
  return points;
}
