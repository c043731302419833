import { describe, expect, it } from 'vitest';
import { cross, normalized, type Vec3 } from '#core/math/vec3';
import {
  acrossPlane,
  isKept,
  keptInterval,
  keptSegment,
  keptSpaces,
  nearestAxis,
  noSection,
  planeInBox,
  withNormal,
  withOffset,
  type HalfSpace,
  type Section,
} from '../../../../renderer/state/section/section.ts';
import { seededRandom } from '../../../fixtures/random.ts';

const cut: Section = {
  plane: { isOn: true, point: [0, 0, 1], normal: [0, 0, 1] },
  box: { isOn: true, min: [-1, -2, -3], max: [1, 2, 3] },
  views: 'both',
  caps: true,
};
const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

describe('keptSpaces', () => {
  it('keeps everything while nothing is on, and in a view that is not cut', () => {
    expect(keptSpaces(noSection, null)).toEqual([]);
    expect(keptSpaces({ ...cut, views: 'first' }, 'second')).toEqual([]);
    expect(keptSpaces({ ...cut, views: 'second' }, 'second')).toHaveLength(7);
    // With one view only, it is cut.
    expect(keptSpaces({ ...cut, views: 'second' }, null)).toHaveLength(7);
  });

  it('keeps what is under the plane and inside the box, with the faces themselves', () => {
    const spaces = keptSpaces(cut, null);
    for (const [point, kept] of [
      [[0, 0, 0], true],
      [[0, 0, 1], true],
      [[0, 0, 1.0000001], false],
      [[1, 2, -3], true],
      [[1.0000001, 0, 0], false],
      [[0, 0, -3.1], false],
    ] as const) {
      expect(isKept(spaces, point)).toBe(kept);
    }
  });
});

describe('keptInterval', () => {
  it('is where sampled points of a ray are kept', () => {
    const random = seededRandom(4);
    const vector = (size: number): Vec3 => [size * (random() - 0.5), size * (random() - 0.5), size * (random() - 0.5)];
    const spaces = [...keptSpaces(cut, null), { normal: normalized([1, 2, 3])!, offset: 1.1 }];
    let hits = 0;
    for (let i = 0; i < 200; i++) {
      const [origin, direction] = [vector(7), vector(2)];
      const interval = keptInterval(spaces, origin, direction);
      if (interval !== null) hits++;
      for (let t = 0; t < 8; t += 0.2) {
        const point: Vec3 = [origin[0] + t * direction[0], origin[1] + t * direction[1], origin[2] + t * direction[2]];
        const isInside = interval !== null && t >= interval[0] && t <= interval[1];
        if (interval !== null && Math.min(Math.abs(t - interval[0]), Math.abs(t - interval[1])) < 1e-9) continue;
        expect(isKept(spaces, point)).toBe(isInside);
      }
    }
    expect(hits).toBeGreaterThan(20);
  });

  it('cuts a segment, and keeps ends that are not cut to the last digit', () => {
    const spaces = keptSpaces(cut, null);
    expect(keptSegment(spaces, [0.1, 0.2, 0.3], [0.1, 0.2, 0.7])).toEqual([
      [0.1, 0.2, 0.3],
      [0.1, 0.2, 0.7],
    ]);
    expect(keptSegment(spaces, [0, 0, 0], [0, 0, 4])).toEqual([
      [0, 0, 0],
      [0, 0, 1],
    ]);
    expect(keptSegment(spaces, [0, 0, 2], [0, 0, 4])).toBeNull();
    expect(keptSegment([], [1, 2, 3], [4, 5, 6])).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
  });
});

describe('planeInBox', () => {
  const bounds = { min: [-1, -2, -3], max: [1, 2, 3] } as const;

  it('is a rectangle across an axis', () => {
    const corners = planeInBox({ normal: [0, 0, 1], offset: 0.5 }, bounds);
    expect(corners).toHaveLength(4);
    expect(corners.every(([x, y, z]) => Math.abs(x) === 1 && Math.abs(y) === 2 && z === 0.5)).toBe(true);
    expect(planeInBox({ normal: [0, 0, 1], offset: 3.5 }, bounds)).toEqual([]);
  });

  it('has corners on the plane and on edges of the box, in convex order', () => {
    const random = seededRandom(9);
    let count = 0;
    for (let i = 0; i < 100; i++) {
      const space: HalfSpace = { normal: normalized([random() - 0.5, random() - 0.5, random() - 0.5])!, offset: random() - 0.5 };
      const corners = planeInBox(space, bounds);
      if (corners.length === 0) continue;
      count++;
      const turns = corners.map((p, at) => {
        const [q, r] = [corners[(at + 1) % corners.length]!, corners[(at + 2) % corners.length]!];
        const [u, v]: [Vec3, Vec3] = [
          [q[0] - p[0], q[1] - p[1], q[2] - p[2]],
          [r[0] - q[0], r[1] - q[1], r[2] - q[2]],
        ];
        return dot(space.normal, cross(u, v));
      });
      expect(Math.min(...turns)).toBeGreaterThan(-1e-9);
      for (const corner of corners) {
        expect(Math.abs(dot(space.normal, corner) - space.offset)).toBeLessThan(1e-12);
        const onSides = corner.filter((value, k) => Math.abs(Math.abs(value) - bounds.max[k]!) < 1e-12).length;
        expect(onSides).toBeGreaterThanOrEqual(2);
      }
    }
    expect(count).toBeGreaterThan(50);
  });
});

describe('a section plane', () => {
  it('takes an offset along its normal, exact along an axis', () => {
    const plane = { isOn: true, point: [0.1, 0.2, 0.3], normal: [0, 0, -1] } as const;
    expect(withOffset(plane, 0.7).point).toEqual([0.1, 0.2, -0.7]);
    const slanted = withOffset({ ...plane, normal: normalized([1, 1, 0])! }, 2);
    expect(dot(slanted.normal, slanted.point)).toBeCloseTo(2, 14);
    expect(slanted.point[2]).toBe(0.3);
  });

  it('takes a normal of any length, and none without a direction', () => {
    const plane = { isOn: true, point: [0, 0, 0], normal: [0, 0, 1] } as const;
    expect(withNormal(plane, [0, 3, 4])?.normal).toEqual([0, 0.6, 0.8]);
    expect(withNormal(plane, [0, 0, 0])).toBeNull();
  });

  it('has two directions across it', () => {
    for (const normal of [[0, 0, 1], [0, -1, 0], normalized([1, 2, -3])!] as Vec3[]) {
      const [u, v] = acrossPlane(normal);
      expect(Math.abs(dot(u, normal)) + Math.abs(dot(v, normal)) + Math.abs(dot(u, v))).toBeLessThan(1e-14);
      expect(dot(cross(u, v), normal)).toBeCloseTo(1, 14);
    }
  });

  it('snaps to the axis that it is nearest to', () => {
    expect(nearestAxis([0.1, -0.9, 0.3])).toEqual([0, -1, 0]);
    expect(nearestAxis([0, 0, 2])).toEqual([0, 0, 1]);
  });
});
