import { expect, it } from 'vitest';
import { comparedStepsText } from '#core/scene/compare/comparison-csv';
import { type LeafRow, leafText } from '#core/scene/compare/compare-leaf-storage';

const row: LeafRow = {
  instances: 10,
  pairs: 7,
  nodesBefore: 100,
  nodesAfter: 80,
  millisecondsBefore: 10,
  millisecondsAfter: 12,
  quartilesBefore: [9, 11],
  quartilesAfter: [11.5, 13],
};
const textOf = (part: Partial<LeafRow>): string => leafText({ ...row, ...part }, (milliseconds) => `${milliseconds} ms`);

it('states the nodes and whether the difference in time is larger than the spread', () => {
  const times = 'with leaves 10 ms (9 ms to 11 ms), leaf-free 12 ms (11.5 ms to 13 ms)';
  expect(textOf({})).toBe(`${times}: the leaf-free tree tests fewer nodes, and is slower by more than the spread`);
  expect(textOf({ nodesAfter: 100 })).toBe(`${times}: the leaf-free tree tests as many nodes, and is slower by more than the spread`);
  expect(textOf({ nodesAfter: 101 })).toBe(`${times}: the leaf-free tree tests more nodes, and is slower by more than the spread`);
  expect(textOf({ millisecondsAfter: 5, quartilesAfter: [4, 8] })).toMatch(/fewer nodes, and is faster by more than the spread$/);
  expect(textOf({ quartilesAfter: [11, 13] })).toMatch(/fewer nodes, and the difference in time is within the spread$/);
  expect(textOf({ millisecondsAfter: 10, quartilesAfter: [9, 11] })).toMatch(/within the spread$/);
  expect(textOf({ pairs: 0, nodesBefore: 0, nodesAfter: 0 })).toBe('no pairs of boxes to test');
});

it('states of how many steps the times are', () => {
  expect([1, 2, 10].map(comparedStepsText)).toEqual([
    '1 step: no later one is measured',
    '2 steps; later: the second one',
    '10 steps; later: median of the 9 after the first',
  ]);
});
