import { signal, type Signal } from '@preact/signals-core';
import { beforeEach, expect, test } from 'vitest';
import { buildOptions } from '#core/options/build-options';
import { healthOptions } from '#core/options/health-options';
import { defaultValues } from '#core/options/option';
import type { DocumentId } from '#host-api';
import { changeRay, select, toggleHidden } from '../../../../renderer/commands/actions.ts';
import { keepNotes } from '../../../../renderer/state/documents/keep-notes.ts';
import { parseNotes } from '../../../../renderer/state/documents/notes.ts';
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
  const { rebuild, showSecond } = session;
  keepNotes(
    {
      host,
      store,
      check,
      rebuild,
      showSecond,
      workspace: () => workspace.value,
      layouts: () => null,
      showWorkspace: (name) => (workspace.value = name),
      later: (run) => run(),
    },
    notes,
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
    expect(store.history.marks.value.length).toBe(1);
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
    expect(store.history.marks.value.length).toBe(1);
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

test('what a person does before the meshes are here stays', async () => {
  const page = await loadPage();
  const id = await openBox('one.obj');
  select(page.store, { kind: 'triangle', document: id, triangle: 7, node: null });
  const store = createStore();
  const notes = parseNotes(host.readNotes());
  const { rebuild, showSecond } = startSession(host, store, notes);
  store.history.change('Ray tool', (scene) => withTool(scene, 'sphere'));
  keepNotes(
    {
      host,
      store,
      check: () => {},
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
