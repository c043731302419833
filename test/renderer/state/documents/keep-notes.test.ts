import { signal, type Signal } from '@preact/signals-core';
import { beforeEach, expect, test } from 'vitest';
import { buildOptions } from '#core/options/build-options';
import { healthOptions } from '#core/options/health-options';
import { defaultValues } from '#core/options/option';
import type { DocumentId } from '#host-api';
import { changeRay, select, toggleHidden } from '../../../../renderer/commands/actions.ts';
import { keepNotes } from '../../../../renderer/state/documents/keep-notes.ts';
import { parseHistory, parseNotes } from '../../../../renderer/state/documents/notes.ts';
import { hiddenKey } from '../../../../renderer/state/store/records.ts';
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
  readonly workspace: Signal<string>;
}

const median = { ...defaultValues(buildOptions), split: 'median', kind: 'obb' } as const;
const strict = { ...defaultValues(healthOptions), tolerance: 0.025 };

let host: FakeHost;

beforeEach(() => {
  host = createFakeHost();
});

/** A page that is loaded, as `main.tsx` joins it; the one before it is simply gone. */
async function loadPage(): Promise<PageState> {
  const store = createStore();
  const notes = parseNotes(host.readNotes());
  const session = startSession(host, store, notes);
  const checked: DocumentId[] = [];
  const workspace = signal('inspect');
  const check = (ids: readonly DocumentId[]): void => {
    checked.push(...ids);
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
    },
    notes,
    parseHistory(host.readNotes()),
  );
  await settled();
  return { store, session, checked, workspace };
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
  page.store.health.value = new Map([[third, { status: { kind: 'running', fraction: 0.5 }, outcome: null }]]);
  const shown = page.store.scene.value;

  for (let load = 0; load < 2; load++) {
    const { store, checked } = await loadPage();
    expect(store.scene.value.activeDocument).toBe(second);
    expect(store.activeTree.value?.summary.options).toEqual(median);
    expect([...store.scene.value.hidden].toSorted()).toEqual([...shown.hidden].toSorted());
    expect(store.scene.value.meanings.get(second)).toEqual(shown.meanings.get(second));
    expect(checked).toEqual([third]);
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
  const { loadTree, rebuild, showSecond } = startSession(host, store, notes);
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
