import { expect, it } from 'vitest';
import type { SceneComparison } from '#core/scene/compare/compare-scene';
import { comparisonCsv } from '#core/scene/compare/comparison-csv';
import { logTicks, roundRange } from '../../../../renderer/panels/deform/refit-axes.ts';
import { figureCurves, leafCurves } from '../../../../renderer/panels/compare/scene-curves.ts';

const row = { pairs: 3, tests: 5, firstSwaps: 7, laterSwaps: 2, firstMilliseconds: 4 } as const;
const comparison: SceneComparison = {
  broad: [
    { ...row, instances: 10, method: 'sap', sort: 'shell', segments: 1, laterMilliseconds: 1 },
    { ...row, instances: 10, method: 'sap', sort: 'shell', segments: 0, laterMilliseconds: 0.5 },
    { ...row, instances: 20, method: 'sap', sort: 'shell', segments: 1, laterMilliseconds: 3 },
    { ...row, instances: 20, method: 'sap', sort: 'shell', segments: 0, laterMilliseconds: null },
    { ...row, instances: 20, method: 'grid', sort: null, segments: null, laterMilliseconds: 0 },
  ],
  leaves: [
    {
      instances: 20,
      pairs: 2,
      nodesBefore: 9,
      nodesAfter: 4,
      millisecondsBefore: 2,
      millisecondsAfter: 0.25,
      quartilesBefore: [1, 3],
      quartilesAfter: [0.2, 0.5],
    },
  ],
  steps: 5,
  leafClock: 'elapsed',
  sets: null,
};

it('each method is a curve over the number of instances; a time below the clock has no point', () => {
  expect(figureCurves(comparison).map(({ name, points }) => [name, points.map(({ x, y }) => `${x}:${y}`).join(' ')])).toEqual([
    ['sap shell sort', '10:1 20:3'],
    // With one step its time is that of the first.
    ['sap shell sort with segments', '10:0.5 20:4'],
    ['grid', ''],
  ]);
  expect(leafCurves(comparison).map(({ name, points }) => [name, points])).toEqual([
    ['with leaves', [{ x: 20, y: 2 }]],
    ['leaf-free', [{ x: 20, y: 0.25 }]],
  ]);
});

it('the file has a row for each point of both figures', () => {
  const lines = comparisonCsv(comparison).trim().split('\n');
  expect(lines).toHaveLength(1 + 5 + 2);
  expect(lines[1]).toBe('2,10,sap shell sort,4,1,7,2,5,3,,');
  expect(lines.at(-1)).toBe('3,20,leaf-free,0.25,,,,4,2,0.2,0.5');
});

it('shows counts too, and each method has a look of its own, wherever it is in the list', () => {
  expect(figureCurves(comparison, 'tests').map(({ points }) => points.map(({ y }) => y))).toEqual([[5, 5], [5, 5], [5]]);
  expect(figureCurves(comparison, 'laterSwaps')[0]!.points).toEqual([
    { x: 10, y: 2 },
    { x: 20, y: 2 },
  ]);
  expect(figureCurves(comparison, 'firstTime')[2]!.points).toEqual([{ x: 20, y: 4 }]);
  expect(leafCurves(comparison, 'nodes').map(({ points }) => points)).toEqual([[{ x: 20, y: 9 }], [{ x: 20, y: 4 }]]);
  const all: SceneComparison['broad'] = [
    ...(['insertion', 'shell', 'native'] as const).map((sort) => ({ ...comparison.broad[0]!, sort, segments: 1 })),
    { ...comparison.broad[0]!, sort: 'shell', segments: 0 },
    ...(['tree', 'grid', 'brute'] as const).map((method) => ({ ...comparison.broad[0]!, method, sort: null, segments: null })),
  ];
  const looks = figureCurves({ ...comparison, broad: all });
  expect(new Set(looks.map(({ colour }) => colour)).size).toBe(7);
  const alone = figureCurves({ ...comparison, broad: all.slice(5, 6) })[0]!;
  expect(alone.colour).toBe(looks.find(({ name }) => name === 'grid')!.colour);
});

it.each([
  [
    [0.03, 0.7],
    [0.01, 1],
  ],
  [
    [1, 10],
    [1, 10],
  ],
  [
    [5, 5],
    [1, 10],
  ],
  [
    [1, 1],
    [1, 10],
  ],
  [
    [999, 1001],
    [100, 10_000],
  ],
])('the scale of %j is %j: no point lies outside of its ticks', (values, range) => {
  expect(roundRange(values)).toEqual(range);
  const ticks = logTicks(roundRange(values), 7);
  expect(ticks[0]).toBeLessThanOrEqual(Math.min(...values));
  expect(ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(...values));
});
