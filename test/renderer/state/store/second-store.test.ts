import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Vec3 } from '#core/math/vec3';
import { trianglesOfRun } from '#core/tree/leaf-order';
import type { Tree } from '#core/tree/layout';
import { nodeRange } from '#core/tree/node-range';
import { linkCamera } from '../../../../renderer/scene/camera-link.ts';
import { createCameraRig } from '../../../../renderer/scene/camera-rig.ts';
import { select } from '../../../../renderer/commands/actions.ts';
import { createSecondStore } from '../../../../renderer/state/store/second-store.ts';
import { shownSecond, withSecond, withoutDocument } from '../../../../renderer/state/store/scene-edits.ts';
import { createStore, writable, type WritableStore } from '../../../../renderer/state/store/store.ts';
import { ball, box } from '../../../fixtures/shapes.ts';
import { loadedTree, storeWith, treeOf } from '../../scene/scene-fixture.ts';

const mesh = ball(32, 16);
const other = { ...loadedTree(mesh), tree: treeOf(mesh, { kind: 'sphere', split: 'median', leafTriangles: 1 }) };

let store: WritableStore;
let second: WritableStore;

beforeEach(() => {
  store = storeWith([mesh, box()], { second: { document: 1, tree: other } });
  second = writable(createSecondStore(store).store);
});

const trianglesBelow = (tree: Tree, node: number): number[] => {
  const { first, count } = nodeRange(tree, node);
  return [...trianglesOfRun(tree, first, count)];
};

describe('the store of a second view', () => {
  test('has the other tree, and everything else alike', () => {
    expect(second.activeTree.value).toBe(other);
    expect(store.activeTree.value).not.toBe(other);
    expect(second.scene.value.display).toBe(store.scene.value.display);
    expect(second.heat).toBe(store.heatSecond);
    expect(second.viewCamera).not.toBe(store.viewCamera);
    store.history.change('hide', (scene) => ({ ...scene, hidden: new Set(['2']) }));
    expect(second.scene.value.hidden).toBe(store.scene.value.hidden);
  });

  test('shows a node as the smallest of its own that holds the same triangles', () => {
    const inUse = store.activeTree.value!.tree;
    select(store, { kind: 'node', document: 1, node: 9 });
    const chosen = second.scene.value.selection;
    if (chosen?.kind !== 'node') throw new Error('no node is chosen');
    const held = new Set(trianglesBelow(other.tree, chosen.node));
    expect(trianglesBelow(inUse, 9).every((triangle) => held.has(triangle))).toBe(true);
    store.hover.value = { kind: 'node', document: 1, node: 9 };
    expect(second.hover.value).toEqual({ kind: 'node', document: 1, node: chosen.node });
    expect(store.hover.value).toEqual({ kind: 'node', document: 1, node: 9 });
  });

  test('a triangle that is picked in it has its leaf in the tree of each view', () => {
    const triangle = 77;
    second.hover.value = { kind: 'triangle', document: 1, triangle, node: 3 };
    expect(store.hover.value).toMatchObject({ kind: 'triangle', triangle });
    select(second, { kind: 'triangle', document: 1, triangle, node: 3 });
    for (const [view, tree] of [
      [store, store.activeTree.value!.tree],
      [second, other.tree],
    ] as const) {
      const { selection } = view.scene.value;
      if (selection?.kind !== 'triangle') throw new Error('no triangle is chosen');
      expect(trianglesBelow(tree, selection.node!)).toContain(triangle);
    }
  });

  test('goes with its document, and waits while another is active', () => {
    expect(shownSecond(store.scene.value)).toBe(other);
    expect(shownSecond({ ...store.scene.value, activeDocument: 2 })).toBeNull();
    expect(withoutDocument(store.scene.value, 1, 2).second).toBeNull();
    expect(withoutDocument(store.scene.value, 2, 1).second).toBe(store.scene.value.second);
    store.history.change('One view', (scene) => withSecond(scene, null));
    expect(second.activeTree.value).toBe(store.activeTree.value);
    store.history.undo();
    expect(second.activeTree.value).toBe(other);
  });
});

describe('linked cameras', () => {
  function rigAt(position: readonly [number, number, number]) {
    const rig = createCameraRig(() => {});
    rig.setSize(300, 200, false);
    rig.change('jump', (pose) => ({ ...pose, target: position }));
    const take = vi.spyOn(rig, 'take');
    return { rig, takes: () => take.mock.calls.length, to: (target: Vec3) => rig.change('jump', (pose) => ({ ...pose, target })) };
  }

  test('the newest moving mesh leads, in either view, and nothing comes back to it', () => {
    const store = createStore();
    const [one, two] = [rigAt([1, 2, 3]), rigAt([9, 9, 9])];
    // Spaces of different origin and size, in which 0.1 is not the same number.
    const first = linkCamera(store, one.rig, () => ({ origin: [0.1, 0, 0], unit: 1 }));
    first.share();
    const second = linkCamera(store, two.rig, () => ({ origin: [0, 0.3, 0], unit: 4 }));
    expect(two.rig.pose.target.map((value) => Number(value.toFixed(9)))).toEqual([0.275, 0.425, 0.75]);
    expect(two.rig.pose.distance).toBe(one.rig.pose.distance / 4);
    for (let i = 0; i < 3; i++) {
      first.share();
      second.share();
    }
    expect([one.takes(), two.takes()]).toEqual([0, 1]);
    two.to([5, 5, 5]);
    second.share();
    expect(one.rig.pose.target[0]).toBeCloseTo(19.9, 9);
    expect([one.takes(), two.takes()]).toEqual([1, 1]);
    // A view that got another size tells one that joins, and does not move the others.
    two.rig.setSize(300, 100, true);
    second.share();
    expect(store.lens.value).toBe(two.rig.lens);
    expect([one.takes(), two.takes()]).toEqual([1, 1]);
    // A command moves both.
    writable(store).camera.value = { pose: { ...store.camera.value!.pose, azimuthRadians: 1 }, glides: false, by: null };
    expect([one.takes(), two.takes()]).toEqual([2, 2]);
    expect([one.rig.pose.azimuthRadians, two.rig.pose.azimuthRadians]).toEqual([1, 1]);
    second.dispose();
    one.to([0, 0, 1]);
    first.share();
    expect(two.takes()).toBe(2);
  });
});
