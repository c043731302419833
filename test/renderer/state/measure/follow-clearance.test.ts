import { describe, expect, test } from 'vitest';
import { identityTransform, transformOf } from '#core/math/transform';
import { meshDistanceBruteForce } from '#core/pair/distance/brute-force';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { setClearance } from '../../../../renderer/commands/measure-actions.ts';
import { withSide } from '../../../../renderer/state/measure/clearance.ts';
import type { Clearance, ClearanceSide } from '../../../../renderer/state/measure/measure-kinds.ts';
import { followClearance } from '../../../../renderer/state/measure/follow-clearance.ts';
import type { SpawnMeasure, ToMeasureWorker } from '../../../../renderer/state/measure/measure-messages.ts';
import { poseAtRest, withMovingMesh, withMovingPose } from '../../../../renderer/state/store/scene-edits.ts';
import type { WritableStore } from '../../../../renderer/state/store/store.ts';
import { serveMeasure } from '../../../../renderer/workers/serve-measure.ts';
import { ball, box, joined, meshOf, named, placed } from '../../../fixtures/shapes.ts';
import { storeWith } from '../../scene/scene-fixture.ts';

/** A worker that measures when it is told to, and counts what it got. */
function slowWorker(): { spawn: SpawnMeasure; run: () => void; counts: { spawned: number; holds: number; queries: number } } {
  const counts = { spawned: 0, holds: 0, queries: 0 };
  let waiting: (() => void)[] = [];
  const spawn: SpawnMeasure = (message) => {
    counts.spawned++;
    let isAlive = true;
    const receive = serveMeasure({ post: (sent) => isAlive && message(sent), now: () => 0 });
    return {
      post(sent: ToMeasureWorker) {
        if (sent.kind === 'hold') counts.holds++;
        else counts.queries++;
        waiting.push(() => isAlive && receive(sent));
      },
      terminate: () => void (isAlive = false),
    };
  };
  const run = (): void => {
    const now = waiting;
    waiting = [];
    for (const each of now) each();
  };
  return { spawn, run, counts };
}

function measured(store: WritableStore): Clearance {
  const state = store.clearance.value;
  if (state.kind !== 'done') throw new Error(`The state is ${state.kind}`);
  return state.clearance;
}

const two = joined([named('left', box()), named('right', placed(ball(16, 8), 0.5, [4, 0.2, 0.1]))]);

function partOf(mesh: TriangleMesh, part: number): TriangleMesh {
  const { firstTriangle, triangleCount } = mesh.parts[part]!;
  return { ...mesh, indices: mesh.indices.slice(3 * firstTriangle, 3 * (firstTriangle + triangleCount)), parts: [] };
}

describe('the clearance of two parts', () => {
  test('is their exact distance, with points on both and the numbers of the file', () => {
    const store = storeWith([two]);
    const { spawn, run } = slowWorker();
    const stop = followClearance(store, spawn);
    setClearance(store, 'Measure', [
      { document: 1, part: 1 },
      { document: 1, part: 0 },
    ]);
    expect(store.clearance.value).toMatchObject({ kind: 'running', last: null });
    run();
    const { distance, triangles, points } = measured(store);
    expect(distance).toBeCloseTo(meshDistanceBruteForce(partOf(two, 1), partOf(two, 0), identityTransform)!, 12);
    expect(Math.hypot(...points[0].map((value, i) => value - points[1][i]!))).toBeCloseTo(distance, 12);
    expect(triangles[0]).toBeGreaterThanOrEqual(12);
    expect(triangles[1]).toBeLessThan(12);
    expect(points[1][0]).toBe(1);
    setClearance(store, 'Clear', []);
    expect(store.clearance.value).toEqual({ kind: 'none' });
    stop();
  });

  test('follows the moving mesh, whichever was chosen first, with one tree for all poses', () => {
    const store = storeWith([box(), ball(12, 6)]);
    store.history.rewrite((scene) => withMovingMesh(scene, 2, 1));
    const { spawn, run, counts } = slowWorker();
    const stop = followClearance(store, spawn);
    for (const sides of [
      [1, 2],
      [2, 1],
    ] as const) {
      setClearance(
        store,
        'Measure',
        sides.map((document): ClearanceSide => ({ document, part: null })),
      );
      run();
      const { queries, holds } = counts;
      for (const x of [3, 4, 2.5]) {
        const pose = { ...poseAtRest, translate: [x, 0.3, 0], rotateDegrees: [0, 30, 0], scale: 2 } as const;
        store.history.rewrite((scene) => withMovingPose(scene, pose));
        run();
        const placement = transformOf({ translate: [x, 0.3, 0], rotateDegrees: [0, 30, 0], scale: [2, 2, 2] });
        const { distance, points } = measured(store);
        expect(distance).toBeCloseTo(meshDistanceBruteForce(box(), ball(12, 6), placement)!, 12);
        // The point of the box comes first if the box was chosen first.
        expect(Math.max(...points[sides[0] === 1 ? 0 : 1].map(Math.abs))).toBeLessThanOrEqual(1);
      }
      expect([counts.queries - queries, counts.holds - holds]).toEqual([3, 0]);
    }
    stop();
  });

  test('keeps the last result while the mesh moves, and measures the newest pose only', () => {
    const store = storeWith([box(), box()]);
    store.history.rewrite((scene) => withMovingMesh(scene, 2, 1));
    const { spawn, run, counts } = slowWorker();
    const stop = followClearance(store, spawn);
    setClearance(store, 'Measure', [
      { document: 1, part: null },
      { document: 2, part: null },
    ]);
    for (const x of [3, 4, 5]) store.history.rewrite((scene) => withMovingPose(scene, { translate: [x, 0, 0] }));
    expect(counts.queries).toBe(1);
    run();
    expect(store.clearance.value).toMatchObject({ kind: 'running', last: { distance: 0 } });
    run();
    expect([measured(store).distance, counts.queries]).toEqual([3, 2]);
    stop();
  });

  test('ends the worker when other parts are chosen during a measurement, and says why there is no result', () => {
    const empty = meshOf([NaN, 0, 0, 1, 0, 0, 0, 1, 0], [0, 1, 2]);
    const store = storeWith([box(), placed(box(), 1, [5, 0, 0]), empty]);
    const { spawn, run, counts } = slowWorker();
    const stop = followClearance(store, spawn);
    const choose = (a: number, b: number): void =>
      setClearance(store, 'Measure', [
        { document: a, part: null },
        { document: b, part: null },
      ]);
    choose(1, 2);
    choose(2, 1);
    expect(counts.spawned).toBe(2);
    run();
    expect(measured(store).distance).toBe(3);
    choose(1, 3);
    run();
    expect(store.clearance.value).toMatchObject({ kind: 'failed', problem: { code: 'no-triangles' } });
    choose(1, 2);
    run();
    expect(measured(store).distance).toBe(3);
    stop();
  });
});

test('a third part begins again, and a part is not measured against itself', () => {
  const [a, b, c] = [0, 1, 2].map((part): ClearanceSide => ({ document: 1, part })) as [ClearanceSide, ClearanceSide, ClearanceSide];
  expect(withSide(withSide([], a), a)).toEqual([a]);
  expect(withSide([a], b)).toEqual([a, b]);
  expect(withSide([a, b], c)).toEqual([c]);
});
