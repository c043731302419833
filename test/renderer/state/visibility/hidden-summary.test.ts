import { expect, test } from 'vitest';
import { setOf } from '../../../../renderer/state/selection/index-set.ts';
import { hiddenKey, type Scene } from '../../../../renderer/state/store/records.ts';
import { hiddenSummary } from '../../../../renderer/state/visibility/hidden-summary.ts';
import { box, joined } from '../../../fixtures/shapes.ts';
import { storeWith } from '../../scene/scene-fixture.ts';

const nothing = { hidden: new Set<string>(), hiddenTriangles: new Map() };
const summaryOf = (change: Partial<Scene>): string | null => hiddenSummary(storeWith([joined([box(), box(), box()]), box()], change));

test('nothing hidden has no summary, nor has a document that is hidden by itself', () => {
  expect(summaryOf({})).toBeNull();
  expect(summaryOf({ hidden: new Set([hiddenKey(2)]) })).toBeNull();
});

test('hidden parts and triangles are counted among all of the shown meshes', () => {
  const parts = new Set([hiddenKey(1, 0), hiddenKey(1, 2)]);
  const triangles = new Map([[1, setOf(36, [12, 13, 14])]]);
  expect(summaryOf({ hidden: new Set([...parts, hiddenKey(2)]) })).toBe('2 of 3 parts hidden');
  expect(summaryOf({ hiddenTriangles: triangles })).toBe('3 of 48 triangles hidden');
  expect(summaryOf({ hidden: parts, hiddenTriangles: triangles })).toMatch(/^2 of \d parts, 3 of 48 triangles hidden$/);
});

test('an isolation counts the documents that it hides, not those that were hidden before', () => {
  expect(summaryOf({ isolated: nothing, hidden: new Set([hiddenKey(2)]) })).toBe('1 of 2 meshes hidden');
  expect(summaryOf({ isolated: nothing, hidden: new Set([hiddenKey(2), hiddenKey(1, 1)]) })).toBe('1 of 2 meshes, 1 of 3 parts hidden');
  const before = { ...nothing, hidden: new Set([hiddenKey(2)]) };
  expect(summaryOf({ isolated: before, hidden: new Set([hiddenKey(2), hiddenKey(1, 1)]) })).toBe('1 of 3 parts hidden');
});
