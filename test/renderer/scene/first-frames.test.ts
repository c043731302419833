import { expect, test } from 'vitest';
import { firstSeen, type UnseenDocuments } from '../../../renderer/scene/first-frames.ts';

test('the first frame of a document counts from its upload', () => {
  const unseen: UnseenDocuments = new Map([[1, 100]]);
  expect(firstSeen(unseen, new Set([1, 2]), 150)).toEqual([1]);
  expect(unseen.get(1)).toBe(100);
});

test('the time that a document is hidden before it is seen does not count', () => {
  const unseen: UnseenDocuments = new Map([
    [1, 100],
    [2, 100],
  ]);
  expect(firstSeen(unseen, new Set([1]), 150)).toEqual([1]);
  expect(firstSeen(unseen, new Set(), 9000)).toEqual([]);
  expect(firstSeen(unseen, new Set([2]), 50_000)).toEqual([2]);
  expect(unseen.get(2)).toBe(50_000);
});
