import { expect, test } from 'vitest';
import type { Vec3 } from '#core/math/vec3';
import { isContactCutAway, isCutAway } from '../../../../renderer/state/section/cut-away.ts';
import type { HalfSpace } from '../../../../renderer/state/section/section.ts';

/** Keeps x ≤ 0. */
const left: HalfSpace = { normal: [1, 0, 0], offset: 0 };
/** Keeps −1 ≤ y ≤ 1. */
const slab: readonly HalfSpace[] = [
  { normal: [0, 1, 0], offset: 1 },
  { normal: [0, -1, 0], offset: 1 },
];

test('a contact is cut away if nothing of its point, segment or outline is drawn', () => {
  const away = (kept: readonly HalfSpace[], ...points: Vec3[]): boolean => isContactCutAway(kept, points);
  expect(away([], [9, 0, 0])).toBe(false);
  expect(away([left], [1, 0, 0])).toBe(true);
  expect(away([left], [0, 0, 0])).toBe(false);
  expect(away([left], [1, 0, 0], [2, 5, 0])).toBe(true);
  expect(away([left], [1, 0, 0], [-1, 0, 0])).toBe(false);
  // Both ends are outside, and the middle is drawn.
  expect(away(slab, [0, -5, 0], [0, 5, 0])).toBe(false);
  expect(away(slab, [0, 2, 0], [4, 5, 0], [0, 5, 0])).toBe(true);
  expect(away(slab, [0, 2, 0], [4, 5, 0], [0, -5, 0])).toBe(false);
});

test('a point is compared where its document is placed', () => {
  const placement = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1];
  expect(isCutAway([left], null, [-1, 0, 0])).toBe(false);
  expect(isCutAway([left], placement, [-1, 0, 0])).toBe(true);
});
