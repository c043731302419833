import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { noProgress } from '#core/progress';
import type { BroadPhase } from '#core/scene/broad/broad-phase';
import { createBroadPhase } from '#core/scene/broad/create-broad-phase';
import { createUniformGrid } from '#core/scene/broad/grid/uniform-grid';
import { createDynamicTree } from '#core/scene/broad/tree/dynamic-tree';
import { moveOn, movingBoxes } from '../../bench/moving-boxes.ts';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes of typed arrays. Memory of other tests is freed by a later turn. */
async function heldBytes(): Promise<number> {
  for (let turn = 0; turn < 3; turn++) {
    collect();
    await setTimeout(20);
  }
  return process.memoryUsage().arrayBuffers;
}

/** In TypeScript, whose memory is counted. */
const methods: Readonly<Record<string, (count: number) => BroadPhase>> = {
  sap: (count) => createBroadPhase({ method: 'sap', sort: 'shell', segments: 0 }, count, null),
  grid: (count) => createUniformGrid(count, null, null),
  tree: (count) => createDynamicTree(count, null),
};

interface Growth {
  readonly tests: number;
  readonly pairs: number;
  readonly bytes: number;
}

/** What the third of three steps takes for each box, and the memory that is kept then. */
async function growthOf(make: (count: number) => BroadPhase, count: number): Promise<Growth> {
  const moving = movingBoxes(count);
  const before = await heldBytes();
  const phase = make(count);
  const [first, second] = [phase.update(moving.boxes, noProgress), (moveOn(moving), phase.update(moving.boxes, noProgress))];
  moveOn(moving);
  const { tests, found } = phase.update(moving.boxes, noProgress);
  const bytes = (await heldBytes()) - before;
  expect([first.tests, second.tests].every((value) => value > 0)).toBe(true);
  // Kept until here.
  phase.update(moving.boxes, noProgress);
  return { tests: tests / count, pairs: found.words / 2 / count, bytes: bytes / count };
}

describe('work and memory for each box, at the same density', () => {
  /** Tests for each box, at most, and bytes for each box, at most. */
  const limits: Readonly<Record<string, readonly [tests: number, bytes: number]>> = { sap: [3.5, 110], grid: [7, 110], tree: [20, 180] };

  it.each(Object.keys(methods))('hardly grow from 2,500 to 40,000 boxes: %s', async (method) => {
    const small = await growthOf(methods[method]!, 2500);
    const large = await growthOf(methods[method]!, 40_000);
    const [tests, bytes] = limits[method]!;
    expect(large.pairs / small.pairs).toBeCloseTo(1, 0);
    for (const one of [small, large]) {
      expect(one.tests).toBeLessThan(tests);
      expect(one.tests).toBeGreaterThan(one.pairs);
      expect(one.bytes).toBeLessThan(bytes);
      expect(one.bytes).toBeGreaterThan(20);
    }
    // Trees grow by a level with each doubling, whose tests are few.
    expect(large.tests / small.tests).toBeLessThan(1.3);
    expect(large.bytes / small.bytes).toBeLessThan(1.1);
  });
});
