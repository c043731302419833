import { noProgress } from '#core/progress';
import { sortedBoxPairs } from '#core/scene/broad/box-pairs';
import type { BroadPhase } from '#core/scene/broad/broad-phase';
import { createBroadPhase } from '#core/scene/broad/create-broad-phase';
import { createUniformGrid } from '#core/scene/broad/grid/uniform-grid';
import { createDynamicTree } from '#core/scene/broad/tree/dynamic-tree';
import { describe, expect, it } from 'vitest';
import { boxScene, moveBoxes, type BoxScene } from '../fixtures/box-scenes.ts';
import { seededRandom } from '../fixtures/random.ts';
import { scaled } from '../fixtures/scale.ts';

type Make = (count: number, filter: BoxScene['filter']) => BroadPhase;

const sap = (sort: 'shell' | 'insertion' | 'native', segments: number): readonly [string, Make] => [
  `sap, ${sort}, ${segments} segments`,
  (count, filter) => createBroadPhase({ method: 'sap', sort, segments }, count, filter),
];
const plain = (method: 'grid' | 'tree' | 'brute'): Make => {
  return (count, filter) => createBroadPhase({ method, sort: 'shell', segments: 0 }, count, filter);
};

const methods: readonly (readonly [string, Make])[] = [
  ...(['shell', 'insertion', 'native'] as const).flatMap((sort) => [0, 1, 2, 3, 4, 7, 40, 1024].map((segments) => sap(sort, segments))),
  ['grid', plain('grid')],
  ['grid in TypeScript', (count, filter) => createUniformGrid(count, filter, null)],
  ['tree', plain('tree')],
  ['one tree for both sets', (count, filter) => createDynamicTree(count, filter, false)],
];

const steps = 4;
const firstSeed = Number(process.env['BOXWOOD_TEST_SEED']) % 1e6;

/** Returns the pairs of every step, one line each. */
function run(make: Make, seed: number): { readonly pairs: string[]; readonly count: number } {
  const scene = boxScene(seed);
  const count = scene.boxes.length / 6;
  const phase = make(count, scene.filter);
  const random = seededRandom(seed + 1);
  const pairs: string[] = [];
  let found = 0;
  for (let step = 0; step < steps; step++) {
    const result = phase.update(scene.boxes, noProgress);
    found += result.found.words / 2;
    pairs.push(sortedBoxPairs(result.found, count, noProgress).join(' '));
    moveBoxes(scene, random);
  }
  return { pairs, count: found };
}

describe('pairs of boxes', () => {
  const seeds = Array.from({ length: scaled(1000) }, (_, i) => firstSeed + i);
  const expected = seeds.map((seed) => run(plain('brute'), seed));

  it('exist in the scenes', () => {
    const total = expected.reduce((sum, { count }) => sum + count, 0);
    expect(total).toBeGreaterThan(100 * seeds.length);
  });

  it.each(methods)('are those of brute force at every step: %s', (_, make) => {
    seeds.forEach((seed, i) => {
      expect(run(make, seed).pairs, `scene ${seed}`).toEqual(expected[i]!.pairs);
    });
  });
});
