import { noProgress } from '#core/progress';
import { createBroadPhase } from '#core/scene/broad/create-broad-phase';
import { countPossiblePairs } from '#core/scene/broad/possible-pairs';
import { expect, it } from 'vitest';
import { boxScene } from '../../fixtures/box-scenes.ts';

it('possible pairs are those that brute force tests', () => {
  let filtered = 0;
  for (let seed = 0; seed < 200; seed++) {
    const { boxes, filter } = boxScene(seed);
    const count = boxes.length / 6;
    const { tests } = createBroadPhase({ method: 'brute', sort: 'shell', segments: 0 }, count, filter).update(boxes, noProgress);
    expect(countPossiblePairs(filter, count), `scene ${seed}`).toBe(tests);
    if (tests < (count * (count - 1)) / 2) filtered++;
  }
  expect(filtered).toBeGreaterThan(50);
});

it('possible pairs of too many different masks are not counted', () => {
  const count = 5000;
  const masks = Uint32Array.from({ length: count }, (_, i) => i);
  const ones = new Uint32Array(count).fill(1);
  expect(countPossiblePairs({ moving: new Uint8Array(count).fill(1), layers: ones, masks }, count)).toBeNull();
  expect(countPossiblePairs({ moving: new Uint8Array(count).fill(1), layers: ones, masks: ones }, count)).toBe((count * (count - 1)) / 2);
});
