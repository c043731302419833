import { beforeEach, expect, test } from 'vitest';
import type { DocumentId } from '#host-api';
import { select, showAll } from '../../../../renderer/commands/actions.ts';
import { toggleIsolated } from '../../../../renderer/commands/visibility-actions.ts';
import { listedDocuments } from '../../../../renderer/state/convex/undone-edits.ts';
import { hiddenKey } from '../../../../renderer/state/store/records.ts';
import { withHidden } from '../../../../renderer/state/store/scene-edits.ts';
import { hiddenSummary } from '../../../../renderer/state/visibility/hidden-summary.ts';
import { box } from '../../../fixtures/shapes.ts';
import { settled } from '../../fake-host.ts';
import { startedSession, type StartedSession } from '../started-session.ts';

let page: StartedSession;
let crate: DocumentId;
let collider: DocumentId;

const listed = (): readonly DocumentId[] => listedDocuments(page.store).map(({ summary }) => summary.id);
const closed = (): readonly unknown[] => page.host.requests.filter(({ name }) => name === 'close').map(({ request }) => request);

/** Makes a collider as the panel does. Returns its document. */
async function make(): Promise<DocumentId> {
  const made = page.host.begin('crate (collider).obj', null, { colliderOf: crate });
  page.host.replyWith('makeCollider', { made: {}, document: made });
  page.host.parsed(made, box());
  page.host.ready(made);
  await page.session.colliders.make(crate, null);
  await settled();
  return made;
}

/** Edits a collider as the panel does. Returns the document of the result, which is shown in its place. */
async function edit(of: DocumentId): Promise<DocumentId> {
  const edited = page.host.begin('crate (collider).obj', null, { colliderOf: crate, editOf: of });
  page.host.replyWith('makeCollider', { made: {}, document: edited });
  page.host.parsed(edited, box());
  page.host.ready(edited);
  await page.session.colliders.edit(crate, of, { kind: 'split', parts: [0] });
  await settled();
  expect(page.store.scene.value.activeDocument).toBe(edited);
  return edited;
}

beforeEach(async () => {
  page = await startedSession();
  crate = await page.openBox('crate.obj');
  collider = await make();
});

test('an edited collider is listed, not after undo, and again after redo', async () => {
  const edited = await edit(collider);
  expect(listed()).toEqual([crate, collider, edited]);
  page.store.history.undo();
  expect(page.store.scene.value.activeDocument).toBe(collider);
  expect(listed()).toEqual([crate, collider]);
  page.store.history.redo();
  expect(listed()).toEqual([crate, collider, edited]);
  expect(closed()).toEqual([]);
});

test('a collider is not listed after undo of its making, comes back by redo, and is closed once nothing redoes it', async () => {
  expect(listed()).toEqual([crate, collider]);
  page.store.history.undo();
  expect(listed()).toEqual([crate]);
  page.store.history.redo();
  expect(listed()).toEqual([crate, collider]);
  expect(closed()).toEqual([]);
  page.store.history.undo();
  page.store.history.change('Hide', (scene) => withHidden(scene, crate, null, true));
  await settled();
  expect(closed()).toEqual([{ document: collider }]);
  expect(page.store.notices.value).toEqual([]);
});

test('an undone edit is closed without a message once no redo brings it back', async () => {
  const first = await edit(collider);
  const further = await edit(first);
  page.store.history.undo();
  page.store.history.undo();
  const next = await edit(collider);
  await settled();
  expect(closed()).toEqual([{ document: first }, { document: further }]);
  expect(page.store.documents.value.map(({ summary }) => summary.id)).toEqual([crate, collider, next]);
  expect(page.store.scene.value.activeDocument).toBe(next);
  expect(page.store.notices.value).toEqual([]);
});

test('an edit that another window has undone goes without a message, unless it is shown here', async () => {
  const other = async (): Promise<DocumentId> => {
    const edited = page.host.begin('crate (collider).obj', null, { colliderOf: crate, editOf: collider });
    page.host.parsed(edited, box());
    page.host.ready(edited);
    await settled();
    return edited;
  };
  page.host.close(await other());
  expect(listed()).toEqual([crate, collider]);
  expect(page.store.notices.value).toEqual([]);
  const shown = await other();
  page.store.history.change('Show', (scene) => withHidden(scene, shown, null, false));
  page.host.close(shown);
  expect(page.store.notices.value).toMatchObject([{ text: expect.stringContaining('Another window closed') }]);
});

test('an own collider that is hidden goes with a message when another window closes it', () => {
  page.store.history.change('Hide', (scene) => withHidden(scene, collider, null, true));
  page.host.close(collider);
  expect(page.store.notices.value).toMatchObject([{ text: expect.stringContaining('Another window closed') }]);
});

test('an edited collider that was hidden by its eye stays listed', async () => {
  const edited = await edit(collider);
  page.store.history.change('Hide', (scene) => withHidden(scene, edited, null, true));
  expect(page.store.scene.value.hidden.has(hiddenKey(edited))).toBe(true);
  expect(listed()).toEqual([crate, collider, edited]);
  page.store.history.change('Show', (scene) => withHidden(scene, edited, null, false));
  expect(closed()).toEqual([]);
});

test('a collider that was hidden for longer than the history stays listed and open when undo hides it again', async () => {
  const hide = (id: DocumentId, isHidden: boolean): void =>
    page.store.history.change(isHidden ? 'Hide' : 'Show', (scene) => withHidden(scene, id, null, isHidden));
  hide(collider, true);
  for (let step = 0; step < 220; step++) hide(crate, step % 2 === 0);
  expect(page.store.history.marks.value.every(({ state }) => state.hidden.has(hiddenKey(collider)))).toBe(true);
  hide(collider, false);
  page.store.history.undo();
  expect(listed()).toEqual([crate, collider]);
  hide(crate, true);
  await settled();
  expect(closed()).toEqual([]);
});

test('a collider of another window that is shown by its eye stays listed and open after undo', async () => {
  const other = page.host.begin('crate (collider).obj', null, { colliderOf: crate });
  page.host.parsed(other, box());
  page.host.ready(other);
  await settled();
  page.store.history.change('Show', (scene) => withHidden(scene, other, null, false));
  page.store.history.undo();
  expect(listed()).toEqual([crate, collider, other]);
  page.store.history.change('Hide', (scene) => withHidden(scene, crate, null, true));
  await settled();
  expect(closed()).toEqual([]);
});

test.each([
  ['Show all', showAll],
  ['End isolation', toggleIsolated],
] as const)('%s after undo of its making does not bring a collider back', async (_title, show) => {
  const other = await page.openBox('other.obj');
  select(page.store, { kind: 'document', document: crate });
  toggleIsolated(page.store);
  expect(hiddenSummary(page.store)).toBe('1 of 3 meshes hidden');
  const second = await make();
  page.store.history.undo();
  expect(hiddenSummary(page.store)).toBe('1 of 3 meshes hidden');
  show(page.store);
  await settled();
  expect(listed()).toEqual([crate, collider, other]);
  expect(hiddenSummary(page.store)).toBeNull();
  expect(closed()).toEqual([{ document: second }]);
});

test('Show all where nothing but an undone collider is hidden keeps redo', () => {
  page.store.history.undo();
  showAll(page.store);
  expect(listed()).toEqual([crate]);
  page.store.history.redo();
  expect(listed()).toEqual([crate, collider]);
});
