import type { SceneOptions } from '#core/options';
import { noProgress } from '#core/progress';
import { sortedBoxPairs } from '#core/scene/broad/box-pairs';
import { checkBoxes } from '#core/scene/broad/check-boxes';
import { createBroadPhase } from '#core/scene/broad/create-broad-phase';
import { gapSort, insertionGaps, shellGaps } from '#core/scene/broad/sweep-and-prune/gap-sort';
import { segmentSizes, sizesBy } from '#core/scene/broad/sweep-and-prune/segments';
import { createDynamicTree } from '#core/scene/broad/tree/dynamic-tree';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../fixtures/random.ts';

/** `count` boxes of one size in a cube. */
function cloud(count: number, half: number, size: number, random: () => number): Float64Array {
  const boxes = new Float64Array(6 * count);
  for (let i = 0; i < count; i++) {
    for (let axis = 0; axis < 3; axis++) {
      const min = half * (2 * random() - 1);
      boxes[6 * i + axis] = min;
      boxes[6 * i + 3 + axis] = min + size;
    }
  }
  return boxes;
}

function drift(boxes: Float64Array, stride: number, random: () => number): void {
  for (let at = 0; at < boxes.length; at += 6) {
    for (let axis = 0; axis < 3; axis++) {
      const step = stride * (2 * random() - 1);
      boxes[at + axis]! += step;
      boxes[at + 3 + axis]! += step;
    }
  }
}

describe('segments', () => {
  it('are equal but for a smaller last one', () => {
    expect(segmentSizes(70, 4)).toEqual([20, 20, 20, 10]);
    expect(segmentSizes(70, 1)).toEqual([70]);
    expect(segmentSizes(7, 4)).toEqual([2, 2, 2, 1]);
    expect(segmentSizes(3, 9)).toEqual([1, 1, 1]);
    expect(segmentSizes(0, 4)).toEqual([]);
    for (let boxes = 1; boxes < 200; boxes++) {
      for (let segments = 1; segments < 40; segments++) {
        const sizes = segmentSizes(boxes, segments);
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(boxes);
        expect(sizes.length).toBeLessThanOrEqual(segments);
        expect(sizes.slice(0, -1).every((size) => size === sizes[0] && size >= sizes.at(-1)!)).toBe(true);
      }
    }
  });
});

describe('sorting by gaps', () => {
  it.each([
    ['Shell', shellGaps],
    ['insertion', insertionGaps],
  ] as const)('orders any numbers: %s', (_, gaps) => {
    const random = seededRandom(3);
    for (let count = 0; count < 120; count++) {
      const given = Float64Array.from({ length: count }, () => Math.floor(20 * random()) - 10);
      const keys = given.slice();
      const order = Uint32Array.from({ length: count }, (_unused, i) => i);
      gapSort(keys, order, 0, count, gaps);
      expect(Array.from(keys)).toEqual(Array.from(given).sort((a, b) => a - b));
      expect(Array.from(order, (i) => given[i])).toEqual(Array.from(keys));
    }
  });

  it('counts the inversions of insertion sort, and none in a sorted list', () => {
    const sort = (values: number[], gaps: readonly number[]): number =>
      gapSort(Float64Array.from(values), new Uint32Array(values.length), 0, values.length, gaps);
    expect(sort([3, 2, 1], insertionGaps)).toBe(3);
    expect(sort([2, 1, 4, 3], insertionGaps)).toBe(2);
    expect(sort([1, 2, 3, 3], shellGaps)).toBe(0);
  });
});

describe('sweep and prune', () => {
  it('moves few elements when the boxes moved little, and fewer with segments', () => {
    const swapsOf = (segments: number): readonly number[] => {
      const random = seededRandom(7);
      const boxes = cloud(2000, 50, 1, random);
      const phase = createBroadPhase({ method: 'sap', sort: 'insertion', segments }, 2000, null);
      return [0, 1, 2].map(() => {
        const { swaps } = phase.update(boxes, noProgress);
        drift(boxes, 0.02, random);
        return swaps!;
      });
    };
    const [first, second, third] = swapsOf(1) as [number, number, number];
    // A random order of n has n(n - 1)/4 inversions.
    expect(first / (3 * (2000 * 1999)) / 0.25).toBeCloseTo(1, 1);
    expect(second).toBeLessThan(first / 500);
    expect(third).toBeLessThan(first / 500);
    expect(swapsOf(16)[0]).toBeLessThan(first / 10);
  });

  it('compares fewer boxes with segments, and splits large ones', () => {
    const random = seededRandom(8);
    const boxes = cloud(3000, 20, 0.5, random);
    const run = (segments: number) => createBroadPhase({ method: 'sap', sort: 'shell', segments }, 3000, null).update(boxes, noProgress);
    expect(run(1).sweep).toMatchObject({ segments: [1, 1, 1], pieces: 3000 });
    expect(run(8).tests).toBeLessThan(run(1).tests / 10);
    expect(run(8).sweep).toMatchObject({ segments: [8, 8, 8], segmentBoxes: [400, 400, 400], pieces: 3000 });
    for (let axis = 0; axis < 3; axis++) [boxes[axis], boxes[3 + axis]] = [-99, 99];
    // One box over 8 x 8 segments is 4 x 4 pieces.
    expect(run(8).sweep?.pieces).toBe(3015);
  });

  it('uses fewer segments when large boxes would lie in too many', () => {
    const boxes = cloud(400, 1, 30, seededRandom(9));
    const { sweep, found } = createBroadPhase({ method: 'sap', sort: 'shell', segments: 64 }, 400, null).update(boxes, noProgress);
    const [first, second] = sweep!.segments.filter((_, axis) => axis !== sweep!.axis);
    expect(first! * second!).toBeLessThan(64);
    expect(found.words / 2).toBe((400 * 399) / 2);
  });

  describe('of 70 equal boxes in a row', () => {
    const row = (gap: number): Float64Array =>
      Float64Array.from({ length: 70 }, (_, i) => (1 + gap) * i).reduce((boxes, x, i) => {
        boxes.set([x, 0, 0, x + 1, 1, 1], 6 * i);
        return boxes;
      }, new Float64Array(420));

    it('cuts every axis into 20, 20, 20 and 10 with 4 segments', () => {
      const { sweep } = createBroadPhase({ method: 'sap', sort: 'shell', segments: 4 }, 70, null).update(row(0), noProgress);
      expect(sweep).toMatchObject({ axis: 0, segments: [4, 4, 4], segmentBoxes: [20, 20, 20] });
      expect(sizesBy(70, sweep!.segmentBoxes[0])).toEqual([20, 20, 20, 10]);
    });

    it.each([
      ['touching', 0, 69],
      ['overlapping', -0.6, 69 + 68],
      ['apart', 0.5, 0],
    ])('finds the pairs of brute force with every number of segments: %s', (_, gap, count) => {
      const boxes = row(gap);
      const pairsOf = (options: Pick<SceneOptions, 'method' | 'sort' | 'segments'>): string[] => {
        const phase = createBroadPhase(options, 70, null);
        // The second step starts from the order and the cut of the first one.
        return [0, 1].map(() => sortedBoxPairs(phase.update(boxes, noProgress).found, 70, noProgress).join(' '));
      };
      const expected = pairsOf({ method: 'brute', sort: 'shell', segments: 0 });
      expect(expected[0]!.split(' ').filter((text) => text !== '')).toHaveLength(2 * count);
      for (const sort of ['shell', 'insertion', 'native'] as const)
        for (let segments = 0; segments <= 75; segments++)
          expect(pairsOf({ method: 'sap', sort, segments }), `${sort}, ${segments} segments`).toEqual(expected);
    });
  });
});

describe('the dynamic tree', () => {
  it('changes nothing for small motions, refits for larger ones, and inserts again after jumps', () => {
    const random = seededRandom(11);
    const boxes = cloud(500, 20, 1, random);
    const tree = createDynamicTree(500, null);
    tree.update(boxes, noProgress);
    drift(boxes, 0.001, random);
    expect(tree.update(boxes, noProgress).tree).toMatchObject({ refitted: 0, reinserted: 0 });
    drift(boxes, 0.5, random);
    const moved = tree.update(boxes, noProgress).tree!;
    expect(moved.refitted).toBeGreaterThan(300);
    expect(moved.reinserted).toBe(0);
    drift(boxes, 30, random);
    expect(tree.update(boxes, noProgress).tree!.reinserted).toBeGreaterThan(300);
  });

  it('saves tests with a tree for each set', () => {
    const boxes = cloud(2000, 10, 1, seededRandom(12));
    const moving = Uint8Array.from({ length: 2000 }, (_, i) => (i < 200 ? 1 : 0));
    const all = new Uint32Array(2000).fill(1);
    const filter = { moving, layers: all, masks: all };
    const apart = createDynamicTree(2000, filter, true).update(boxes, noProgress);
    const together = createDynamicTree(2000, filter, false).update(boxes, noProgress);
    expect(sortedBoxPairs(apart.found, 2000, noProgress)).toEqual(sortedBoxPairs(together.found, 2000, noProgress));
    expect(apart.tests).toBeLessThan(together.tests / 2);
  });
});

describe('boxes', () => {
  it.each([
    [[0, 0, 0, 1, 1, Number.NaN], 'Box 0 is not finite'],
    [[0, 0, 0, 1, 1, 1, 0, 0, -Infinity, 1, 1, 1], 'Box 1 is not finite'],
    [[0, 0, 0, 1, -1, 1], 'Box 0 has a min above its max'],
    [[0, 0, 0, 1], '4 numbers are no list of boxes'],
  ])('are refused by name: %j', (numbers, message) => {
    expect(() => checkBoxes(Float64Array.from(numbers))).toThrow(message);
  });

  const extremes = [
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    [-1e308, -1e308, -1e308, 1e308, 1e308, 1e308, 5, 5, 5, 6, 6, 6],
    [0, 0, 0, 5e-324, 1e-323, 0, 0, 0, 0, 0, 1e-323, 5e-324],
  ];
  it.each(['sap', 'tree', 'grid', 'brute'] as const)('of extreme sizes are a pair: %s', (method) => {
    for (const numbers of extremes) {
      const phase = createBroadPhase({ method, sort: 'shell', segments: 3 }, 2, null);
      for (let step = 0; step < 2; step++) {
        const { found } = phase.update(Float64Array.from(numbers), noProgress);
        expect(Array.from(found.pairs.subarray(0, found.words)), String(numbers)).toEqual([0, 1]);
      }
    }
  });
});
