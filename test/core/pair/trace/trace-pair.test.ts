import { transformOf, transformPoint, type Transform } from '#core/math/transform';
import { dot, type Vec3 } from '#core/math/vec3';
import { triangleCount } from '#core/mesh/triangle-mesh';
import { triangleVertices } from '#core/mesh/triangle-vertices';
import { meshDistance } from '#core/pair/distance/distance';
import { pairs, surfacesIntersect } from '#core/pair/pairs/pairs';
import { pairsBruteForce } from '#core/pair/pairs/brute-force';
import { axisName, createSeparator, separationOf, widestGap } from '#core/pair/trace/separation';
import { tracePair, type TracePairQuery } from '#core/pair/trace/trace-pair';
import { explainPairOfTriangles, explainTriangleOfPair } from '#core/pair/trace/why-pair';
import { pairStepText, pairVerdictText } from '#core/pair/trace/words';
import type { TreedMesh } from '#core/pair/treed-mesh';
import { replayTrace, stackAfter, statesAfter } from '#core/query/trace/replay';
import { actionOf, type Trace } from '#core/query/trace/trace';
import { triangleAt } from '#core/tree/leaf-order';
import { nodeRange } from '#core/tree/node-range';
import { describe, expect, it } from 'vitest';
import { treeKinds } from '../../../fixtures/kinds.ts';
import { seededRandom } from '../../../fixtures/random.ts';
import { ball, box, soup } from '../../../fixtures/shapes.ts';
import { treed } from '../../../fixtures/treed.ts';

const random = seededRandom(8);
const placements: readonly Transform[] = [
  transformOf({ translate: [0.7, 0.1, 0], rotateDegrees: [0, 0, 0], scale: [1, 1, 1] }),
  transformOf({ translate: [0.9, 0.9, 0.4], rotateDegrees: [20, 30, 40], scale: [1, 1.5, 0.5] }),
  transformOf({ translate: [3, -1, 0.5], rotateDegrees: [90, 0, 45], scale: [1, 1, 1] }),
];

/** The vertices of the triangles below a node, in A's space. */
function pointsBelow({ tree, mesh }: TreedMesh, node: number, placement: Transform | null): Vec3[] {
  const { first, count } = nodeRange(tree, node);
  const corners = Array.from({ length: count }, (_, i) => triangleVertices(mesh, triangleAt(tree, first + i))).flat();
  return placement === null ? corners : corners.map((corner) => transformPoint(placement, corner));
}

/** Checks that a culled pair is separated by its axis: the vertices below both nodes lie in disjoint intervals. */
function checkSeparations(a: TreedMesh, b: TreedMesh, aFromB: Transform, trace: Trace, query: TracePairQuery): number {
  const separator = createSeparator(a.tree, b.tree, aFromB);
  let checked = 0;
  for (let step = 0; step < trace.count; step++) {
    if (actionOf(trace, step) !== 'cull') continue;
    const [nodeA, nodeB] = [trace.subjects[step]!, trace.subjectsB[step]!];
    const found = (query === 'distance' ? widestGap : separationOf)(separator, nodeA, nodeB);
    expect(found.axis).toBe(trace.axes[2 * step]);
    expect(axisName(found.axis)).not.toBe('');
    expect(dot(found.direction, found.direction)).toBeCloseTo(1, 12);
    if (query !== 'distance') expect(found.gap).toBeGreaterThan(0);
    const slack = 1e-5;
    for (const [points, [low, high]] of [
      [pointsBelow(a, nodeA, null), found.intervalA],
      [pointsBelow(b, nodeB, aFromB), found.intervalB],
    ] as const) {
      // Of all points at once: an `expect` for each takes longer than the trace.
      const along = points.map((point) => dot(point, found.direction));
      expect(Math.min(...along)).toBeGreaterThanOrEqual(low - slack);
      expect(Math.max(...along)).toBeLessThanOrEqual(high + slack);
    }
    checked++;
  }
  return checked;
}

describe('a trace of two meshes', () => {
  for (const kind of treeKinds) {
    it(`visits and tests what the query does, with its result: ${kind}`, () => {
      const a = treed(soup(40, random), { kind });
      const b = treed(ball(6, 4), { kind: kind === 'dop14' ? 'aabb' : kind });
      let separated = 0;
      for (const aFromB of placements) {
        const expected = {
          pairs: pairs(a, b, aFromB),
          overlap: surfacesIntersect(a, b, aFromB),
          distance: meshDistance(a, b, aFromB),
        };
        const brute = [...pairsBruteForce(a.mesh, b.mesh, aFromB)];
        for (const query of ['pairs', 'overlap', 'distance'] as const) {
          const trace = tracePair(a, b, aFromB, query);
          const { stats } = expected[query];
          expect(trace.stats).toEqual({ nodesVisited: stats.nodePairsTested, trianglesTested: stats.trianglePairsTested });
          const replayed = replayTrace(trace);
          expect({ nodesVisited: replayed.nodesVisited, trianglesTested: replayed.trianglesTested }).toEqual(trace.stats);
          const witness = query === 'overlap' ? expected.overlap.witness : expected.distance.witness;
          expect([...trace.result]).toEqual(query === 'pairs' ? [...expected.pairs.pairs] : witness === null ? [] : [witness.a, witness.b]);
          if (query === 'pairs') expect([...trace.result]).toEqual(brute);
          if (!trace.isStopped) expect(stackAfter(trace, trace.count)).toEqual([]);
          separated += checkSeparations(a, b, aFromB, trace, query);
          checkExplained(a, b, trace, brute, query);
        }
      }
      expect(separated).toBeGreaterThan(20);
    });
  }

  function checkExplained(a: TreedMesh, b: TreedMesh, trace: Trace, brute: readonly number[], query: TracePairQuery): void {
    const intersecting = new Set<string>();
    for (let i = 0; i < brute.length; i += 2) intersecting.add(`${brute[i]} ${brute[i + 1]}`);
    let tested = 0;
    for (let i = 0; i < triangleCount(a.mesh); i++) {
      for (let j = 0; j < triangleCount(b.mesh); j += 7) {
        const { kind, ...verdict } = explainPairOfTriangles(trace, a.tree, b.tree, i, j);
        expect(['tested', 'culled', 'skipped', ...(trace.isStopped ? ['stopped'] : [])]).toContain(kind);
        if (kind === 'tested') tested++;
        if (query === 'pairs' && intersecting.has(`${i} ${j}`) && 'step' in verdict) expect(actionOf(trace, verdict.step)).toBe('hit');
      }
      const own = explainTriangleOfPair(trace, a.tree, i, false);
      const tests = trace.actions.reduce((sum, action, step) => sum + (action >= 5 && trace.subjects[step] === i ? 1 : 0), 0);
      expect(own.kind === 'tested' ? own.count : 0).toBe(tests);
    }
    let steps = 0;
    for (let step = 0; step < trace.count; step++) if (trace.actions[step]! >= 5 && trace.subjectsB[step]! % 7 === 0) steps++;
    expect(tested).toBe(steps);
  }

  it('reports the axis with both intervals, and why triangles were not tested, in words', () => {
    const a = treed(box([0, 0, 0], [1, 1, 1]), { leafTriangles: 16 });
    const b = treed(box([0, 0, 0], [1, 1, 1]), { leafTriangles: 16 });
    const right = transformOf({ translate: [1.5, 0, 0], rotateDegrees: [0, 0, 0], scale: [1, 1, 1] });
    const trace = tracePair(a, b, right, 'pairs');
    expect(trace.count).toBe(1);
    expect(pairStepText(trace, 'pairs', 0)).toBe('Culled nodes 0 of A and 0 of B: a gap of 0.5 along face x of A.');
    expect(separationOf(createSeparator(a.tree, b.tree, right), 0, 0)).toEqual({
      axis: 0,
      direction: [1, 0, 0],
      intervalA: [0, 1],
      intervalB: [1.5, 2.5],
      gap: 0.5,
    });
    const why = explainTriangleOfPair(trace, a.tree, 3, false);
    expect(pairVerdictText(trace, 'pairs', why)).toBe(
      'Not tested. Step 1 decided: Culled nodes 0 of A and 0 of B: a gap of 0.5 along face x of A.',
    );
    expect([...statesAfter(trace, 1, 1)]).toEqual([4]);
    const near = tracePair(a, b, right, 'distance');
    expect(pairVerdictText(near, 'distance', explainTriangleOfPair(near, b.tree, 0, true))).toMatch(/^Tested at step 3/);
  });
});
