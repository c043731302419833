import { signal, type Signal } from '@preact/signals-core';
import { beforeEach, expect, test, vi } from 'vitest';
import { buildOptions } from '#core/options/build-options';
import { healthOptions } from '#core/options/health-options';
import type { EngineChoice } from '#core/options/engine-options';
import { defaultValues } from '#core/options/option';
import type { DocumentId } from '#host-api';
import { importOptions, type ImportOptions } from '#core/options/import-options';
import { packScene } from '#core/scene/document/packed-scene';
import { changeRay, select, toggleHidden } from '../../../../renderer/commands/actions.ts';
import { keepNotes, type NotesParts } from '../../../../renderer/state/documents/keep-notes.ts';
import { parseNotes } from '../../../../renderer/state/documents/notes.ts';
import { hiddenKey, type Scene } from '../../../../renderer/state/store/records.ts';
import { withMeaning, withMovingMesh, withMovingPose, withTool } from '../../../../renderer/state/store/scene-edits.ts';
import { setOf } from '../../../../renderer/state/selection/index-set.ts';
import { startSession, type Session } from '../../../../renderer/state/documents/session.ts';
import { createStore, type WritableStore } from '../../../../renderer/state/store/store.ts';
import { box } from '../../../fixtures/shapes.ts';
import { createFakeHost, settled, type FakeHost } from '../../fake-host.ts';

interface PageState {
  readonly store: WritableStore;
  readonly session: Session;
  readonly checked: DocumentId[];
  /** The engines of those documents when their checks were asked for. */
  readonly checkedAs: (EngineChoice | undefined)[];
  readonly workspace: Signal<string>;
}

const median = { ...defaultValues(buildOptions), split: 'median', kind: 'obb' } as const;
const strict = { ...defaultValues(healthOptions), tolerance: 0.025 };

let host: FakeHost;

beforeEach(() => {
  host = createFakeHost();
});

/** A page that is loaded, as `main.tsx` joins it; the one before it is simply gone. */
async function loadPage(more: Partial<Pick<NotesParts, 'loadTree' | 'later'>> = {}): Promise<PageState> {
  const store = createStore();
  const notes = parseNotes(host.readNotes());
  const session = startSession(host, store, notes?.snapshot ?? null);
  const checked: DocumentId[] = [];
  const checkedAs: PageState['checkedAs'] = [];
  const workspace = signal('inspect');
  const check = (ids: readonly DocumentId[]): void => {
    checked.push(...ids);
    checkedAs.push(...ids.map((id) => store.heldBy.peek().get(id)));
    store.health.value = new Map([
      ...store.health.peek(),
      ...ids.map((id) => [id, { status: { kind: 'waiting' }, outcome: null }] as const),
    ]);
  };
  const { loadTree, rebuild, showSecond } = session;
  keepNotes(
    {
      host,
      store,
      check,
      loadTree,
      rebuild,
      showSecond,
      workspace: () => workspace.value,
      layouts: () => null,
      showWorkspace: (name) => (workspace.value = name),
      later: (run) => run(),
      ...more,
    },
    notes,
  );
  await settled();
  return { store, session, checked, checkedAs, workspace };
}

async function openBox(name: string): Promise<DocumentId> {
  const id = host.begin(name);
  host.parsed(id, box());
  await settled();
  host.ready(id);
  await settled();
  return id;
}

test('a page that is reloaded shows the document, the trees and the checks of the previous page', async () => {
  const page = await loadPage();
  const [first, second, third] = [await openBox('one.obj'), await openBox('two.obj'), await openBox('three.obj')];
  select(page.store, { kind: 'document', document: second });
  await page.session.rebuild(second, median);
  page.store.history.change('Unit', (scene) => withMeaning(scene, second, { unit: 'millimetre' }));
  toggleHidden(page.store, first, null);
  page.store.healthOptions.value = strict;
  const engines: WritableStore['heldBy']['value'] = new Map([
    [second, 'none'],
    [third, 'jolt'],
  ]);
  page.store.heldBy.value = engines;
  page.store.health.value = new Map([[third, { status: { kind: 'running', fraction: 0.5 }, outcome: null }]]);
  const shown = page.store.scene.value;

  for (let load = 0; load < 2; load++) {
    const { store, checked, checkedAs } = await loadPage();
    expect(store.scene.value.activeDocument).toBe(second);
    expect(store.activeTree.value?.summary.options).toEqual(median);
    expect([...store.scene.value.hidden].toSorted()).toEqual([...shown.hidden].toSorted());
    expect(store.scene.value.meanings.get(second)).toEqual(shown.meanings.get(second));
    expect(checked).toEqual([third]);
    expect(checkedAs).toEqual(['jolt']);
    expect(store.heldBy.value).toEqual(engines);
    expect(store.healthOptions.value).toEqual(strict);
    expect(titles(store)).toEqual(titles(page.store));
  }
});

test('a page that is reloaded has the camera, tool, probes, selection and hidden triangles of the previous page', async () => {
  const page = await loadPage();
  const [first, second] = [await openBox('one.obj'), await openBox('two.obj')];
  const pose = { target: [1, 2, 3], distance: 4, azimuthRadians: 1, elevationRadians: 0.5, projection: 'orthographic' } as const;
  page.store.camera.value = { pose, glides: true, by: page };
  const lens = { width: 900, height: 600, focal: 871.5, center: [410, 330] } as const;
  page.store.lens.value = lens;
  page.store.bookmarks.value = [{ name: 'Gate', pose }];
  page.store.nodeMode.value = 'list';
  page.workspace.value = 'query';
  select(page.store, { kind: 'triangle', document: second, triangle: 7, node: null });
  changeRay(page.store, 'Ray', { origin: [0, 0, 5], direction: [0, 0, -1] });
  page.store.history.change('More', (scene) => ({
    ...withMovingPose(withMovingMesh(withTool(scene, 'ray'), first, second), { translate: [1, 0, 0] }),
    hiddenTriangles: new Map([[first, setOf(12, [3, 4])]]),
    measure: [{ document: second, triangle: 1, position: [0, 0, 0], kind: 'vertex' }],
  }));
  const shown = page.store.history.current.value;

  for (let load = 0; load < 2; load++) {
    const { store, workspace } = await loadPage();
    const { tool, ray, movingMesh, measure, hiddenTriangles, selection } = store.scene.value;
    expect({ tool, ray, movingMesh, measure, hiddenTriangles }).toEqual({
      tool: 'ray',
      ray: shown.ray,
      movingMesh: shown.movingMesh,
      measure: shown.measure,
      hiddenTriangles: shown.hiddenTriangles,
    });
    expect(selection).toMatchObject({ kind: 'triangle', document: second, triangle: 7 });
    expect(store.camera.value).toEqual({ pose, glides: false, by: null, isRestored: true });
    expect(store.lens.value).toEqual(lens);
    expect(store.bookmarks.value).toEqual([{ name: 'Gate', pose }]);
    expect(store.nodeMode.value).toBe('list');
    expect(workspace.value).toBe('query');
    expect(titles(store)).toEqual(titles(page.store));
  }
});

test('a selected node and the second view come back with their trees', async () => {
  const page = await loadPage();
  const id = await openBox('one.obj');
  await page.session.showSecond(id, median);
  select(page.store, { kind: 'node', document: id, node: 2 });
  const { store } = await loadPage();
  await settled();
  expect(store.scene.value.selection).toEqual({ kind: 'node', document: id, node: 2 });
  expect(store.scene.value.second?.tree.summary.options).toEqual(median);
});

/** What a person sees of a step. */
function seen({ scene, history }: WritableStore): unknown {
  const { trees, second, ignored, ...others } = scene.value;
  const shown = [...trees].toSorted(([a], [b]) => a - b).map(([id, { summary }]) => [id, summary.options]);
  return {
    position: history.position.value,
    trees: shown,
    second: second?.tree.summary.options ?? null,
    ignored: [...ignored].filter(([, list]) => list.length > 0),
    ...others,
  };
}

function titles({ history }: WritableStore): readonly string[] {
  return history.marks.value.map(({ title }) => title);
}

/** Goes through all steps, and returns what is seen at each. */
async function walked(store: WritableStore): Promise<readonly unknown[]> {
  const at = store.history.position.peek();
  const steps: unknown[] = [];
  for (const i of titles(store).keys()) {
    store.history.goTo(i);
    await settled();
    steps.push(seen(store));
  }
  store.history.goTo(at);
  await settled();
  return steps;
}

test('a page that is reloaded can undo and redo the steps of the previous page', async () => {
  const page = await loadPage();
  const [first, second] = [await openBox('one.obj'), await openBox('two.obj')];
  const { store, session } = page;
  select(store, { kind: 'document', document: second });
  await session.rebuild(second, median);
  select(store, { kind: 'node', document: second, node: 2 });
  changeRay(store, 'Ray', { origin: [0, 0, 5], direction: [0, 0, -1] });
  changeRay(store, 'Ray far', { far: Infinity });
  toggleHidden(store, first, null);
  store.history.change('Isolate', (scene) => ({
    ...scene,
    isolated: { hidden: scene.hidden, hiddenTriangles: scene.hiddenTriangles },
    hiddenTriangles: new Map([[second, setOf(12, [3, 4])]]),
  }));
  store.history.change('Unit', (scene) => withMeaning(scene, second, { unit: 'millimetre' }));
  store.history.change('Ignore', (scene) => ({
    ...scene,
    ignored: new Map([[second, [{ code: 'boundary-loops', detail: null, elements: [1, 2], reason: 'It is a vase' }]]]),
  }));
  await session.showSecond(second, { ...median, maxDepth: 3 });
  await settled();
  store.history.undo();
  store.history.undo();
  await settled();
  const before = await walked(store);
  const [wanted, shown] = [titles(store), seen(store)];
  expect(before.length).toBeGreaterThan(8);

  for (let load = 0; load < 2; load++) {
    const { store: again } = await loadPage();
    await settled();
    expect(titles(again)).toEqual(wanted);
    expect(again.history.canRedo.value).toBe(true);
    expect(seen(again)).toEqual(shown);
    expect(await walked(again)).toEqual(before);
    // What a step does not change is the same record: lists and trees are not drawn again.
    const [from, to] = again.history.marks.value.slice(5, 7).map(({ state }) => state);
    expect([from!.trees === to!.trees, from!.display === to!.display, from!.ray === to!.ray]).toEqual([true, true, true]);
  }
});

test('undo steps are kept up to a length, the newest ones', async () => {
  const page = await loadPage();
  await openBox('one.obj');
  const long = 'x'.repeat(20_000);
  for (let i = 0; i < 150; i++)
    page.store.history.change(`Step ${i}`, (scene) => ({
      ...scene,
      display: { ...scene.display, boxLevel: i },
      gizmo: { ...scene.gizmo },
    }));
  const all = titles(page.store).length;
  for (let i = 0; i < 190; i++)
    page.store.history.change(`${i} ${long}`.slice(0, 9000), (scene) => withTool(scene, i % 2 === 0 ? 'ray' : 'select'));
  expect(all).toBeGreaterThan(150);
  const { store } = await loadPage();
  await settled();
  const kept = titles(store);
  expect(kept.length).toBeGreaterThan(50);
  expect(kept.length).toBeLessThan(titles(page.store).length);
  expect(kept).toEqual(titles(page.store).slice(-kept.length));
});

/** A scene of instances of one mesh, as long as a recorded one. */
function row(document: DocumentId, count: number, shift = 0): Scene['instances'] {
  const instances = Array.from({ length: count }, (_, i) => ({
    mesh: 0,
    matrix: [Math.sin(i), 1 / 3, 1 / 7, 0, 1 / 9, 1, 0, 0, 1 / 11, 0, 1, 0, i / 3 + shift, i / 7, Math.sqrt(i), 1],
    set: 'moving' as const,
    layer: 1,
    mask: 1,
    motion: null,
  }));
  return { name: 'row.boxwood-scene.json', packed: packScene({ meshes: ['box.obj'], instances }), documents: [document] };
}

function withBoxLevel(scene: Scene, boxLevel: number): Scene {
  return { ...scene, display: { ...scene.display, boxLevel } };
}

test('undo steps with a scene that is longer than they may be are kept, and share it', async () => {
  const page = await loadPage();
  const id = await openBox('one.obj');
  const { history } = page.store;
  history.change('Short scene', (scene) => ({ ...scene, instances: row(id, 2) }));
  for (const shift of [1, 2, 3]) history.change(`Scene ${shift}`, (scene) => ({ ...scene, instances: row(id, 5000, shift) }));
  for (let i = 0; i < 40; i++) history.change(`Level ${i}`, (scene) => withBoxLevel(scene, i));
  for (let load = 0; load < 2; load++) {
    const { store } = await loadPage();
    await settled();
    expect(titles(store).slice(-40)).toEqual(titles(page.store).slice(-40));
    expect(new Set(store.history.marks.value.slice(-40).map(({ state }) => state.instances)).size).toBe(1);
    expect(store.scene.value.instances?.packed.meshOf.length).toBe(5000);
    // The scene is written once for the snapshot, and with steps that fit.
    expect(host.readNotes()!.length).toBeLessThan(4_800_000);
  }
});

test('steps that change nothing that is kept are left out', async () => {
  const page = await loadPage();
  const id = await openBox('one.obj');
  const { history } = page.store;
  history.change('Box level', (scene) => withBoxLevel(scene, 1));
  history.change('Scene', (scene) => ({ ...scene, instances: row(id, 5001) }));
  history.change('Edit the scene', (scene) => ({ ...scene, instances: row(id, 5001, 1) }));
  history.change('Ray tool', (scene) => withTool(scene, 'ray'));
  history.change('More instances', (scene) => ({ ...scene, instances: row(id, 5001, 2) }));
  history.change('Box level 2', (scene) => withBoxLevel(scene, 2));
  history.undo();
  const { store } = await loadPage();
  await settled();
  expect(titles(store).slice(-3)).toEqual(['Box level', 'Ray tool', 'Box level 2']);
  expect(store.history.canRedo.value).toBe(true);
  store.history.undo();
  expect(store.scene.value).toMatchObject({ tool: 'select', display: { boxLevel: 1 }, instances: null });
});

test('a change of the camera, or of a document that is no change of its mesh, writes no step again', async () => {
  const { store } = await loadPage();
  const id = await openBox('one.obj');
  for (let i = 0; i < 100; i++) {
    const hidden = new Map([[id, setOf(12, [i % 12])]]);
    store.history.change(`Step ${i}`, (scene) => ({ ...withBoxLevel(scene, i), hiddenTriangles: hidden }));
  }
  const stringify = vi.spyOn(JSON, 'stringify');
  store.flySpeed.value = 3;
  store.documents.value = store.documents.value.map((document) => ({ ...document, firstFrameMilliseconds: 12 }));
  const calls = stringify.mock.calls.length;
  stringify.mockRestore();
  expect(calls).toBeGreaterThan(1);
  expect(calls).toBeLessThan(20);
});

test('the snapshot is written also where the steps cannot be', async () => {
  const thrown: unknown[] = [];
  const later = (run: () => void): void => {
    try {
      run();
    } catch (error) {
      thrown.push(error);
    }
  };
  const page = await loadPage({ later });
  const id = await openBox('one.obj');
  const broken = {
    get: () => {
      throw new RangeError('Invalid string length');
    },
  } as unknown as Scene['ignored'];
  const state = page.store.scene.value;
  const steps = [
    { title: 'Broken', state: { ...state, ignored: broken } },
    { title: 'Ray', state: withTool(state, 'ray') },
  ];
  page.store.history.restore(steps, 1);
  expect(thrown.length).toBeGreaterThan(0);
  const { store } = await loadPage();
  expect(store.scene.value).toMatchObject({ tool: 'ray', activeDocument: id });
});

/** A page with two trees, of which a step before the shown one has the other. */
async function pageOfTwoTrees(): Promise<readonly DocumentId[]> {
  const page = await loadPage();
  const ids = [await openBox('one.obj'), await openBox('two.obj')];
  for (const id of ids) await page.session.rebuild(id, median);
  page.store.history.change('Unit', (scene) => withMeaning(scene, ids[1]!, { unit: 'millimetre' }));
  toggleHidden(page.store, ids[1]!, null);
  return ids;
}

test('steps that a person makes while the trees of older ones are loaded are kept, not the older ones', async () => {
  await pageOfTwoTrees();
  const never = new Promise<never>(() => {});
  const waiting = await loadPage({ loadTree: () => never });
  await settled();
  waiting.store.history.change('My step', (scene) => withTool(scene, 'sphere'));
  const { store } = await loadPage();
  await settled();
  expect(titles(store)).toEqual(titles(waiting.store));
  expect(titles(store)).toContain('My step');
});

test('steps that wait for trees are kept for the page after, unless a document was closed', async () => {
  const [first, second] = await pageOfTwoTrees();
  const never = new Promise<never>(() => {});
  const shown = await loadPage();
  await settled();
  const wanted = titles(shown.store);
  expect(wanted.length).toBeGreaterThan(3);
  await loadPage({ loadTree: () => never });
  await settled();
  const again = await loadPage({ loadTree: () => never });
  await settled();
  again.store.flySpeed.value = 3;
  const { store } = await loadPage();
  await settled();
  expect(titles(store)).toEqual(wanted);
  const closing = await loadPage({ loadTree: () => never });
  await settled();
  host.close(first!);
  await settled();
  expect(titles(closing.store).length).toBe(1);
  const last = await loadPage();
  await settled();
  expect(titles(last.store).length).toBe(1);
  expect(last.store.scene.value.meanings.get(second!)).toMatchObject({ unit: 'millimetre' });
});

test('a document that is closed while trees are loaded is in no restored step', async () => {
  const [first, second] = await pageOfTwoTrees();
  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let loads: Promise<unknown> = Promise.resolve();
  const { store, session } = await loadPage({
    loadTree: async (document, summary) => {
      await held;
      const tree = session.loadTree(document, summary);
      loads = tree;
      return tree;
    },
  });
  await settled();
  host.close(first!);
  await settled();
  release();
  await settled();
  await loads.catch(() => {});
  await settled();
  expect(titles(store).length).toBeGreaterThan(2);
  for (const { state } of store.history.marks.value) {
    expect(state.trees.has(first!)).toBe(false);
    expect(state.hidden.has(hiddenKey(first!))).toBe(false);
    expect(state.activeDocument).toBe(second);
  }
});

test('undo of import options after a reload brings back the ignored items of the other mesh', async () => {
  const page = await loadPage();
  const first = await openBox('one.obj');
  const items = [{ code: 'boundary-loops', detail: null, elements: [1, 2], reason: 'It is a vase' }];
  page.store.history.change('Ignore', (scene) => ({ ...scene, ignored: new Map([[first, items]]) }));
  await settled();
  page.session.read(first, { triangulation: 'ears' });
  await settled();
  const second = await readAgain(first, { triangulation: 'ears' });
  expect(page.store.scene.value.ignored.get(second) ?? []).toEqual([]);
  for (let load = 0; load < 2; load++) {
    await loadPage();
    await settled();
  }
  const { store } = await loadPage();
  await settled();
  store.history.undo();
  await settled();
  expect(host.requests.at(-1)).toMatchObject({ name: 'importAgain', request: { importing: { triangulation: 'fan' } } });
  const third = await readAgain(second, {});
  expect(store.scene.value.ignored.get(third)).toEqual(items);
  store.history.redo();
  await settled();
  expect(host.requests.at(-1)).toMatchObject({ name: 'importAgain', request: { importing: { triangulation: 'ears' } } });
});

/** Reads a document again with other options, which make other triangles of it. */
async function readAgain(replaces: DocumentId, change: Partial<ImportOptions>): Promise<DocumentId> {
  const id = host.begin('one.obj', replaces);
  const mesh = box();
  const indices = change.triangulation === 'ears' ? mesh.indices.toReversed() : mesh.indices;
  host.parsed(id, { ...mesh, indices }, { importing: { ...defaultValues(importOptions), ...change } });
  host.close(replaces);
  await settled();
  host.ready(id);
  await settled();
  return id;
}

test('undo steps that cannot be read are left out', async () => {
  const page = await loadPage();
  const id = await openBox('one.obj');
  toggleHidden(page.store, id, null);
  const noted = host.readNotes()!;
  for (const broken of [noted.replace(/"hidden":\[[^\]]*\]/g, '"hidden":[{"all":7}]'), noted.replace('"history":', '"history":7,"was":')]) {
    expect(broken).not.toBe(noted);
    host.writeNotes(broken);
    const { store } = await loadPage();
    await settled();
    expect(store.history.marks.value.length).toBe(1);
  }
});

test('what a person does before the meshes are here stays', async () => {
  const page = await loadPage();
  const id = await openBox('one.obj');
  select(page.store, { kind: 'triangle', document: id, triangle: 7, node: null });
  const store = createStore();
  const notes = parseNotes(host.readNotes());
  const { loadTree, rebuild, showSecond } = startSession(host, store, notes?.snapshot ?? null);
  store.history.change('Ray tool', (scene) => withTool(scene, 'sphere'));
  keepNotes(
    {
      host,
      store,
      check: () => {},
      loadTree,
      rebuild,
      showSecond,
      workspace: () => null,
      layouts: () => null,
      showWorkspace: () => {},
      later: (run) => run(),
    },
    notes,
  );
  await settled();
  expect(store.scene.value).toMatchObject({ tool: 'sphere', activeDocument: id, selection: null });
});

test('a document that was active and is closed leaves the first that can be seen', async () => {
  const page = await loadPage();
  const [first, second] = [await openBox('one.obj'), await openBox('two.obj')];
  select(page.store, { kind: 'document', document: second });
  const noted = host.readNotes()!;
  host.close(second);
  host.writeNotes(noted);
  const { store } = await loadPage();
  expect(store.scene.value.activeDocument).toBe(first);
  expect(store.scene.value.hidden.has(hiddenKey(first))).toBe(false);
});

test('notes of another file under the same number, and text that is none, say nothing', async () => {
  const page = await loadPage();
  await openBox('one.obj');
  const second = await openBox('two.obj');
  select(page.store, { kind: 'document', document: second });
  page.store.health.value = new Map([[second, { status: { kind: 'waiting' }, outcome: null }]]);
  host.writeNotes(host.readNotes()!.replace('two.obj', 'other.obj'));
  const other = await loadPage();
  expect(other.checked).toEqual([]);
  expect(other.store.scene.value.activeDocument).not.toBe(second);
  for (const text of [
    '',
    '{',
    '[]',
    '{"active":null}',
    '{"active":1,"documents":[{}],"health":{}}',
    '{"active":1,"documents":[],"health":{"unheard":1}}',
  ]) {
    expect(parseNotes(text)).toBeNull();
  }
});
