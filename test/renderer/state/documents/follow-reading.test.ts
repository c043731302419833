import { beforeEach, expect, test } from 'vitest';
import { importOptions, type ImportOptions } from '#core/options/import-options';
import { defaultValues } from '#core/options/option';
import type { DocumentId } from '#host-api';
import { box } from '../../../fixtures/shapes.ts';
import { select } from '../../../../renderer/commands/actions.ts';
import { settled } from '../../fake-host.ts';
import { startedSession, type StartedSession } from '../started-session.ts';

let started: StartedSession;

beforeEach(async () => {
  started = await startedSession();
});

/** Reads a document again as another window, or the host that was asked, does it. */
async function readAs(replaces: DocumentId, change: Partial<ImportOptions>): Promise<DocumentId> {
  const { host } = started;
  const id = host.begin('box.obj', replaces);
  host.parsed(id, box(), { importing: { ...defaultValues(importOptions), ...change } });
  host.close(replaces);
  await settled();
  host.ready(id);
  await settled();
  return id;
}

function requested(): readonly unknown[] {
  return started.host.requests.filter(({ name }) => name === 'importAgain').map(({ request }) => request);
}

test('undo has a file read as it was read before, and redo as the user chose', async () => {
  const { store, session, openBox } = started;
  await openBox('room.obj');
  const first = await openBox();
  select(store, { kind: 'document', document: first });
  session.read(first, { triangulation: 'ears' });
  await settled();
  expect(requested()).toMatchObject([{ document: first, importing: { triangulation: 'ears', colliders: 'apart' } }]);
  const second = await readAs(first, { triangulation: 'ears' });
  expect(store.history.marks.value.at(-1)?.title).toBe('Polygons: Ear clipping');
  store.history.undo();
  await settled();
  expect(store.scene.value.activeDocument).toBe(second);
  expect(requested().at(-1)).toMatchObject({ document: second, importing: { triangulation: 'fan' } });
  const third = await readAs(second, {});
  store.history.redo();
  await settled();
  expect(requested().at(-1)).toMatchObject({ document: third, importing: { triangulation: 'ears' } });
  expect(requested().length).toBe(3);
});

test('a choice that is undone while the file is read is applied when the file is read', async () => {
  const { store, session, openBox } = started;
  const first = await openBox();
  session.read(first, { triangulation: 'ears' });
  store.history.undo();
  await settled();
  expect(requested().length).toBe(1);
  const second = await readAs(first, { triangulation: 'ears' });
  expect(requested().at(-1)).toMatchObject({ document: second, importing: { triangulation: 'fan' } });
  await readAs(second, {});
  expect(requested().length).toBe(2);
});

test('a reading that fails is no step', async () => {
  const { host, store, session, openBox } = started;
  const id = await openBox();
  host.refuse('importAgain', { code: 'missing-file', message: 'The file is gone', fix: 'Put it back', location: {} });
  session.read(id, { colliders: 'with' });
  await settled();
  expect(store.notices.value).toMatchObject([{ kind: 'error' }]);
  expect(store.history.marks.value.map(({ title }) => title)).not.toContain('Colliders: With');
  session.read(id, { colliders: 'with' });
  await settled();
  expect(requested().length).toBe(2);
});

test('another reading by another window is accepted, without another request', async () => {
  const { store, session, openBox } = started;
  const first = await openBox();
  session.read(first, { triangulation: 'ears' });
  await settled();
  const second = await readAs(first, { triangulation: 'ears' });
  const third = await readAs(second, { colliders: 'only' });
  expect(requested().length).toBe(1);
  expect(store.scene.value.reading.get(third)).toEqual({ triangulation: 'fan', colliders: 'only', curveError: 0 });
});
