import { effect } from '@preact/signals-core';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it, vi } from 'vitest';
import { defaultValues } from '#core/options/option';
import { rayOptions } from '#core/options/ray-options';
import { sphereOptions } from '#core/options/sphere-options';
import { closestPoint } from '#core/query/closest/closest';
import { pushOut } from '#core/query/sphere/push-out';
import { sphereOverlap } from '#core/query/sphere/sphere';
import { applyPushOut, changeSphere, previewSphere } from '../../../../renderer/commands/actions.ts';
import { followClosedMeshes } from '../../../../renderer/state/sphere/find-closed.ts';
import type { SphereInput } from '../../../../renderer/state/store/records.ts';
import { withoutDocument, withoutSphere, withSelection, withSphere } from '../../../../renderer/state/store/scene-edits.ts';
import { touchIndex, touchOf } from '../../../../renderer/state/sphere/sphere-query.ts';
import type { WritableStore } from '../../../../renderer/state/store/store.ts';
import { ball, box, joined } from '../../../fixtures/shapes.ts';
import { storeWith } from '../../scene/scene-fixture.ts';

const kept: object[] = [];
const mesh = ball(48, 24);
const input: SphereInput = { document: 1, center: [0.9, 0.1, 0.2], radius: 0.4, options: defaultValues(sphereOptions) };

describe('the result for the sphere of the scene', () => {
  it('has the touches and the push-out that the core gives', () => {
    const store = ready({ sphere: input });
    const tree = store.scene.value.trees.get(1)!.tree;
    const wanted = sphereOverlap(tree, mesh, input, { isClosed: true });
    const outcome = store.sphere.value!;
    expect([...outcome.triangles]).toEqual(wanted.touches.map(({ triangle }) => triangle));
    expect([...outcome.triangles].map((triangle) => touchOf(outcome, triangle))).toEqual(wanted.touches);
    expect(outcome.isCenterInside).toBe(true);
    expect(store.pushOut.value?.result).toEqual(pushOut(tree, mesh, input, { isClosed: true, ...input.options }));
  });

  it('returns the nearest surface, and how few nodes are visited from the previous triangle', () => {
    const store = ready({ sphere: input });
    const tree = store.scene.value.trees.get(1)!.tree;
    expect(store.sphere.value!.nearest).toMatchObject({ cachedVisited: null });
    previewSphere(store, { center: [0.91, 0.1, 0.2] });
    const { triangle, distance, nodesVisited, cachedVisited } = store.sphere.value!.nearest!;
    const { closest, stats } = closestPoint(tree, mesh, [0.91, 0.1, 0.2]);
    expect([triangle, distance, nodesVisited]).toEqual([closest!.triangle, closest!.distance, stats.nodesVisited]);
    expect(cachedVisited).toBeLessThanOrEqual(nodesVisited);
  });

  it('waits with the push-out until it is known whether the mesh is closed', () => {
    const store = storeWith([mesh], { sphere: input });
    expect(store.sphere.value?.triangles.length).toBeGreaterThan(0);
    expect(store.sphere.value?.isCenterInside).toBeNull();
    expect(store.pushOut.value).toBeNull();
  });

  it('finds where a triangle stands among those touched', () => {
    const outcome = ready({ sphere: input }).sphere.value!;
    expect([...outcome.triangles].map((triangle) => touchIndex(outcome, triangle))).toEqual([...outcome.triangles.keys()]);
    expect(touchIndex(outcome, outcome.triangles.at(-1)! + 1)).toBeNull();
  });

  it('reports why a sphere is invalid, and returns nothing', () => {
    const store = ready({ sphere: { ...input, center: [Number.NaN, 0, 0] } });
    expect(store.sphere.value).toBeNull();
    expect(store.sphereProblem.value?.code).toBe('invalid-argument');
    expect(store.pushOut.value).toBeNull();
  });

  it('says so while the mesh has no tree yet', () => {
    const store = storeWith([mesh], { sphere: input, trees: new Map() });
    expect(store.sphere.value).toBeNull();
    expect(store.sphereProblem.value).toMatchObject({ message: 'There is no tree yet', location: { file: '1.obj' } });
  });

  it('reports the time of warm calls, not of the first one', () => {
    const store = ready({ sphere: input });
    let [milliseconds, readings] = [0, 0];
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (milliseconds += readings++ === 1 ? 1.5 : 0.125));
    expect(store.sphere.value?.microseconds).toBe(125);
    // The clock is read once before, for the budget.
    [milliseconds, readings] = [0, -1];
    expect(store.pushOut.value?.microseconds).toBe(125);
    clock.mockRestore();
  });

  it('pushes a sphere with very many overlaps out when it rests, and a small one live', () => {
    const store = ready({ sphere: input });
    previewSphere(store, { radius: 0.41 });
    expect(store.pushOut.value?.input.radius).toBe(0.41);
    previewSphere(store, { radius: 5 });
    expect(store.sphere.value?.triangles.length).toBeGreaterThan(2000);
    expect(store.pushOut.value).toBeNull();
    store.history.settle('Change radius');
    expect(store.pushOut.value?.result.left).toEqual([]);
  });

  it('is not pushed on for longer than the page can wait; applying what there is goes on from there', () => {
    const sheets = joined([box([-1, -1, -1], [1, 1, 1]), box([1.5, -1, -1], [2, 1, 1])]);
    const store = ready({ sphere: { ...input, center: [1.2, 0, 0], radius: 0.5, options: { ...input.options, steps: 6 } } }, sheets);
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 20));
    const { isInterrupted, steps, left } = store.pushOut.value!.result;
    expect([isInterrupted, steps.length, left.length > 0]).toEqual([true, 2, true]);
    applyPushOut(store);
    expect(store.scene.value.sphere?.center).toEqual(steps[1]!.center);
    expect(store.pushOut.value?.result.steps).toHaveLength(2);
    clock.mockRestore();
  });

  it('is moved by its push-out in one step, after which it touches nothing', () => {
    const store = ready({ sphere: input });
    applyPushOut(store);
    expect(store.sphere.value?.triangles.length).toBe(0);
    expect(store.history.marks.value.map(({ title }) => title)).toEqual(['Start', 'Push sphere out']);
    applyPushOut(store);
    expect(store.history.marks.value.length).toBe(2);
    store.history.undo();
    expect(store.scene.value.sphere).toBe(input);
  });
});

describe('whether a mesh is closed', () => {
  it('is found once for each mesh, soon after its first sphere and not at once', () => {
    const store = storeWith([mesh, box()]);
    const soon: (() => void)[] = [];
    const stop = followClosedMeshes(store, (run) => soon.push(run));
    expect(soon).toEqual([]);
    changeSphere(store, 'Sphere', input);
    previewSphere(store, { radius: 0.3 });
    expect(soon.length).toBe(1);
    expect(store.closedMeshes.value.size).toBe(0);
    soon[0]!();
    expect([...store.closedMeshes.value]).toEqual([[mesh, true]]);
    expect(store.pushOut.value).not.toBeNull();
    stop();
  });

  it('is found again where it was forgotten, because other parts were queried meanwhile', () => {
    const store = storeWith([mesh], { sphere: input });
    const waiting: (() => void)[] = [];
    const stop = followClosedMeshes(store, (run) => waiting.push(run));
    const runAll = (): void => waiting.splice(0).forEach((run) => run());
    runAll();
    expect(store.closedMeshes.value.get(mesh)).toBe(true);
    store.closedMeshes.value = new Map();
    runAll();
    expect(store.closedMeshes.value.get(mesh)).toBe(true);
    stop();
  });

  it('is found for the active document when the tool is taken in hand, and forgotten with a closed document', () => {
    const store = storeWith([mesh, box()], { tool: 'sphere' });
    const soon: (() => void)[] = [];
    const stop = followClosedMeshes(store, (run) => soon.push(run));
    soon[0]!();
    store.documents.value = store.documents.peek().slice(1);
    store.history.rewrite((scene) => ({ ...scene, activeDocument: 2 }));
    soon[1]!();
    expect([...store.closedMeshes.value].map(([known]) => known)).toEqual([store.documents.peek()[0]!.mesh!.mesh]);
    stop();
  });
});

it('a closed mesh and its tree leave the memory', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const held = ((): WeakRef<object>[] => {
    const own = ball(20, 10);
    const store = ready(
      { sphere: input, ray: { document: 1, origin: [0, 0, 5], direction: [0, 0, -1], far: 9, options: defaultValues(rayOptions) } },
      own,
    );
    kept.push(store);
    const stopFollowing = followClosedMeshes(store, () => {});
    const stop = effect(() => void [store.sphere.value, store.ray.value, store.pushOut.value]);
    expect(store.sphere.value).not.toBeNull();
    expect(store.ray.value).not.toBeNull();
    const refs = [new WeakRef(own), new WeakRef(store.scene.value.trees.get(1)!.tree)];
    store.history.rewrite((scene) => withoutDocument(scene, 1, null));
    store.documents.value = [];
    expect(store.closedMeshes.value.size).toBe(0);
    expect([store.sphere.value, store.ray.value]).toEqual([null, null]);
    stop();
    stopFollowing();
    return refs;
  })();
  await vi.waitUntil(
    () => {
      collect();
      return held.every((one) => one.deref() === undefined);
    },
    { timeout: 20_000 },
  );
});

describe('edits of the sphere', () => {
  it('that change nothing return the same scene', () => {
    const scene = ready({ sphere: input }).scene.value;
    expect(withSphere(scene, 1, { radius: 0.4 })).toBe(scene);
    const without = withoutSphere(scene);
    expect(withoutSphere(without)).toBe(without);
  });

  it('removing it, or its document, takes a selected touch along and no hit', () => {
    const scene = ready({ sphere: input }).scene.value;
    const touch = withSelection(scene, { kind: 'touch', triangle: 3 });
    expect(withoutSphere(touch).selection).toBeNull();
    expect(withoutDocument(touch, 1, null)).toMatchObject({ sphere: null, selection: null });
    expect(withoutDocument(touch, 2, null).selection).toEqual({ kind: 'touch', triangle: 3 });
    const hit = withSelection(scene, { kind: 'hit', hit: 0 });
    expect(withoutSphere(hit).selection).toEqual({ kind: 'hit', hit: 0 });
  });
});

/** Document 1 is the ball, which is known to be closed. */
function ready(change: Parameters<typeof storeWith>[1], of = mesh): WritableStore {
  const store = storeWith([of], change);
  store.closedMeshes.value = new Map([[of, true]]);
  return store;
}
