import type { Vec3 } from '#core/math/vec3';
import { replayTrace, stackAfter } from '#core/query/trace/replay';
import { actionOf } from '#core/query/trace/trace';
import { traceRow } from '#core/query/trace/trace-row';
import { explainTriangle } from '#core/query/trace/why';
import { sweepShape, type ShapeSweep } from '#core/sweep/convex/sweep-shape';
import { traceSweep } from '#core/sweep/convex/trace-sweep';
import { expect, it } from 'vitest';
import { treeKinds } from '../../fixtures/kinds.ts';
import { seededRandom } from '../../fixtures/random.ts';
import { ball, soup } from '../../fixtures/shapes.ts';
import { treed } from '../../fixtures/treed.ts';

const random = seededRandom(77);
const point = (): Vec3 => [4 * random() - 2, 4 * random() - 2, 4 * random() - 2];
const sweeps: readonly ShapeSweep[] = Array.from({ length: 8 }, (_, i): ShapeSweep => {
  const shape = i % 2 === 0 ? ({ kind: 'sphere', radius: 0.2 } as const) : ({ kind: 'capsule', axis: [0.2, 0.1, 0], radius: 0.1 } as const);
  return { shape, from: point(), to: point() };
});

it.each(treeKinds)('a traced sweep has the result, the counts and the steps of the sweep: %s', (kind) => {
  let hits = 0;
  for (const mesh of [ball(12, 6), soup(80, seededRandom(4))]) {
    const { tree } = treed(mesh, { kind });
    for (const sweep of sweeps) {
      for (const accepts of [null, (triangle: number): boolean => triangle % 3 !== 0]) {
        const { contact, stats } = sweepShape(tree, mesh, sweep, {}, undefined, accepts);
        const trace = traceSweep(tree, mesh, sweep, {}, undefined, accepts);
        expect([...trace.result]).toEqual(contact === null ? [] : [contact.triangle]);
        expect(trace.stats).toEqual({ nodesVisited: stats.nodesVisited, trianglesTested: stats.trianglesTested });
        const replayed = replayTrace(trace);
        expect({ nodesVisited: replayed.nodesVisited, trianglesTested: replayed.trianglesTested }).toEqual(trace.stats);
        expect(stackAfter(trace, trace.count)).toEqual([]);
        if (contact === null) continue;
        hits++;
        expect(explainTriangle(trace, tree, contact.triangle).kind).toBe('tested');
        const best = Array.from({ length: trace.count }, (_, step) => step).findLast((step) => actionOf(trace, step) === 'best');
        if (best !== undefined) expect(traceRow(trace, tree, 'sweep', best).text).toMatch(/the first contact so far, at time [\d.e-]+\.$/);
      }
    }
  }
  expect(hits).toBeGreaterThan(5);
});
