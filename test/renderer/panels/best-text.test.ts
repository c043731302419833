import { expect, test } from 'vitest';
import { bestText } from '../../../renderer/panels/colliders/best-text.ts';

test('a best collider that engines refuse is marked so', () => {
  expect(bestText({ isBest: true, overLimit: [] })?.mark).toBe('best');
  expect(bestText({ isBest: true, overLimit: ['physx-gpu', 'jolt'] })).toEqual({
    mark: 'best, over limits',
    meaning: 'No other collider has lower cost and lower error, but it is over the limit of PhysX on the GPU, Jolt',
  });
  expect(bestText({ isBest: false, overLimit: ['jolt'] })).toBeNull();
});
