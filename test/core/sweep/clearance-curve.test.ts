import { transformOf, type Transform } from '#core/math/transform';
import type { Vec3 } from '#core/math/vec3';
import { meshDistance } from '#core/pair/distance/distance';
import { clearanceCurve } from '#core/sweep/motion/clearance-curve';
import { contactEvents } from '#core/sweep/motion/contact-events';
import { meshMotion } from '#core/sweep/motion/mesh-motion';
import { motionPose } from '#core/sweep/motion/path';
import { motionRivals } from '#core/sweep/motion/rivals/motion-rivals';
import { describe, expect, it } from 'vitest';
import { ball, box, placed } from '../../fixtures/shapes.ts';
import { treed } from '../../fixtures/treed.ts';

const at = (translate: Vec3, rotateDegrees: Vec3 = [0, 0, 0]): Transform => transformOf({ translate, rotateDegrees, scale: [1, 1, 1] });
const plate = treed(box([-5, -5, 0], [5, 5, 1e-3]));
const small = treed(placed(ball(12, 8), 0.1));
const through = { path: 'linear', from: at([0, 0, 5]), to: at([0, 0, -5]) } as const;

describe('the clearance over time', () => {
  it('is the distance of the placed meshes at each time', () => {
    const request = { path: 'screw', from: at([0, 0, 3]), to: at([1, 0, 2], [0, 60, 0]) } as const;
    const { path } = meshMotion(plate, small, request);
    const { times, distances } = clearanceCurve(plate, small, path, 8);
    expect([...times]).toEqual([0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1]);
    times.forEach((time, i) => expect(distances[i]).toBe(meshDistance(plate, small, motionPose(path, time)).distance));
  });

  it('gives what it knows after each time', () => {
    const { path } = meshMotion(plate, small, through);
    const counts: number[] = [];
    clearanceCurve(plate, small, path, 4, undefined, (_, count) => counts.push(count));
    expect(counts).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('the contact events', () => {
  it('are the proven contact, and the end of contact between two samples', () => {
    const result = meshMotion(plate, small, through);
    const events = contactEvents(result, clearanceCurve(plate, small, result.path, 100));
    expect(events.map(({ kind, isProven }) => [kind, isProven])).toEqual([
      ['hit', true],
      ['ends', false],
    ]);
    expect(events[0]!.from).toBe(result.interval![0]);
    expect(events[1]!.from).toBeCloseTo(0.51, 9);
    expect(events[1]!.to).toBeCloseTo(0.52, 9);
  });

  it('name the closest sample of a motion without contact', () => {
    const result = meshMotion(plate, small, { path: 'linear', from: at([0, 0, 5]), to: at([0, 0, 1]) });
    const events = contactEvents(result, clearanceCurve(plate, small, result.path, 10));
    expect(events).toEqual([{ kind: 'closest', from: 1, to: 1, isProven: false }]);
  });

  it('begin at 0 for meshes that touch at the start, and show a second contact', () => {
    // The ball leaves the plate by a turn about a far pivot and comes back.
    const motion = {
      path: 'slerp',
      from: at([0, 0, 0]),
      to: at([0, 0, 0]),
      pivot: [0, 0, 3] as Vec3,
      axis: [0, 1, 0] as Vec3,
      angle: 2 * Math.PI,
    } as const;
    const result = meshMotion(plate, small, motion);
    const events = contactEvents(result, clearanceCurve(plate, small, result.path, 48));
    expect(result.state).toBe('startsTouching');
    expect(events.map(({ kind }) => kind)).toEqual(['start', 'ends', 'begins']);
  });
});

describe('the older methods next to a proven result', () => {
  it('miss, agree and are early as they are known to', () => {
    const missed = motionRivals(plate, small, meshMotion(plate, small, through));
    expect(missed.bisection).toMatchObject({ time: null, verdict: 'misses' });
    expect(missed.boxes.verdict).toBe('agrees');
    const blade = treed(box([-2, -0.05, -0.05], [2, 0.05, 0.05]));
    const post = treed(box([1.2, 1.2, -1], [1.3, 1.3, 1]));
    const turn = meshMotion(post, blade, { path: 'slerp', from: at([0, 0, 0]), to: at([0, 0, 0], [0, 0, 90]) });
    expect(motionRivals(post, blade, turn).boxes).toMatchObject({ time: null, verdict: 'misses' });
    const apart = meshMotion(plate, small, { path: 'linear', from: at([0, 0, 5]), to: at([0, 0, 1]) });
    expect(motionRivals(plate, small, apart)).toMatchObject({
      bisection: { time: null, verdict: 'agrees' },
      boxes: { time: null, verdict: 'agrees' },
    });
    // The box of a ball that passes a corner of another ball overlaps, the balls do not.
    const [one, other] = [treed(ball(12, 8)), treed(ball(12, 8))];
    const pass = meshMotion(one, other, { path: 'linear', from: at([-6, 1.8, 1.8]), to: at([6, 1.8, 1.8]) });
    expect(pass.state).toBe('apart');
    expect(motionRivals(one, other, pass).boxes.verdict).toBe('invents');
  });
});
