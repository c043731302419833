import { describe, expect, it } from 'vitest';
import { triangleCount, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { transformOf } from '#core/math/transform';
import { buildOptions } from '#core/options/build-options';
import { defaultValues } from '#core/options/option';
import { pairOptions } from '#core/options/pair-options';
import { rayOptions } from '#core/options/ray-options';
import { sphereOptions } from '#core/options/sphere-options';
import { pairs } from '#core/pair';
import { boxOverlap, closestPoint, pushOut, raycast, sphereOverlap } from '#core/query';
import { openTree } from '#core/tree/open-tree';
import { buildTree } from '#core/tree/build-tree';
import { type IndexSet, has, membersOf, setOf } from '../../../../renderer/state/selection/index-set.ts';
import { hiddenKey } from '../../../../renderer/state/store/records.ts';
import { withTree } from '../../../../renderer/state/store/scene-edits.ts';
import type { WritableStore } from '../../../../renderer/state/store/store.ts';
import { followPairs } from '../../../../renderer/state/pair/follow-pairs.ts';
import type { FromPairWorker } from '../../../../renderer/state/pair/pair-messages.ts';
import { followVisibleTrees } from '../../../../renderer/state/visibility/follow-visible-trees.ts';
import { visibleMesh } from '../../../../renderer/state/visibility/visible-mesh.ts';
import type { FromVisibleWorker, ToVisibleWorker } from '../../../../renderer/state/visibility/visible-messages.ts';
import { serveVisibleTree } from '../../../../renderer/workers/serve-visible-tree.ts';
import { servePairs } from '../../../../renderer/workers/serve-pairs.ts';
import { ball, box, joined, placed, soup } from '../../../fixtures/shapes.ts';
import { seededRandom } from '../../../fixtures/random.ts';
import { loadedTree, openDocument, storeWith, treeOf } from '../../scene/scene-fixture.ts';

const mesh = joined([ball(16, 8), soup(120, seededRandom(21), 2, 0.5), placed(box(), 1, [1.5, 0, 0]), placed(ball(12, 6), 1.5, [0, 1, 0])]);

/** The triangles outside a set as a mesh of their own, made without the code under test, and their indices in the whole mesh. */
function onlyVisible(whole: TriangleMesh, hidden: IndexSet): { readonly mesh: TriangleMesh; readonly original: number[] } {
  const original = Array.from({ length: triangleCount(whole) }, (_, i) => i).filter((i) => !has(hidden, i));
  const indices = original.flatMap((t) => [whole.indices[3 * t]!, whole.indices[3 * t + 1]!, whole.indices[3 * t + 2]!]);
  return { mesh: { positions: whole.positions, indices: Uint32Array.from(indices), parts: [] }, original };
}

/** The hidden triangles when parts 1 and 3 are hidden. */
const hidden = setOf(
  triangleCount(mesh),
  [1, 3].flatMap((part) => Array.from({ length: mesh.parts[part]!.triangleCount }, (_, i) => mesh.parts[part]!.firstTriangle + i)),
);

const kinds = Object.keys(buildOptions.kind.choices) as (keyof typeof buildOptions.kind.choices)[];

describe.each(kinds)('queries on the visible mesh with a tree of kind %s', (kind) => {
  const visible = visibleMesh(mesh, hidden);
  const alone = onlyVisible(mesh, hidden);
  const tree = treeOf(visible, { kind });
  const treeAlone = treeOf(alone.mesh, { kind });
  const random = seededRandom(31);
  const point = (): [number, number, number] => [4 * random() - 2, 4 * random() - 2, 4 * random() - 2];
  const whole = (triangle: number): number => alone.original[triangle]!;

  it('are those on a mesh of the visible parts', () => {
    expect(tree.triangles).toBe(alone.original.length);
    let hits = 0;
    for (let round = 0; round < 40; round++) {
      const ray = { origin: point(), direction: point(), far: Infinity };
      for (const mode of ['first', 'all'] as const) {
        const [a, b] = [raycast(tree, visible, ray, { mode }), raycast(treeAlone, alone.mesh, ray, { mode })];
        expect(a.hits.map(({ triangle, distance }) => [triangle, distance])).toEqual(
          b.hits.map(({ triangle, distance }) => [whole(triangle), distance]),
        );
        expect(a.stats).toEqual(b.stats);
        hits += a.hits.length;
      }
      const sphere = { center: point(), radius: 0.6 * random() };
      const touched = (result: ReturnType<typeof sphereOverlap>): number[] => result.touches.map(({ triangle }) => triangle);
      expect(touched(sphereOverlap(tree, visible, sphere))).toEqual(touched(sphereOverlap(treeAlone, alone.mesh, sphere)).map(whole));
      for (const method of ['closest', 'article'] as const)
        expect(pushOut(tree, visible, sphere, { method }).center).toEqual(pushOut(treeAlone, alone.mesh, sphere, { method }).center);
      const min = point();
      const bounds = { kind: 'aligned', min, max: [min[0] + 0.5, min[1] + 0.5, min[2] + 0.5] } as const;
      expect([...boxOverlap(tree, visible, bounds).triangles]).toEqual([...boxOverlap(treeAlone, alone.mesh, bounds).triangles].map(whole));
      const [near, nearAlone] = [closestPoint(tree, visible, min), closestPoint(treeAlone, alone.mesh, min)];
      expect(near.closest?.distance).toBe(nearAlone.closest?.distance);
      expect(near.closest?.triangle).toBe(whole(nearAlone.closest!.triangle));
    }
    expect(hits).toBeGreaterThan(20);
  });
});

/** Runs builds at once. */
function follow(store: WritableStore): { readonly requests: ToVisibleWorker[]; readonly stop: () => void } {
  const requests: ToVisibleWorker[] = [];
  const stop = followVisibleTrees(store, {
    spawn: (request, message) => {
      requests.push(request);
      message(serveVisibleTree(request));
      return () => {};
    },
    after: (_, run) => {
      run();
      return () => {};
    },
  });
  return { requests, stop };
}

function hide(store: WritableStore, parts: readonly number[]): void {
  store.history.change('Hide', (scene) => ({ ...scene, hidden: new Set(parts.map((part) => hiddenKey(1, part))) }));
}

function see(store: WritableStore, queried: 'all' | 'visible'): void {
  store.history.change('Queries', (scene) => ({ ...scene, queried }));
}

const ray = {
  document: 1,
  origin: [-5, 0.21, 0.13],
  direction: [1, 0, 0],
  far: Infinity,
  options: { ...defaultValues(rayOptions), mode: 'all' },
} as const;
const sphere = { document: 1, center: [1.2, 0.4, 0.1], radius: 0.5, options: defaultValues(sphereOptions) } as const;

describe('what queries see', () => {
  it('is every part by default, and only visible ones by choice, with undo', () => {
    const store = storeWith([mesh], { ray, sphere });
    const { requests, stop } = follow(store);
    const all = store.ray.value!.result.hits.map(({ triangle }) => triangle);
    hide(store, [1, 3]);
    expect(store.ray.value!.result.hits.map(({ triangle }) => triangle)).toEqual(all);
    expect(requests.length).toBe(0);
    see(store, 'visible');
    expect(requests.length).toBe(1);
    const seen = store.ray.value!.result.hits.map(({ triangle }) => triangle);
    expect(seen).toEqual(all.filter((triangle) => !has(hidden, triangle)));
    expect(seen.length).toBeLessThan(all.length);
    expect([...store.sphere.value!.triangles].some((triangle) => has(hidden, triangle))).toBe(false);
    store.history.undo();
    expect(store.ray.value!.result.hits.map(({ triangle }) => triangle)).toEqual(all);
    store.history.redo();
    hide(store, [0]);
    expect(store.ray.value!.result.hits.every(({ triangle }) => triangle >= mesh.parts[0]!.triangleCount)).toBe(true);
    hide(store, []);
    expect(store.ray.value!.result.hits.map(({ triangle }) => triangle)).toEqual(all);
    expect(store.visibleTrees.value.size).toBe(0);
    stop();
  });

  it('waits for the tree of the visible parts instead of showing results of all parts', () => {
    const store = storeWith([mesh], { ray, sphere, queried: 'visible' });
    const pending: { request: ToVisibleWorker; message: (message: FromVisibleWorker) => void; ended: boolean }[] = [];
    const stop = followVisibleTrees(store, {
      spawn: (request, message) => {
        const build = { request, message, ended: false };
        pending.push(build);
        return () => void (build.ended = true);
      },
      after: (_, run) => {
        run();
        return () => {};
      },
    });
    hide(store, [3]);
    expect(store.ray.value).toBeNull();
    expect(store.rayProblem.value?.message).toContain('no tree');
    hide(store, [1, 3]);
    expect(pending.map(({ ended }) => ended)).toEqual([true, false]);
    pending[1]!.message(serveVisibleTree(pending[1]!.request));
    expect(store.ray.value!.result.hits.length).toBeGreaterThan(0);
    hide(store, [0]);
    pending[2]!.message({ kind: 'failed', problem: { code: 'too-large', message: 'No memory', fix: 'Close documents', location: {} } });
    expect(store.ray.value).toBeNull();
    expect(store.log.value.at(-1)?.text).toContain('No memory');
    expect(pending.length).toBe(3);
    // Another tree is tried again.
    store.history.change('Build', (scene) => withTree(scene, 1, loadedTree(mesh)));
    expect(pending.length).toBe(4);
    stop();
  });

  it('builds the tree of the next document after one has failed', () => {
    const store = storeWith([mesh, mesh], { queried: 'visible' });
    const failing: ((reason: string) => void)[] = [];
    const stop = followVisibleTrees(store, {
      spawn: (_request, _message, lost) => {
        failing.push(lost);
        return () => {};
      },
      after: (_, run) => {
        run();
        return () => {};
      },
    });
    store.history.change('Hide', (scene) => ({ ...scene, hidden: new Set([hiddenKey(1, 1), hiddenKey(2, 1)]) }));
    expect(failing.length).toBe(1);
    failing[0]!('');
    expect(failing.length).toBe(2);
    failing[1]!('');
    expect(failing.length).toBe(2);
    stop();
  });

  it('holds for the moving mesh', async () => {
    const moving = placed(ball(10, 5), 0.9, [0.1, 0.1, 0.1]);
    const input = {
      document: 2,
      fixed: 1,
      translate: [0.7, 0.3, 0],
      rotateDegrees: [10, 0, 0],
      scale: 1,
      options: defaultValues(pairOptions),
    } as const;
    const store = storeWith([mesh, moving], { movingMesh: input, queried: 'visible' });
    const stops = [follow(store).stop];
    const follower = followPairs(store, {
      spawn: (message) => {
        const post = (sent: FromPairWorker): void => message(sent);
        const receive = servePairs({
          post,
          turn: () => Promise.resolve(),
          now: () => 0,
          helpers: 0,
          startBuildPool: () => {
            throw new Error('none');
          },
        });
        return { post: receive, terminate: () => {} };
      },
      shared: false,
      after: () => () => {},
    });
    stops.push(() => follower.dispose());
    hide(store, [1, 3]);
    await expect.poll(() => store.pair.value.status.kind).toBe('done');
    const found = store.pair.value.outcome!.found!;
    const alone = onlyVisible(mesh, hidden);
    const expected = pairs(
      { mesh: alone.mesh, tree: treeOf(alone.mesh) },
      { mesh: moving, tree: treeOf(moving) },
      transformOf({ translate: [0.7, 0.3, 0], rotateDegrees: [10, 0, 0], scale: [1, 1, 1] }),
      defaultValues(pairOptions),
    );
    expect(expected.pairCount).toBeGreaterThan(10);
    expect([...found.pairs]).toEqual([...expected.pairs].map((t, i) => (i % 2 === 0 ? alone.original[t]! : t)));
    for (const stop of stops) stop();
  });

  it('is not touched by a document that is hidden as a whole', () => {
    const store = storeWith([mesh], { ray, queried: 'visible', hidden: new Set([hiddenKey(1)]) });
    const { requests, stop } = follow(store);
    expect(requests.length).toBe(0);
    expect(store.ray.value).not.toBeNull();
    stop();
  });
});

describe('the visible mesh', () => {
  it('leaves the arrays of the whole mesh as they are', () => {
    const before = [mesh.positions.slice(), mesh.indices.slice()];
    const visible = visibleMesh(mesh, hidden);
    expect([mesh.positions, mesh.indices]).toEqual(before);
    expect(openTree(buildTree(visible, defaultValues(buildOptions))).triangles).toBe(triangleCount(mesh) - hidden.count);
    expect(visibleMesh(openDocument(1, mesh).mesh!.mesh, setOf(triangleCount(mesh))).indices).toEqual(mesh.indices);
    expect(membersOf(hidden).length).toBe(hidden.count);
  });
});
