import { describe, expect, it } from 'vitest';
import { theKernel } from '#core/kernel/compile-kernel';
import { noProgress } from '#core/progress';
import { sortedBoxPairs } from '#core/scene/broad/box-pairs';
import type { BroadPhase } from '#core/scene/broad/broad-phase';
import { createBruteForce } from '#core/scene/broad/brute-force';
import { createUniformGrid } from '#core/scene/broad/grid/uniform-grid';
import { boxScene, moveBoxes } from '../../fixtures/box-scenes.ts';
import { seededRandom } from '../../fixtures/random.ts';

const pairsOf = (phase: BroadPhase, boxes: Float64Array): number[] => {
  const { found } = phase.update(boxes, noProgress);
  return Array.from(sortedBoxPairs(found, boxes.length / 6, noProgress));
};

describe('the uniform grid in WebAssembly', () => {
  it('finds the pairs of brute force, with the tests of the TypeScript, step after step', () => {
    expect(theKernel).not.toBeNull();
    let pairs = 0;
    let levels = 0;
    for (let seed = 1; seed <= 150; seed++) {
      const scene = boxScene(seed);
      const { boxes, filter } = scene;
      const count = boxes.length / 6;
      const [kernel, script, brute] = [
        createUniformGrid(count, filter),
        createUniformGrid(count, filter, null),
        createBruteForce(count, filter),
      ];
      const random = seededRandom(seed);
      for (let step = 0; step < 4; step++) {
        if (step > 0) moveBoxes(scene, random);
        const expected = pairsOf(brute, boxes);
        expect(pairsOf(kernel, boxes)).toEqual(expected);
        expect(pairsOf(script, boxes)).toEqual(expected);
        const [own, other] = [kernel.update(boxes, noProgress).tests, script.update(boxes, noProgress).tests];
        expect(own).toBe(other);
        pairs += expected.length / 2;
        if (own > count) levels++;
      }
    }
    expect(pairs).toBeGreaterThan(10_000);
    expect(levels).toBeGreaterThan(100);
  });

  it.each([0, 1, 2, 5])('takes %d boxes', (count) => {
    const boxes = Float64Array.from({ length: 6 * count }, (_, k) => (k % 6 < 3 ? 0 : 1));
    expect(pairsOf(createUniformGrid(count, null), boxes)).toHaveLength(count * (count - 1));
  });

  it('goes on where its list of pairs is full', () => {
    // 400 boxes at one place have 79,800 pairs; a call lists 65,536 at most.
    const count = 400;
    const boxes = Float64Array.from({ length: 6 * count }, (_, k) => (k % 6 < 3 ? 0 : 1));
    const phase = createUniformGrid(count, null);
    for (let step = 0; step < 2; step++) {
      const { found } = phase.update(boxes, noProgress);
      expect(found.words).toBe(count * (count - 1));
      expect(new Set(sortedBoxPairs(found, count, noProgress)).size).toBe(count);
    }
  });

  it('decides in f64 what f32 rounds to the same number, and takes boxes beyond its range', () => {
    const gap = 1 + 2 ** -40;
    const boxes = Float64Array.of(0, 0, 0, 1, 1, 1, gap, 0, 0, 2, 1, 1, 1, 0, 0, 2, 1, 1);
    expect(pairsOf(createUniformGrid(3, null), boxes)).toEqual([0, 2, 1, 2]);
    const far = Float64Array.of(-1e300, 0, 0, 1e300, 1, 1, 1e39, 0, 0, 1e40, 1, 1, 2e300, 0, 0, 3e300, 1, 1);
    expect(pairsOf(createUniformGrid(3, null), far)).toEqual([0, 1]);
  });
});
