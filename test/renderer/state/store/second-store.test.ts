import { signal } from '@preact/signals-core';
import { PerspectiveCamera } from 'three';
import { beforeEach, describe, expect, test } from 'vitest';
import { trianglesOfRun } from '#core/tree/leaf-order';
import type { Tree } from '#core/tree/layout';
import { nodeRange } from '#core/tree/node-range';
import { lensOf } from '../../../../renderer/scene/lens.ts';
import { linkCamera, type CameraPose } from '../../../../renderer/scene/camera-link.ts';
import type { CameraRig } from '../../../../renderer/scene/camera-rig.ts';
import { select } from '../../../../renderer/commands/actions.ts';
import { createSecondStore } from '../../../../renderer/state/store/second-store.ts';
import { shownSecond, withSecond, withoutDocument } from '../../../../renderer/state/store/scene-edits.ts';
import { writable, type WritableStore } from '../../../../renderer/state/store/store.ts';
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
    const camera = new PerspectiveCamera();
    camera.position.set(...position);
    const rig = {
      camera,
      target: [0, 0, 0] as readonly [number, number, number],
      lens: lensOf(300, 200),
      takes: 0,
      take(to: readonly number[], target: readonly number[]) {
        camera.position.fromArray([...to]);
        rig.target = [target[0]!, target[1]!, target[2]!];
        rig.takes++;
      },
    };
    return rig;
  }

  test('the newest moving mesh leads, in either view, and nothing comes back to it', () => {
    const pose = signal<CameraPose | null>(null);
    const [one, two] = [rigAt([1, 2, 3]), rigAt([9, 9, 9])];
    // Spaces of different origin and size, in which 0.1 is not the same number.
    const first = linkCamera(pose, one as unknown as CameraRig, () => ({ origin: [0.1, 0, 0], unit: 1 }));
    first.share();
    const second = linkCamera(pose, two as unknown as CameraRig, () => ({ origin: [0, 0.3, 0], unit: 4 }));
    expect(two.camera.position.toArray().map((value) => Number(value.toFixed(9)))).toEqual([0.275, 0.425, 0.75]);
    for (let i = 0; i < 3; i++) {
      first.share();
      second.share();
    }
    expect([one.takes, two.takes]).toEqual([0, 1]);
    two.camera.position.set(5, 5, 5);
    second.share();
    expect(one.camera.position.x).toBeCloseTo(19.9, 9);
    expect([one.takes, two.takes]).toEqual([1, 1]);
    // A view that got another size tells one that joins, and does not move the others.
    two.lens = lensOf(300, 100);
    second.share();
    expect(pose.value?.lens).toBe(two.lens);
    expect([one.takes, two.takes]).toEqual([1, 1]);
    second.dispose();
    one.camera.position.set(0, 0, 1);
    first.share();
    expect(two.takes).toBe(1);
  });
});
