import { beforeEach, describe, expect, test } from 'vitest';
import { defaultValues } from '#core/options/option';
import { buildOptions } from '#core/options/build-options';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { box, knot } from '../../../fixtures/shapes.ts';
import { select, setShading, showAll, showOnly, toggleHidden } from '../../../../renderer/commands/actions.ts';
import { useAsMovingMesh } from '../../../../renderer/commands/moving-actions.ts';
import { documentLabel } from '../../../../renderer/state/documents/document-label.ts';
import { withRay } from '../../../../renderer/state/store/scene-edits.ts';
import { startSession, type Session } from '../../../../renderer/state/documents/session.ts';
import { createStore, type WritableStore } from '../../../../renderer/state/store/store.ts';
import { fileSet } from '../../../../renderer/state/documents/file-set.ts';
import type { MeshSummary } from '#host-api';
import { settled, type FakeHost } from '../../fake-host.ts';
import { startedSession, type StartedSession } from '../started-session.ts';

const nothing: TriangleMesh = { positions: Float64Array.of(0, 0, 0), indices: new Uint32Array(), parts: [] };

let host: FakeHost;
let store: WritableStore;
let session: Session;
let openBox: StartedSession['openBox'];

beforeEach(async () => {
  ({ host, store, session, openBox } = await startedSession());
});

const refusal = {
  code: 'malformed',
  message: 'A face has no vertex',
  fix: 'Export it again',
  location: { file: 'bad.obj', line: 3 },
} as const;
const median = { ...defaultValues(buildOptions), split: 'median' } as const;

describe('what ended early', () => {
  test('a document without a tree can be built, in one undo step', async () => {
    const id = host.begin('big.obj');
    host.parsed(id, box());
    await settled();
    host.fail(id, refusal);
    await session.rebuild(id, median);
    await settled();
    expect(store.activeTree.value?.summary.options.split).toBe('median');
    expect(store.history.marks.value.length).toBe(2);
  });

  test('a ray of a document without a tree says that it has none', async () => {
    const id = host.begin('big.obj');
    host.parsed(id, box());
    await settled();
    store.history.change('Ray', (scene) => withRay(scene, id, {}));
    expect(store.ray.value).toBeNull();
    expect(store.rayProblem.value).toMatchObject({ message: 'There is no tree yet', location: { file: 'big.obj' } });
    host.ready(id);
    await settled();
    expect(store.rayProblem.value).toBeNull();
  });

  test('closing says that undo does not bring the document back', async () => {
    const id = await openBox();
    await session.close(id);
    expect(store.notices.value).toMatchObject([{ kind: 'info', text: expect.stringMatching(/Closed box\.obj\. Undo/) }]);
  });

  test('a mesh that another window closes is reported, and one that was closed without a connection too', async () => {
    const [first, second] = [await openBox('one.obj'), await openBox('two.obj')];
    host.close(first);
    expect(store.notices.value.at(-1)).toMatchObject({
      kind: 'info',
      text: expect.stringMatching(/^Another window closed one\.obj\. Undo/),
    });
    host.setConnection('lost');
    host.setTelling(false);
    host.close(second);
    host.setTelling(true);
    host.setConnection('open');
    await settled();
    expect(store.notices.value.at(-1)).toMatchObject({
      kind: 'info',
      text: expect.stringMatching(/^two\.obj was closed while there was no connection/),
    });
  });

  test('all failed documents are removed at once, and open ones stay', async () => {
    const kept = await openBox();
    for (let i = 0; i < 5; i++) host.fail(host.begin(`${i}.png`), refusal);
    expect(store.notices.value.length).toBe(5);
    session.dismissFailed();
    await settled();
    expect(store.documents.value.map(({ summary }) => summary.id)).toEqual([kept]);
    expect(store.notices.value).toEqual([]);
  });

  test('while the connection is gone its banner is enough', async () => {
    const id = await openBox();
    host.setConnection('lost');
    host.refuse('build', { code: 'worker-lost', message: 'Gone', fix: 'Wait', location: {} });
    await session.rebuild(id, median);
    expect(store.notices.value).toEqual([]);
  });
});

describe('visibility of several meshes', () => {
  async function openByHand(name: string): Promise<number> {
    const id = host.begin(name);
    host.openNext([id]);
    await session.open(fileSet([new File(['o'], name)]));
    host.parsed(id, box());
    await settled();
    return id;
  }
  const shown = (): string[] =>
    store.documents.value.filter(({ summary }) => !store.scene.value.hidden.has(`${summary.id}`)).map(({ summary }) => summary.name);

  test('an opened document is shown alone, and undo shows the previous ones', async () => {
    await openBox('room.obj');
    await openByHand('wheel.obj');
    expect(shown()).toEqual(['wheel.obj']);
    await openByHand('bolt.obj');
    expect(shown()).toEqual(['bolt.obj']);
    store.history.undo();
    expect(shown()).toEqual(['wheel.obj']);
    store.history.undo();
    expect(shown()).toEqual(['room.obj']);
    showAll(store);
    expect(shown()).toEqual(['room.obj', 'wheel.obj', 'bolt.obj']);
  });

  test('a mesh without a triangle is shown alone too: no other one stands under its name', async () => {
    await openBox('room.obj');
    const id = host.begin('points.obj');
    host.openNext([id]);
    await session.open(fileSet([new File(['o'], 'points.obj')]));
    host.parsed(id, nothing);
    await settled();
    expect(shown()).toEqual(['points.obj']);
    expect(store.scene.value.activeDocument).toBe(id);
    expect(store.notices.value.at(-1)).toMatchObject({ kind: 'warning', text: 'points.obj has no usable triangle: see the Findings' });
  });

  test('a file of colliders alone is read again with them, and framed when they are there', async () => {
    await openBox('room.obj');
    const collider = {
      name: 'Ball',
      shape: 'sphere',
      isTrigger: false,
      exact: null,
      triangles: 12,
      physics: null,
    } as unknown as MeshSummary['colliders'][number];
    const id = host.begin('balls.gltf');
    host.openNext([id]);
    await session.open(fileSet([new File(['o'], 'balls.gltf')]));
    host.parsed(id, nothing, { colliders: [collider] });
    await settled();
    expect(host.requests.findLast(({ name }) => name === 'importAgain')?.request).toMatchObject({
      document: id,
      importing: { colliders: 'with' },
    });
    expect(store.notices.value.some(({ kind }) => kind === 'warning')).toBe(false);
    await openBox('balls.gltf', id);
    expect(shown()).toEqual(['balls.gltf']);
    expect(store.activeDocument.value?.mesh?.bounds).not.toBeNull();
    expect(store.frameRequest.value.target).toEqual({ kind: 'document', document: store.scene.value.activeDocument });
  });

  test('documents opened elsewhere stay hidden, without a step', async () => {
    await openBox('room.obj');
    await openBox('other.obj');
    expect(shown()).toEqual(['room.obj']);
    expect(store.history.marks.value.length).toBe(1);
  });

  test('one that is chosen in the list replaces the one that is shown alone, and is added to several', async () => {
    const room = await openBox('room.obj');
    const wheel = await openBox('wheel.obj');
    const bolt = await openBox('bolt.obj');
    select(store, { kind: 'part', document: wheel, part: 0 });
    expect(shown()).toEqual(['wheel.obj']);
    toggleHidden(store, room, null);
    select(store, { kind: 'document', document: bolt });
    expect(shown()).toEqual(['room.obj', 'wheel.obj', 'bolt.obj']);
    showOnly(store, room);
    expect(shown()).toEqual(['room.obj']);
    expect(store.scene.value.activeDocument).toBe(room);
  });

  test('the moving mesh is shown with its fixed mesh', async () => {
    const room = await openBox('room.obj');
    const wheel = await openBox('wheel.obj');
    useAsMovingMesh(store, wheel);
    expect(store.scene.value.movingMesh).toMatchObject({ document: wheel, fixed: room });
    expect(shown()).toEqual(['room.obj', 'wheel.obj']);
  });

  test('closing the one that is shown alone shows another', async () => {
    const room = await openBox('room.obj');
    await openBox('wheel.obj');
    await session.close(room);
    await settled();
    expect(shown()).toEqual(['wheel.obj']);
  });
});

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
    for (const { state } of store.history.marks.value) expect(state.trees.has(first)).toBe(false);
  });
});

describe('trouble', () => {
  test('a failed document gives one notice and one log line, and the active one stays', async () => {
    const first = await openBox();
    const bad = host.begin('bad.obj');
    host.fail(bad, refusal);
    await settled();
    expect(store.notices.value.map((notice) => notice.kind === 'error' && notice.error.code)).toEqual(['malformed']);
    expect(store.log.value.filter(({ severity }) => severity === 'error').map(({ text }) => text)).toEqual([
      'bad.obj:3: A face has no vertex. Export it again.',
    ]);
    expect(store.scene.value.activeDocument).toBe(first);
  });

  test('closing the failed document takes its notice away', async () => {
    const bad = host.begin('bad.obj');
    host.fail(bad, refusal);
    await session.close(bad);
    expect(store.notices.value).toEqual([]);
  });

  test('a refused request becomes a notice that can be dismissed', async () => {
    host.refuse('open', refusal);
    await session.open(fileSet([new File([], 'bad.obj')]));
    expect(store.upload.value).toBeNull();
    const [notice] = store.notices.value;
    session.dismiss(notice!.serial);
    expect(store.notices.value).toEqual([]);
  });

  test('a cancelled build is news, not an error', async () => {
    const id = await openBox();
    host.refuse('build', { ...refusal, code: 'cancelled' });
    await session.rebuild(id, median);
    expect(store.notices.value).toMatchObject([{ kind: 'info' }]);
    expect(store.rebuilds.value.size).toBe(0);
  });

  test('after a lost connection the documents that are gone are forgotten', async () => {
    await openBox();
    host.setConnection('lost');
    expect(store.connected.value).toBe(false);
    expect(store.documents.value.length).toBe(1);
    host.restart();
    host.setConnection('open');
    await settled();
    expect(store.documents.value).toEqual([]);
    expect(store.scene.value.activeDocument).toBeNull();
  });

  test('samples that come late do not bring back what the documents were before', async () => {
    const id = host.begin('box.obj');
    const release = host.hold('samples');
    host.setConnection('lost');
    host.setConnection('open');
    await settled();
    host.parsed(id, box());
    await settled();
    host.ready(id);
    await settled();
    release();
    await settled();
    expect(store.activeDocument.value?.summary).toMatchObject({ name: 'box.obj', phase: 'ready' });
    expect(store.samples.value.length).toBe(1);
  });

  test('a lost connection and a restarted Boxwood are distinguished, and each is logged once', async () => {
    await openBox();
    const before = store.log.value.length;
    for (const connection of ['lost', 'restarted', 'restarted', 'open'] as const) host.setConnection(connection);
    expect(store.log.value.slice(before).map(({ text }) => text)).toEqual([
      expect.stringMatching(/Trying again/),
      expect.stringMatching(/open the address that it printed/),
    ]);
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

  test('of two wishes at once the later one wins', async () => {
    const id = await openBox();
    const first = session.rebuild(id, median);
    const second = session.rebuild(id, { ...median, leafTriangles: 1 });
    await Promise.all([first, second]);
    expect(store.activeTree.value?.summary.options).toMatchObject({ split: 'median', leafTriangles: 1 });
    expect(store.history.marks.value.length).toBe(2);
    expect(store.rebuilds.value.size).toBe(0);
  });

  test('a selected node becomes the document, since its number means nothing in the new tree', async () => {
    const id = await openBox();
    select(store, { kind: 'node', document: id, node: 2 });
    setShading(store, 'wire');
    await session.rebuild(id, median);
    expect(store.scene.value.selection).toEqual({ kind: 'document', document: id });
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
