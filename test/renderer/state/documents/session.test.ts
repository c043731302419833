import { beforeEach, describe, expect, test } from 'vitest';
import { defaultValues } from '#core/options/option';
import { buildOptions } from '#core/options/build-options';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { trianglesOfRun } from '#core/tree/leaf-order';
import type { Tree } from '#core/tree/layout';
import { nodeRange } from '#core/tree/node-range';
import { box, knot } from '../../../fixtures/shapes.ts';
import { select, setShading } from '../../../../renderer/commands/actions.ts';
import { documentLabel } from '../../../../renderer/state/documents/document-label.ts';
import { startSession, type Session } from '../../../../renderer/state/documents/session.ts';
import { createStore, type WritableStore } from '../../../../renderer/state/store/store.ts';
import { fileSet } from '../../../../renderer/state/documents/file-set.ts';
import { settled, type FakeHost } from '../../fake-host.ts';
import { startedSession, type StartedSession } from '../started-session.ts';

let host: FakeHost;
let store: WritableStore;
let session: Session;
let openBox: StartedSession['openBox'];

beforeEach(async () => {
  ({ host, store, session, openBox } = await startedSession());
});

const median = { ...defaultValues(buildOptions), split: 'median' } as const;

test('documents of the same name are distinguished by numbers, in the order in which they were opened', async () => {
  const ids = [await openBox('box.obj'), await openBox('other.obj'), await openBox('box.obj')];
  expect(ids.map((id) => documentLabel(store.documents.value, id))).toEqual(['box.obj', 'other.obj', 'box.obj (2)']);
  expect(documentLabel(store.documents.value, 99)).toBe('');
});

describe('opening as the moving mesh', () => {
  async function openAsMovingMesh(name: string, mesh: TriangleMesh): Promise<number> {
    const id = host.begin(name);
    host.openNext([id]);
    await session.open(fileSet([new File(['o'], name)]), 'movingMesh');
    host.parsed(id, mesh);
    await settled();
    return id;
  }

  test('makes the mesh the moving mesh against the active one, takes the tool in hand and frames both, as one step', async () => {
    const fixed = await openBox();
    const id = await openAsMovingMesh('robot.obj', knot());
    expect(store.scene.value).toMatchObject({
      activeDocument: fixed,
      tool: 'movingMesh',
      movingMesh: { document: id, fixed, translate: [0, 0, 0], scale: 1 },
    });
    expect(store.history.marks.value.at(-1)?.title).toBe('Open robot.obj as moving mesh');
    expect(store.frameRequest.value.target).toEqual({ kind: 'pair' });
    store.history.undo();
    expect(store.scene.value).toMatchObject({ tool: 'select', movingMesh: null });
  });

  test('without another mesh it opens like any other', async () => {
    const id = await openAsMovingMesh('alone.obj', knot());
    expect(store.scene.value).toMatchObject({ activeDocument: id, movingMesh: null });
  });

  test('a mesh without a triangle can be the moving mesh too, and its query reports the reason', async () => {
    const fixed = await openBox();
    const id = await openAsMovingMesh('points.obj', { positions: new Float64Array(3), indices: new Uint32Array(0), parts: [] });
    expect(store.scene.value.movingMesh).toMatchObject({ document: id, fixed });
  });

  test('closing it, or the fixed mesh, removes it from every step', async () => {
    await openBox();
    const id = await openAsMovingMesh('robot.obj', knot());
    await session.close(id);
    await settled();
    expect(store.history.marks.value.every(({ state }) => state.movingMesh === null)).toBe(true);
  });
});

describe('documents', () => {
  test('a mesh is shown and framed before its tree is ready', async () => {
    const id = host.begin('box.obj');
    host.parsed(id, box());
    await settled();
    expect(store.activeDocument.value?.mesh?.mesh.indices.length).toBe(36);
    expect(store.activeTree.value).toBeNull();
    expect(store.frameRequest.value.target).toEqual({ kind: 'document', document: id });
  });

  test('the first document and its first tree are no undo steps', async () => {
    await openBox();
    expect(store.activeTree.value?.tree.meshTriangles).toBe(12);
    expect(store.history.marks.value.length).toBe(1);
    expect(store.history.canUndo.value).toBe(false);
  });

  test('progress changes the fraction and nothing else', async () => {
    const id = host.begin('box.obj');
    host.progress(id, 'parsing', 0.4);
    expect(store.documents.value[0]?.summary).toMatchObject({ id, name: 'box.obj', phase: 'parsing', progress: 0.4 });
    host.progress(id + 1, 'parsing', 0.4);
    expect(store.documents.value).toHaveLength(1);
  });

  test('bytes are fetched once, however many events come', async () => {
    const id = host.begin('box.obj');
    host.parsed(id, box());
    host.parsed(id, box());
    await settled();
    host.ready(id);
    host.ready(id);
    await settled();
    expect(host.fetched.filter((path) => path.endsWith('/mesh')).length).toBe(1);
    expect(host.fetched.filter((path) => path.includes('/trees/')).length).toBe(1);
  });

  test('a document that was open already at the start is there', async () => {
    await openBox();
    const another = createStore();
    startSession(host, another);
    await settled();
    expect(another.activeTree.value?.tree.meshTriangles).toBe(12);
  });

  test('what another tab opens is listed and leaves the active document alone', async () => {
    const first = await openBox();
    await openBox('other.obj');
    expect(store.documents.value.length).toBe(2);
    expect(store.scene.value.activeDocument).toBe(first);
  });

  test('what this tab opens becomes active as a step, and undo goes back to the first', async () => {
    const first = await openBox();
    const second = host.begin('other.obj');
    host.openNext([second]);
    await session.open(fileSet([new File([], 'other.obj')]));
    host.parsed(second, knot());
    await settled();
    expect(store.scene.value.activeDocument).toBe(second);
    store.history.undo();
    expect(store.scene.value.activeDocument).toBe(first);
  });

  test('it becomes active also when its mesh came before the reply', async () => {
    await openBox();
    const second = await openBox('other.obj');
    host.openNext([second]);
    await session.openSample('other');
    expect(store.scene.value.activeDocument).toBe(second);
  });

  test('a closed document leaves every undo step, and the last one open becomes active', async () => {
    const first = await openBox();
    const second = await openBox('other.obj');
    select(store, { kind: 'node', document: first, node: 1 });
    await session.close(first);
    await settled();
    expect(store.documents.value.map(({ summary }) => summary.id)).toEqual([second]);
    expect(store.scene.value.activeDocument).toBe(second);
    expect(store.scene.value.selection).toBeNull();
    const kept = store.history.marks.value.map(({ state }) => state.trees.has(first));
    expect(kept).toContain(false);
    expect(kept).not.toContain(true);
  });
});

describe('rebuilding', () => {
  test('another tree is one step, and undo brings the old one back by reference', async () => {
    const id = await openBox();
    const before = store.activeTree.value;
    await session.rebuild(id, median);
    expect(store.activeTree.value?.summary.options.split).toBe('median');
    expect(store.history.marks.value.map(({ title }) => title)).toEqual(['Start', 'Build median, leaf 4']);
    store.history.undo();
    expect(store.activeTree.value).toBe(before);
  });

  test('options that some step still has a tree for fetch nothing', async () => {
    const id = await openBox();
    await session.rebuild(id, median);
    const fetches = host.fetched.length;
    await session.rebuild(id, defaultValues(buildOptions));
    expect(store.activeTree.value?.summary.options.split).toBe('sah');
    expect(host.fetched.length).toBe(fetches);
  });

  test('of two requests at once the later one wins', async () => {
    const id = await openBox();
    const first = session.rebuild(id, median);
    const second = session.rebuild(id, { ...median, leafTriangles: 1 });
    await Promise.all([first, second]);
    expect(store.activeTree.value?.summary.options).toMatchObject({ split: 'median', leafTriangles: 1 });
    expect(store.history.marks.value.length).toBe(2);
    expect(store.rebuilds.value.size).toBe(0);
  });

  test('a selected node becomes the smallest node of the new tree with its triangles, and undo restores it', async () => {
    const id = await openBox();
    const before = store.activeTree.value!.tree;
    const trianglesOf = (tree: Tree, node: number): number[] => {
      const { first, count } = nodeRange(tree, node);
      return [...trianglesOfRun(tree, first, count)];
    };
    select(store, { kind: 'node', document: id, node: 2 });
    setShading(store, 'wire');
    await session.rebuild(id, { ...median, kind: 'sphere', leafTriangles: 1 });
    const { selection } = store.scene.value;
    if (selection?.kind !== 'node') throw new Error('no node is selected');
    const after = store.activeTree.value!.tree;
    const wanted = trianglesOf(before, 2);
    const holds = (node: number): boolean => {
      const own = new Set(trianglesOf(after, node));
      return wanted.every((triangle) => own.has(triangle));
    };
    expect(holds(selection.node)).toBe(true);
    const smallest = Math.min(
      ...Array.from({ length: after.nodeCount }, (_, node) => (holds(node) ? trianglesOf(after, node).length : Infinity)),
    );
    expect(trianglesOf(after, selection.node)).toHaveLength(smallest);
    store.history.undo();
    expect(store.scene.value.selection).toEqual({ kind: 'node', document: id, node: 2 });
  });

  test('a selected triangle stays and gets its leaf in the new tree', async () => {
    const id = await openBox();
    select(store, { kind: 'triangle', document: id, triangle: 5, node: 99 });
    await session.rebuild(id, { ...median, leafTriangles: 1 });
    const { selection } = store.scene.value;
    expect(selection).toMatchObject({ kind: 'triangle', triangle: 5 });
    expect(selection?.kind === 'triangle' && selection.node).not.toBe(99);
  });
});
