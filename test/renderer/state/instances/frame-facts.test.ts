import { describe, expect, it } from 'vitest';
import { frameBounds, instanceStages, scenePairRow, stagesOf } from '../../../../renderer/state/instances/frame-facts.ts';
import { axisBars, axisPicture, explainedAxis } from '../../../../renderer/state/instances/axis-picture.ts';
import type { SceneFrame } from '../../../../renderer/state/instances/scene-messages.ts';

const facts = { pairs: 3, swaps: 0, tests: 3, milliseconds: 0, sweep: null, tree: null, narrow: null };
const pairs = Uint32Array.from([0, 1, 0, 3, 2, 3]);
const frame: SceneFrame = {
  step: 0,
  facts,
  matrices: new Float64Array(16 * 5),
  boxes: Float64Array.from([0, 0, 0, 1, 1, 1, -2, 0, 0, 1, 1, 1, 0, 5, 0, 1, 9, 1, 0, 0, 0, 1, 6, 1, 7, 7, 7, 7, 8, 8]),
  pairs,
  stages: Uint8Array.from([2, 0, 1]),
};

describe('the facts of a step', () => {
  it('each pair has the farthest stage that lists it', () => {
    expect(Array.from(stagesOf(pairs, Uint32Array.from([0, 1, 2, 3]), Uint32Array.from([0, 1])))).toEqual([2, 0, 1]);
    expect(Array.from(stagesOf(pairs, null, null))).toEqual([0, 0, 0]);
  });

  it('an instance has the farthest stage of its pairs', () => {
    expect(Array.from(instanceStages(frame))).toEqual([3, 3, 2, 2, 0]);
  });

  it('finds the row of every pair, and none for others', () => {
    expect([0, 1, 2].map((row) => scenePairRow(frame, { i: pairs[2 * row]!, j: pairs[2 * row + 1]! }))).toEqual([0, 1, 2]);
    expect([scenePairRow(frame, { i: 1, j: 2 }), scenePairRow(frame, { i: 4, j: 5 }), scenePairRow(frame, null)]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it('bounds all boxes, and none without boxes', () => {
    expect(frameBounds(frame)).toEqual({ min: [-2, 0, 0], max: [7, 9, 8] });
    expect(frameBounds({ boxes: new Float64Array(0) })).toBeNull();
  });
});

describe('the picture of an axis', () => {
  it('70 boxes in four segments are 20, 20, 20 and 10; those that cross a border lie in both', () => {
    // Box k begins at k, in reverse order; every tenth is long.
    const boxes = new Float64Array(6 * 70);
    for (let i = 0; i < 70; i++) boxes.set([69 - i, 0, 0, 69 - i + (i % 10 === 0 ? 15 : 0.5), 1, 1], 6 * i);
    const picture = axisPicture(boxes, 0, 20);
    expect(picture.sizes).toEqual([20, 20, 20, 10]);
    expect(picture.borders).toEqual([20, 40, 60]);
    expect(picture.order[0]).toBe(69);
    // Long boxes begin at 9, 19, 29, … and end 15 later: those at 9, 19, 29, 39, 49 and 59 reach the next border.
    expect(picture.crossing).toBe(6);
    expect(axisPicture(boxes, 0, null)).toMatchObject({ sizes: [70], borders: [], crossing: 0 });
  });

  it('shows a cut axis on which boxes are spread at first, and the swept one if there is none', () => {
    const sweep = { axis: 0, segments: [4, 4, 4], segmentBoxes: [20, 20, 20], pieces: 70, comparisons: 900, entries: 80 } as const;
    const boxes = (y: number, z: number): Float64Array =>
      Float64Array.from({ length: 6 * 70 }, (_, at) => [9, y, z][at % 3]! * Math.floor(at / 6) + (at % 6 > 2 ? 1 : 0));
    expect(explainedAxis(boxes(1, 2), sweep)).toBe(2);
    expect(explainedAxis(boxes(2, 1), sweep)).toBe(1);
    expect(explainedAxis(boxes(0, 0), sweep)).toBe(0);
    expect(explainedAxis(boxes(2, 1), null)).toBe(0);
  });

  it('sorts from the order of the step before to the same picture', () => {
    const boxes = Float64Array.from({ length: 6 * 500 }, (_, at) => ((at * 7919) % 1009) / 10 + (at % 6 > 2 ? 200 : 0));
    const before = axisPicture(boxes, 1, 60);
    for (let i = 0; i < 500; i++) boxes[6 * i + 1]! += (i % 3) - 1;
    expect(axisPicture(boxes, 1, 60, before)).toEqual(axisPicture(boxes, 1, 60));
    expect(axisPicture(boxes.slice(0, 60), 1, 60, before)).toEqual(axisPicture(boxes.slice(0, 60), 1, 60));
    // A bar is cut if it begins before a border and reaches it.
    const { mins, maxs, borders, crossing } = axisPicture(boxes, 1, 60);
    expect(crossing).toBe([...mins].filter((min, at) => borders.some((border) => min < border && border <= maxs[at]!)).length);
    expect(borders).toHaveLength(8);
  });

  it('many boxes are drawn as few bars, which keep their extent and all boxes', () => {
    const boxes = new Float64Array(6 * 1000);
    for (let i = 0; i < 1000; i++) boxes.set([i, 0, 0, i + 1, 1, 1], 6 * i);
    const bars = axisBars(axisPicture(boxes, 0, null), 160);
    expect(bars).toHaveLength(143);
    expect(bars[0]).toMatchObject({ min: 0, max: 7 });
    expect(bars.reduce((sum, bar) => sum + bar.boxes.length, 0)).toBe(1000);
    expect(axisBars(axisPicture(new Float64Array(0), 0, 1), 160)).toEqual([]);
  });
});
