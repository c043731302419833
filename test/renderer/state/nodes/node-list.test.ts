import { expect, test } from 'vitest';
import { measureNodes } from '#core/tree/node-measures';
import { isLeaf, leafCount } from '#core/tree/nodes';
import { createNodeList } from '../../../../renderer/state/nodes/node-list.ts';
import { withSelection, withTree } from '../../../../renderer/state/store/scene-edits.ts';
import { ball, box } from '../../../fixtures/shapes.ts';
import { loadedTree, storeWith, treeOf } from '../../scene/scene-fixture.ts';

/** A clock that runs out at each look, so that every step is a turn, and a way to take turns one by one. */
function slowPage(): { readonly turn: () => Promise<void>; readonly now: () => number; readonly next: () => Promise<void> } {
  const waiting: (() => void)[] = [];
  let time = 0;
  return {
    turn: () => new Promise((resolve) => waiting.push(resolve)),
    now: () => (time += 100),
    next: async () => {
      waiting.shift()?.();
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}

test('the nodes are measured in steps while the list is shown, once for each tree', async () => {
  const page = slowPage();
  const mesh = ball(160, 120);
  const store = storeWith([mesh]);
  const fine = { ...loadedTree(mesh), tree: treeOf(mesh, { leafTriangles: 1 }) };
  store.history.change('Fine', (scene) => withTree(scene, 1, fine));
  const list = createNodeList(store, page.turn, page.now);
  expect(list.measured.value).toEqual({ kind: 'none' });
  list.show('list');
  expect(list.measured.value.kind).toBe('measuring');
  await page.next();
  const under = list.measured.value;
  expect(under.kind === 'measuring' && under.fraction > 0 && under.fraction < 1).toBe(true);
  for (let i = 0; i < 20; i++) await page.next();
  const done = list.measured.value;
  if (done.kind !== 'done') throw new Error('not measured');
  expect(done.nodes).toHaveLength(fine.tree.nodeCount);
  expect(done.measures.cost[0]).toBe(measureNodes(fine.tree, mesh).cost[0]);
  store.history.change('Select', (scene) => withSelection(scene, { kind: 'node', document: 1, node: 1 }));
  expect(list.measured.value).toBe(done);
  list.show('tree');
  expect(list.measured.value).toBe(done);
  list.show('list');
  expect(list.measured.value).toMatchObject({ kind: 'done', measures: done.measures });
  list.dispose();
});

test('the nodes are measured for a selected node too, whose properties show its measures', async () => {
  const page = slowPage();
  const mesh = ball(160, 120);
  const store = storeWith([mesh]);
  store.history.change('Fine', (scene) => withTree(scene, 1, { ...loadedTree(mesh), tree: treeOf(mesh, { leafTriangles: 1 }) }));
  const list = createNodeList(store, page.turn, page.now);
  store.history.change('Select', (scene) => withSelection(scene, { kind: 'node', document: 1, node: 1 }));
  expect(list.measured.value.kind).toBe('measuring');
  for (let i = 0; i < 20; i++) await page.next();
  expect(list.measured.value.kind).toBe('done');
  list.dispose();
});

test('another document is measured instead, and an unfinished run is dropped', async () => {
  const page = slowPage();
  const mesh = ball(160, 120);
  const store = storeWith([mesh, box()]);
  store.history.change('Fine', (scene) => withTree(scene, 1, { ...loadedTree(mesh), tree: treeOf(mesh, { leafTriangles: 1 }) }));
  const list = createNodeList(store, page.turn, page.now);
  list.show('list');
  store.history.change('Box', (scene) => withSelection(scene, { kind: 'document', document: 2 }));
  for (let i = 0; i < 20; i++) await page.next();
  const done = list.measured.value;
  expect(done.kind === 'done' && done.document).toBe(2);
  expect(done.kind === 'done' && done.measures.triangles[0]).toBe(12);
  list.dispose();
});

test('a group of leaves limits the list until the tree changes', async () => {
  const page = slowPage();
  const mesh = ball(32, 16);
  const store = storeWith([mesh]);
  const list = createNodeList(store, page.turn, page.now);
  list.showLeaves({ document: 1, measure: 'triangles', from: 2, to: 3 });
  expect(list.mode.value).toBe('list');
  for (let i = 0; i < 20; i++) await page.next();
  const { tree } = store.activeTree.value!;
  const wanted = Array.from({ length: tree.nodeCount }, (_, node) => node).filter(
    (node) => isLeaf(tree, node) && [2, 3].includes(leafCount(tree, node)),
  );
  const listed = list.measured.value;
  expect(wanted.length).toBeGreaterThan(3);
  expect(listed.kind === 'done' && [...listed.nodes]).toEqual(wanted);
  store.history.change('Finer', (scene) => withTree(scene, 1, { ...loadedTree(mesh), tree: treeOf(mesh, { leafTriangles: 2 }) }));
  expect(list.group.value).toBeNull();
  list.dispose();
});
