import { createBroadPhase as createBoxBroadPhase } from '#core/library/scenes';
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

/** What kinds of boxes and pairs a scene has. */
function kindsOf(boxes: Float64Array): Readonly<Record<'touching' | 'equal' | 'flat' | 'points' | 'huge', boolean>> {
  const kinds = { touching: false, equal: false, flat: false, points: false, huge: false };
  const sizes = (i: number): readonly number[] => [0, 1, 2].map((axis) => boxes[6 * i + 3 + axis]! - boxes[6 * i + axis]!);
  const count = boxes.length / 6;
  for (let i = 0; i < count; i++) {
    const zeros = sizes(i).filter((size) => size === 0).length;
    kinds.flat ||= zeros === 1;
    kinds.points ||= zeros === 3;
    let covered = 0;
    for (let j = 0; j < count; j++) {
      if (i === j) continue;
      const gaps = [0, 1, 2].map((axis) =>
        Math.max(boxes[6 * i + axis]! - boxes[6 * j + 3 + axis]!, boxes[6 * j + axis]! - boxes[6 * i + 3 + axis]!),
      );
      const largest = Math.max(...gaps);
      kinds.touching ||= largest === 0;
      kinds.equal ||= boxes.subarray(6 * i, 6 * i + 6).every((value, k) => value === boxes[6 * j + k]);
      if (largest <= 0) covered++;
    }
    kinds.huge ||= count > 10 && covered > count / 3;
  }
  return kinds;
}

describe('pairs of boxes', () => {
  const seeds = Array.from({ length: scaled(1000) }, (_, i) => firstSeed + i);
  const expected = seeds.map((seed) => run(plain('brute'), seed));

  it('exist in the scenes', () => {
    const total = expected.reduce((sum, { count }) => sum + count, 0);
    expect(total).toBeGreaterThan(100 * seeds.length);
  });

  it('are of boxes that touch, are equal, flat or huge, and have sets and filters', () => {
    const counts = { touching: 0, equal: 0, flat: 0, points: 0, huge: 0, sets: 0 };
    for (const seed of seeds) {
      const { boxes, filter } = boxScene(seed);
      const kinds = kindsOf(boxes);
      for (const kind of ['touching', 'equal', 'flat', 'points', 'huge'] as const) counts[kind] += kinds[kind] ? 1 : 0;
      counts.sets += filter !== null && new Set(filter.moving).size === 2 ? 1 : 0;
    }
    for (const [kind, count] of Object.entries(counts)) expect(count, kind).toBeGreaterThan(seeds.length / 5);
  });

  it('with a number that is not finite are refused with the number of the box', () => {
    let refused = 0;
    for (const seed of seeds) {
      const { boxes } = boxScene(seed);
      if (boxes.length === 0) continue;
      const random = seededRandom(seed + 2);
      const at = Math.floor(boxes.length * random());
      boxes[at] = [Number.NaN, Infinity, -Infinity][Math.floor(3 * random())]!;
      for (const method of ['sap', 'tree', 'grid', 'brute'] as const)
        expect(() => createBoxBroadPhase(boxes.length / 6, { method }).pairs(boxes), `scene ${seed}`).toThrow(
          `Box ${Math.floor(at / 6)} is not finite`,
        );
      refused++;
    }
    expect(refused).toBeGreaterThan(seeds.length / 2);
  });

  it.each(methods)('are those of brute force at every step: %s', (_, make) => {
    seeds.forEach((seed, i) => {
      expect(run(make, seed).pairs, `scene ${seed}`).toEqual(expected[i]!.pairs);
    });
  });
});
