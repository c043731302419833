import { seededRandom } from '#core/math/seeded-random';
import { transformOf, type Transform } from '#core/math/transform';
import { pairRow } from '#core/pair/trace/pair-row';
import { explainPairOfTriangles } from '#core/pair/trace/why-pair';
import { replayTrace } from '#core/query/trace/replay';
import { actionOf, reasonOf } from '#core/query/trace/trace';
import { meshMotion, type MotionRequest } from '#core/sweep/motion/mesh-motion';
import { motionSeparations } from '#core/sweep/motion/node-gap';
import { motionPath, motionPose } from '#core/sweep/motion/path';
import { traceMotion } from '#core/sweep/motion/trace-motion';
import { describe, expect, it } from 'vitest';
import { treeKinds } from '../../fixtures/kinds.ts';
import { ball, box, knot, meshOf, placed, soup } from '../../fixtures/shapes.ts';
import { treed } from '../../fixtures/treed.ts';

const meshes = [ball(12, 6), placed(knot(2, 3, 24, 4), 0.5), soup(60, seededRandom(8), 1, 0.4)];
const settings = { firstTest: 'none' } as const;

function requests(): readonly MotionRequest[] {
  const random = seededRandom(31);
  const number = (): number => 2 * random() - 1;
  const pose = (x: number): Transform =>
    transformOf({
      translate: [x + number(), number(), number()],
      rotateDegrees: [180 * number(), 180 * number(), 180 * number()],
      scale: [1, 1, 1],
    });
  return Array.from({ length: 9 }, (_, i): MotionRequest => {
    return { path: (['linear', 'slerp', 'screw'] as const)[i % 3]!, from: pose(5), to: pose(i % 2 === 0 ? -2 : 4) };
  });
}

describe.each(treeKinds)('a traced motion through trees of kind %s', (kind) => {
  it('has the contact, the counts and the pairs of the search', () => {
    const states: Record<string, number> = {};
    const reasons = new Set<string>();
    requests().forEach((request, i) => {
      const a = treed(meshes[i % 3]!, { kind });
      const b = treed(meshes[(i + 1) % 3]!, { kind });
      const { state, witness, stats } = meshMotion(a, b, request, settings);
      const trace = traceMotion(a, b, request, settings);
      states[state] = (states[state] ?? 0) + 1;
      expect(trace.stats).toEqual({ nodesVisited: stats.nodePairsTested, trianglesTested: stats.trianglePairsTested });
      expect([...trace.result]).toEqual(state === 'hit' ? [witness!.a.triangle, witness!.b.triangle] : []);
      const { nodesVisited, trianglesTested } = replayTrace(trace);
      expect({ nodesVisited, trianglesTested }).toEqual(trace.stats);
      if (state === 'hit')
        expect(explainPairOfTriangles(trace, a.tree, b.tree, witness!.a.triangle, witness!.b.triangle).kind).toBe('tested');
      const separations = motionSeparations(a, b, request, settings, trace);
      for (let step = 0; step < trace.count; step++) {
        if (actionOf(trace, step) !== 'cull') expect(separations(step)).toBeNull();
        else {
          reasons.add(reasonOf(trace, step));
          const { gap, intervalA, intervalB } = separations(step)!;
          expect(gap).toBeGreaterThan(0);
          expect(intervalA[1] < intervalB[0] || intervalB[1] < intervalA[0]).toBe(true);
        }
      }
    });
    expect(states['hit']).toBeGreaterThan(2);
    expect(states['apart']).toBeGreaterThan(0);
    expect([...reasons].sort()).toEqual(['axis', 'slabs']);
  });
});

describe('a traced motion', () => {
  // Two triangles: one at rest in the plane z = 0, one that falls on it, or past it.
  const a = treed(meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]));
  const b = treed(meshOf([0, 0, 0, 1, 0, 0, 0, 1, 0.5], [0, 1, 2]));
  const at = (x: number, y: number, z: number): Transform =>
    transformOf({ translate: [x, y, z], rotateDegrees: [0, 0, 0], scale: [1, 1, 1] });

  it('can be cancelled', () => {
    const request = { path: 'linear', from: at(0, 0, 2), to: at(0, 0, -2) } as const;
    const stop = (): never => {
      throw new Error('stopped');
    };
    expect(() => traceMotion(a, b, request, settings, 10, stop)).toThrow('stopped');
  });

  it('says in words when boxes begin to overlap, and when the first contact is', () => {
    const request = { path: 'linear', from: at(0, 0, 2), to: at(0, 0, -2) } as const;
    const trace = traceMotion(a, b, request, settings);
    const texts = Array.from({ length: trace.count }, (_, step) => pairRow(trace, 'motion', step, null).text);
    expect(texts[0]).toBe('Nodes 0 of A and 0 of B go on the stack: their boxes overlap from time 0.5 on.');
    expect(texts.at(-1)).toBe('Tested triangles 0 of A and 0 of B: the first contact so far, at time 0.5.');
  });

  it('names the axis with its smallest gap, and both intervals, where one axis separates all the time', () => {
    const request = { path: 'linear', from: at(3, 0, 2), to: at(2, 0, -2) } as const;
    const trace = traceMotion(a, b, request, settings);
    expect(pairRow(trace, 'motion', 0, motionSeparations(a, b, request, settings, trace)(0))).toMatchObject({
      action: 'cull',
      reason: 'axis',
      text: 'Culled nodes 0 of A and 0 of B: a gap of at least 1 along face x of A during this part of the motion.',
      separation: { axis: 'face x of A', direction: [1, 0, 0] },
    });
    const { intervalA, intervalB, gap } = motionSeparations(a, b, request, settings, trace)(0)!;
    [...intervalA, ...intervalB, gap].forEach((value, i) => expect(value).toBeCloseTo([0, 1, 2, 3, 1][i]!, 5));
  });

  it('names the two axes and times where boxes pass each other at different times', () => {
    // Along x they overlap up to time 0.2 or so, along z from time 0.4 or so on.
    const request = { path: 'linear', from: at(0, 0, 2.1), to: at(5, 0, -2.9) } as const;
    const trace = traceMotion(a, b, request, settings);
    const row = pairRow(trace, 'motion', 0, motionSeparations(a, b, request, settings, trace)(0));
    expect(row).toMatchObject({ action: 'cull', reason: 'slabs', separation: { axis: 'face x of A' } });
    expect(row.text).toMatch(
      /^Culled nodes 0 of A and 0 of B: they overlap along face z of A from time 0\.\d+ on, and along face x of A only until time 0\.\d+\.$/,
    );
    // z: from 2.1 down by 5. x: from 0 to 1 and up by 5.
    expect(trace.values[0]).toBeCloseTo(0.42, 5);
    expect(trace.values[1]).toBeCloseTo(0.2, 5);
  });

  it('moves the boxes of B with its pose in each segment of a rotation', () => {
    const [fixed, moving] = [treed(placed(box(), 1, [6, 0, 0])), treed(box())];
    const turned = transformOf({ translate: [0, 0, 0], rotateDegrees: [0, 0, (3 * 180) / Math.PI], scale: [1, 1, 1] });
    const request = { path: 'slerp', from: at(0, 0, 0), to: turned, axis: [0, 0, 1], angle: 3, pivot: [0, 0, 0] } as const;
    const trace = traceMotion(fixed, moving, request, settings);
    const separations = motionSeparations(fixed, moving, request, settings, trace);
    const path = motionPath(request, [0, 0, 0]);
    // The roots of each of the segments, the box around a rotated square: from √2 at 45° to 1 at 90°.
    expect(trace.count).toBe(30);
    for (let step = 0; step < trace.count; step++) {
      const middle = motionPose(path, (step + 0.5) / 30);
      const reach = Math.abs(middle[0]!) + Math.abs(middle[4]!);
      expect(Math.abs(separations(step)!.intervalB[1] - reach)).toBeLessThan(0.06);
    }
  });
});
