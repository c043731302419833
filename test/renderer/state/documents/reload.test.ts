import { beforeEach, describe, expect, test } from 'vitest';
import { buildOptions } from '#core/options/build-options';
import { defaultValues } from '#core/options/option';
import type { DocumentId } from '#host-api';
import { setShading, changeRay, changeSphere, select } from '../../../../renderer/commands/actions.ts';
import { whyNoReload } from '../../../../renderer/commands/why-no-reload.ts';
import { diskDifference } from '../../../../renderer/state/documents/reload-offers.ts';
import { sameScene, withDocumentReplaced } from '../../../../renderer/state/documents/replace-document.ts';
import type { MeasurePoint } from '../../../../renderer/state/measure/measure.ts';
import { withMovingMesh } from '../../../../renderer/state/store/scene-edits.ts';
import { setOf } from '../../../../renderer/state/selection/index-set.ts';
import { emptyScene, type PageDocument, type Scene } from '../../../../renderer/state/store/records.ts';
import { startSession, type Session } from '../../../../renderer/state/documents/session.ts';
import { createStore, type WritableStore } from '../../../../renderer/state/store/store.ts';
import { box } from '../../../fixtures/shapes.ts';
import { settled, type FakeHost } from '../../fake-host.ts';
import { startedSession, type StartedSession } from '../started-session.ts';
import { openDocument } from '../../scene/scene-fixture.ts';

let host: FakeHost;
let store: WritableStore;
let session: Session;
let openBox: StartedSession['openBox'];

beforeEach(async () => {
  ({ host, store, session, openBox } = await startedSession());
});

const median = { ...defaultValues(buildOptions), split: 'median' } as const;
const larger = box([-2, -2, -2], [2, 2, 2]);
const refusal = {
  code: 'malformed',
  message: 'A face has no vertex',
  fix: 'Export it again',
  location: { file: 'keep.obj', line: 3 },
} as const;

function ids(): readonly DocumentId[] {
  return store.documents.value.map(({ summary }) => summary.id);
}

function offers(): readonly DocumentId[] {
  return [...store.reloadOffers.value];
}

describe('a document that takes the place of another', () => {
  test('replaces the old version in the list and in the scene, and the view is not framed again', async () => {
    const old = await openBox('keep.obj');
    const other = await openBox('other.obj');
    changeRay(store, 'Ray', { origin: [0.25, 0.25, 9] });
    changeSphere(store, 'Sphere', { radius: 0.5 });
    const framed = store.frameRequest.value;
    const next = await openBox('keep.obj', old, larger);
    expect(ids()).toEqual([next, other]);
    expect(store.frameRequest.value).toBe(framed);
    expect(store.scene.value).toMatchObject({
      activeDocument: next,
      ray: { document: next, origin: [0.25, 0.25, 9] },
      sphere: { document: next, radius: 0.5 },
    });
    expect([...store.scene.value.hidden]).toEqual([`${other}`]);
    expect(store.ray.value?.result.hits[0]?.distance).toBe(7);
    expect(store.notices.value).toEqual([]);
  });

  test('leaves the old one in sight until its mesh is here', async () => {
    const old = await openBox('keep.obj');
    const next = host.begin('keep.obj', old);
    expect(ids()).toEqual([old, next]);
    host.parsed(next, larger);
    host.close(old);
    expect(store.activeDocument.value?.mesh?.mesh.positions).toEqual(box().positions);
    await settled();
    expect(ids()).toEqual([next]);
    expect(store.activeDocument.value?.mesh?.mesh.positions).toEqual(larger.positions);
  });

  test('takes it also when the mesh is here before the old one is closed', async () => {
    const old = await openBox('keep.obj');
    const next = host.begin('keep.obj', old);
    host.parsed(next, larger);
    await settled();
    expect(store.scene.value.activeDocument).toBe(old);
    host.close(old);
    expect(store.scene.value.activeDocument).toBe(next);
  });

  test('goes with the old one when it is closed before its mesh is here', async () => {
    const old = await openBox('keep.obj');
    const next = host.begin('keep.obj', old);
    host.parsed(next, larger);
    host.close(old);
    host.close(next);
    await settled();
    expect(ids()).toEqual([]);
    expect(store.scene.value.activeDocument).toBeNull();
  });

  test('says that a file was read again though it had not changed, and nothing of one that had', async () => {
    const old = await openBox('keep.obj');
    await session.reload(old);
    expect(store.notices.value).toMatchObject([
      { kind: 'info', text: 'keep.obj has not changed on disk since it was read; it was read again.' },
    ]);
    host.filesBecame(old, { kind: 'changed', file: 'keep.obj', change: 1 });
    await session.reload(old);
    expect(store.notices.value).toHaveLength(1);
  });

  test('takes over the build options, of the tree and not of the host', async () => {
    const old = await openBox('keep.obj');
    await session.rebuild(old, median);
    await openBox('keep.obj', old, larger);
    expect(store.activeTree.value?.summary.options).toEqual(median);
    expect(store.history.marks.value.map(({ title }) => title)).toEqual(['Start']);
  });

  test('keeps undo: steps stay on the new mesh, and those that are none any more go', async () => {
    const old = await openBox('keep.obj');
    changeRay(store, 'Ray', { origin: [0.25, 0.25, 9] });
    await session.rebuild(old, median);
    select(store, { kind: 'triangle', document: old, triangle: 3, node: null });
    setShading(store, 'wire');
    store.history.undo();
    const next = await openBox('keep.obj', old, larger);
    expect(store.history.marks.value.map(({ title }) => title)).toEqual(['Start', 'Ray', 'Select triangle 3', 'Wire']);
    expect(store.history.position.value).toBe(2);
    expect(store.scene.value.selection).toEqual({ kind: 'document', document: next });
    store.history.undo();
    expect(store.scene.value).toMatchObject({ selection: null, ray: { document: next } });
    store.history.undo();
    expect(store.scene.value).toMatchObject({ activeDocument: next, ray: null });
    expect(store.activeTree.value?.tree.meshTriangles).toBe(12);
    store.history.goTo(3);
    expect(store.scene.value.display.shading).toBe('wire');
  });

  test('after a lost connection takes it all the same', async () => {
    const old = await openBox('keep.obj');
    changeRay(store, 'Ray', { origin: [0.25, 0.25, 9] });
    host.setConnection('lost');
    host.setTelling(false);
    const next = host.begin('keep.obj', old);
    host.parsed(next, larger);
    host.close(old);
    host.ready(next);
    host.setTelling(true);
    host.setConnection('open');
    await settled();
    expect(ids()).toEqual([next]);
    expect(store.scene.value.ray?.document).toBe(next);
  });

  test('that fails reports nothing by itself, and the refusal is one line', async () => {
    const old = await openBox('keep.obj');
    const reload = session.reload(old);
    host.refuse('reload', refusal);
    const next = host.begin('keep.obj', old);
    host.fail(next, refusal);
    host.close(next);
    await reload;
    expect(ids()).toEqual([old]);
    expect(store.notices.value.map((notice) => notice.kind === 'error' && notice.error)).toEqual([refusal]);
    expect(store.log.value.filter(({ severity }) => severity === 'error').length).toBe(1);
  });

  test('of which another scene was wanted is framed', async () => {
    const old = await openBox('keep.obj');
    const framed = store.frameRequest.value.serial;
    await session.chooseScene(old, 1);
    const next = await openBox('keep.obj', old, larger);
    expect(store.frameRequest.value).toEqual({ serial: framed + 1, target: { kind: 'document', document: next } });
  });
});

describe('what a document that was replaced leaves in a scene', () => {
  function withParts(id: DocumentId, names: readonly string[]): PageDocument {
    const parts = names.map((name, i) => ({ ...box().parts[0]!, name, firstTriangle: i, triangleCount: 1 }));
    return openDocument(id, { ...box(), parts });
  }

  const old = withParts(1, ['roof', 'wall', 'door', 'door']);
  const next = withParts(2, ['roof', 'door', 'wall']);

  test('hidden parts are found by their name', () => {
    const hidden = new Set(['1', '1/0', '1/1', '1/2', '7/1', '11']);
    expect([...withDocumentReplaced({ ...emptyScene, hidden }, old, next).hidden]).toEqual(['2', '2/0', '2/2', '2/1', '7/1', '11']);
    const twins = withParts(2, ['door', 'door']);
    expect([...withDocumentReplaced({ ...emptyScene, hidden: new Set(['1/2']) }, old, twins).hidden]).toEqual([]);
  });

  test.each([
    [
      { kind: 'part', document: 1, part: 1 },
      { kind: 'part', document: 2, part: 2 },
    ],
    [
      { kind: 'node', document: 1, node: 3 },
      { kind: 'document', document: 2 },
    ],
    [
      { kind: 'triangle', document: 1, triangle: 3, node: 1 },
      { kind: 'triangle', document: 2, triangle: 3, node: null },
    ],
    [
      { kind: 'triangles', document: 1, triangles: setOf(12, [3, 5]) },
      { kind: 'triangles', document: 2, triangles: setOf(12, [3, 5]) },
    ],
    [
      { kind: 'triangle', document: 7, triangle: 3, node: 1 },
      { kind: 'triangle', document: 7, triangle: 3, node: 1 },
    ],
    [{ kind: 'hit', hit: 0 }, null],
  ] as const)('of the selection %j it is %j', (selection, becomes) => {
    const ray = { document: 1, origin: [0, 0, 0], direction: [0, 0, 1], far: 1, options: { mode: 'all', cull: false } } as const;
    expect(withDocumentReplaced({ ...emptyScene, selection, ray }, old, next).selection).toEqual(becomes);
  });

  test.each([
    [{ document: 1, fixed: 7 }, { document: 2, fixed: 7 }, null],
    [{ document: 7, fixed: 1 }, { document: 7, fixed: 2 }, null],
    [
      { document: 7, fixed: 8 },
      { document: 7, fixed: 8 },
      { kind: 'contact', a: 3, b: 4 },
    ],
  ] as const)('the moving mesh %j stays where it is', (meshes, becomes, chosen) => {
    const scene = { ...withMovingMesh(emptyScene, meshes.document, meshes.fixed), selection: { kind: 'contact', a: 3, b: 4 } } as const;
    const replaced = withDocumentReplaced(scene, old, next);
    expect(replaced.movingMesh).toEqual({ ...scene.movingMesh, ...becomes });
    expect(replaced.selection).toEqual(chosen);
  });

  test('selected, hidden and measured triangles stay where the new mesh has them, by their new numbers', () => {
    const { positions, indices } = box();
    // Without triangle 3; triangle 0 comes last.
    const fewer = openDocument(2, {
      positions,
      indices: Uint32Array.of(...indices.slice(3, 9), ...indices.slice(12), ...indices.slice(0, 3)),
      parts: [],
    });
    const point = (document: DocumentId, triangle: number): MeasurePoint => ({ document, triangle, position: [0, 0, 0], kind: 'vertex' });
    const scene: Scene = {
      ...emptyScene,
      selection: { kind: 'triangles', document: 1, triangles: setOf(12, [0, 1, 3]) },
      hiddenTriangles: new Map([[1, setOf(12, [3, 4])]]),
      measure: [point(1, 0), point(1, 3), point(7, 0)],
    };
    const replaced = withDocumentReplaced(scene, old, fewer);
    expect(replaced.selection).toEqual({ kind: 'triangles', document: 2, triangles: setOf(11, [10, 0]) });
    expect(replaced.hiddenTriangles).toEqual(new Map([[2, setOf(11, [2])]]));
    expect(replaced.measure).toEqual([point(2, 10), point(7, 0)]);
    const lost: Scene = { ...emptyScene, selection: { kind: 'triangle', document: 1, triangle: 3, node: 1 } };
    expect(withDocumentReplaced(lost, old, fewer).selection).toEqual({ kind: 'document', document: 2 });
    const gone: Scene = { ...emptyScene, hiddenTriangles: new Map([[1, setOf(12, [3])]]) };
    expect(withDocumentReplaced(gone, old, fewer).hiddenTriangles.size).toBe(0);
  });

  test('measured points of a mesh that moved are dropped, those of others stay', () => {
    const point = (document: DocumentId): MeasurePoint => ({ document, triangle: 0, position: [0, 0, 0], kind: 'vertex' });
    const measure = [point(1), point(7)];
    const moved = openDocument(2, { ...box(), positions: box().positions.map((value) => value + 1) });
    expect(withDocumentReplaced({ ...emptyScene, measure }, old, moved).measure).toEqual([point(7)]);
    const others = [point(7)];
    expect(withDocumentReplaced({ ...emptyScene, measure: others }, old, next).measure).toBe(others);
  });

  test('scenes are equal by the content of their records', () => {
    const scene = { ...emptyScene, hidden: new Set(['1']), selection: { kind: 'part', document: 1, part: 1 } } as const;
    expect(sameScene(scene, { ...scene, trees: new Map(), hidden: new Set(['1']), selection: { ...scene.selection } })).toBe(true);
    expect(sameScene(scene, { ...scene, hidden: new Set(['2']) })).toBe(false);
    expect(sameScene(scene, { ...scene, selection: { ...scene.selection, part: 2 } })).toBe(false);
    expect(sameScene(scene, { ...scene, selection: null })).toBe(false);
  });
});

describe('the offer to reload', () => {
  const changed = (change: number) => ({ kind: 'changed', file: 'keep.obj', change }) as const;

  test('comes with each change, and goes when it is dismissed or taken up', async () => {
    const id = await openBox('keep.obj');
    expect(offers()).toEqual([]);
    host.filesBecame(id, changed(1));
    expect(offers()).toEqual([id]);
    session.dismissReload(id);
    expect(offers()).toEqual([]);
    host.progress(id, 'ready', 1);
    host.filesBecame(id, changed(1));
    expect(offers()).toEqual([]);
    host.filesBecame(id, changed(2));
    expect(offers()).toEqual([id]);
    const reload = session.reload(id);
    expect(offers()).toEqual([]);
    await reload;
    expect(host.requests.at(-1)).toEqual({ name: 'reload', request: { document: id, options: defaultValues(buildOptions) } });
  });

  test('goes when the file is missing, or as it was, or closed', async () => {
    const id = await openBox('keep.obj');
    host.filesBecame(id, changed(1));
    host.filesBecame(id, { kind: 'missing', file: 'keep.obj' });
    expect(offers()).toEqual([]);
    host.filesBecame(id, changed(2));
    host.filesBecame(id, { kind: 'asRead' });
    expect(offers()).toEqual([]);
    host.filesBecame(id, changed(3));
    host.close(id);
    expect(offers()).toEqual([]);
  });

  test('comes back when reading fails, unless the file went meanwhile or none had been offered', async () => {
    const id = await openBox('keep.obj');
    const failing = async (meanwhile: () => void): Promise<void> => {
      host.refuse('reload', refusal);
      const reload = session.reload(id);
      expect(offers()).toEqual([]);
      meanwhile();
      await reload;
    };
    host.filesBecame(id, changed(1));
    await failing(() => {});
    expect(offers()).toEqual([id]);
    session.dismissReload(id);
    await failing(() => {});
    expect(offers()).toEqual([]);
    host.filesBecame(id, changed(2));
    await failing(() => host.filesBecame(id, { kind: 'missing', file: 'keep.obj' }));
    expect(offers()).toEqual([]);
    host.filesBecame(id, changed(3));
    await failing(() => host.close(id));
    expect(offers()).toEqual([]);
  });

  test('is replaced by one line if the file is removed, reported once', async () => {
    const id = await openBox('keep.obj');
    const missing = { kind: 'missing', file: 'keep.obj' } as const;
    host.filesBecame(id, changed(1));
    host.filesBecame(id, missing);
    host.filesBecame(id, missing);
    expect(store.notices.value).toMatchObject([{ kind: 'warning', text: 'keep.obj no longer exists on disk. The mesh in memory stays.' }]);
    host.filesBecame(id, { kind: 'missing', file: 'keep.mtl' });
    expect(diskDifference(store.documents.value[0]!.summary)).toBe('keep.mtl of keep.obj no longer exists on disk.');
  });

  test('may be closed, and the difference is still reported until it ends', async () => {
    const id = await openBox('keep.obj');
    const difference = (): string | null => diskDifference(store.documents.value[0]!.summary);
    expect(difference()).toBeNull();
    host.filesBecame(id, changed(1));
    session.dismissReload(id);
    expect(difference()).toBe('keep.obj has changed on disk since it was read.');
    host.filesBecame(id, { kind: 'asRead' });
    expect(difference()).toBeNull();
  });

  test('is there for a page that comes later', async () => {
    const id = await openBox('keep.obj');
    host.filesBecame(id, changed(1));
    const another = createStore();
    startSession(host, another);
    await settled();
    expect([...another.reloadOffers.value]).toEqual([id]);
  });

  test.each([
    [{ files: { kind: 'posted' } }, /^The browser does not report the path of 1\.obj: /],
    [{ files: { kind: 'missing', file: 'a.bin' } }, /^a\.bin no longer exists on disk/],
    [{ phase: 'parsing' }, /^1\.obj is being read/],
    [{ bake: { step: 'baking', fraction: 0 } }, /^1\.obj is being baked/],
    [{}, null],
  ] as const)('for a document with %j says why there is none', (part, why) => {
    const document = openDocument(1, box());
    const said = whyNoReload(store, { ...document, summary: { ...document.summary, ...part } });
    if (why === null) expect(said).toBeNull();
    else expect(said).toMatch(why);
  });
});
