import type { SceneRun } from '#core/scene';
import { expect, it } from 'vitest';
import { checkListedPairs } from '../../main/cli/scene-report.ts';

const pairs = new Uint32Array(2 * 100_000);
const runOf = (steps: number): SceneRun => ({
  steps: [],
  firstPairs: pairs,
  firstOverlaps: null,
  stepPairs: Array.from({ length: steps }, () => ({ pairs, overlaps: null })),
});

it('more pairs than one JSON document holds are refused with their number', () => {
  expect(() => checkListedPairs(runOf(50), false)).not.toThrow();
  expect(() => checkListedPairs(runOf(50), true)).toThrow(/^The lists have 5,100,000 pairs, .* at most 5,000,000$/);
  expect(() => checkListedPairs({ ...runOf(0), stepPairs: null }, true)).not.toThrow();
});
