import { beforeEach, expect, test } from 'vitest';
import type { DocumentId, KeptSession, OpenedMeshes, ReadProject } from '#host-api';
import { fileSet } from '../../../../renderer/state/documents/file-set.ts';
import { lastSession } from '../../../../renderer/state/project/kept-sessions.ts';
import { type Projects } from '../../../../renderer/state/project/projects.ts';
import { setOf } from '../../../../renderer/state/selection/index-set.ts';
import { readSnapshot } from '../../../../renderer/state/snapshot/read-snapshot.ts';
import { takeSnapshot } from '../../../../renderer/state/snapshot/take-snapshot.ts';
import { hiddenKey } from '../../../../renderer/state/store/records.ts';
import { box, knot } from '../../../fixtures/shapes.ts';
import { settled } from '../../fake-host.ts';
import { type StartedSession } from '../started-session.ts';
import { pose, notices, savedSession, startPage } from './project-page.ts';

let page: StartedSession;
let projects: Projects;
let checked: DocumentId[];
const project: Omit<ReadProject, 'session'> = { id: 1, name: 'level.boxwood-project', fileToken: null, isEmbedded: false };

beforeEach(async () => {
  ({ page, projects, checked } = await startPage());
});

async function dropProject(session: unknown, meshes: OpenedMeshes): Promise<void> {
  page.host.replyWith('readProject', { project: { ...project, session } });
  page.host.replyWith('openMeshes', meshes);
  await projects.open(fileSet([new File(['{}'], 'level.boxwood-project')]));
  await settled();
}

/** The session that the view offers; `null` for none. */
function offered(): KeptSession | null {
  return page.store.isSessionOffered.value ? lastSession(page.store.keptSessions.value) : null;
}

/** Opens a session in a new page without its second mesh. Returns the first. */
async function openWithoutSecond(session: unknown): Promise<DocumentId> {
  ({ page, projects, checked } = await startPage());
  const first = await page.openBox('one.obj');
  const missing = [{ mesh: 1, name: 'two.obj', why: 'two.obj is not there.' }];
  const opened = dropProject(session, { documents: [first, null], missing });
  await settled();
  projects.endMissing();
  await opened;
  return first;
}

test('a dropped project opens its meshes, restores the session as one step, and closes other meshes on request, with one message', async () => {
  const session = await savedSession(page);
  ({ page, projects, checked } = await startPage());
  const other = await page.openBox('other.obj');
  await page.openBox('another.obj');
  const opened = dropProject(session, { documents: [5, 6], missing: [] });
  await settled();
  expect(page.store.otherMeshes.value).toMatchObject({ name: 'level.boxwood-project', others: ['other.obj', 'another.obj'] });
  expect(page.host.requests.map(({ name }) => name)).not.toContain('openMeshes');
  const before = notices(page).length;
  page.store.otherMeshes.value!.choose('close');
  const [first, second] = [page.host.begin('one.obj'), page.host.begin('two.obj')];
  expect([first, second]).toEqual([5, 6]);
  await settled();
  expect(page.store.projectJobs.value).toMatchObject([{ text: 'Opening level.boxwood-project: 0 of 2 meshes', fraction: 0 }]);
  expect(page.store.scene.value.tool).toBe('select');
  page.host.parsed(first, box());
  page.host.parsed(second, box());
  await settled();
  page.host.ready(first);
  page.host.ready(second);
  await opened;
  await settled();
  const { scene } = page.store;
  expect(scene.value).toMatchObject({ activeDocument: second, tool: 'ray', ray: { document: second, origin: [0, 0, 5] } });
  expect(scene.value.selection).toMatchObject({ kind: 'triangle', document: second, triangle: 7 });
  expect([...scene.value.hidden]).toEqual([hiddenKey(first)]);
  expect(scene.value.hiddenTriangles).toEqual(new Map([[second, setOf(12, [1])]]));
  expect(scene.value.clearance).toEqual([
    { document: second, part: 0 },
    { document: first, part: null },
  ]);
  expect(page.store.measuring.value).toBe('clearance');
  expect(page.store.camera.value).toMatchObject({ pose, isRestored: true });
  expect(page.store.bookmarks.value).toEqual([{ name: 'Gate', pose }]);
  expect(page.store.nodeMode.value).toBe('list');
  expect(page.store.project.value).toEqual({ name: 'level.boxwood-project', fileToken: null, isEmbedded: false });
  expect(checked).toEqual([first]);
  expect(page.store.documents.value.map(({ summary }) => summary.id)).not.toContain(other);
  expect(notices(page).slice(before)).toEqual(['Opened level.boxwood-project: 2 meshes. Closed 2 other meshes']);
  expect(page.store.projectJobs.value).toEqual([]);
  page.store.history.undo();
  expect(page.store.scene.value.tool).toBe('select');
});

test('a mesh that is still imported is listed, and meshes that are opened during the choice stay', async () => {
  const session = await savedSession(page);
  ({ page, projects, checked } = await startPage());
  const [first, second] = [await page.openBox('one.obj'), await page.openBox('two.obj')];
  const slow = page.host.begin('slow.obj');
  await settled();
  const opened = dropProject(session, { documents: [first, second], missing: [] });
  await settled();
  expect(page.store.otherMeshes.value).toMatchObject({ others: ['slow.obj'] });
  const late = await page.openBox('late.obj');
  page.store.otherMeshes.value!.choose('close');
  await opened;
  await settled();
  const ids = page.store.documents.value.map(({ summary }) => summary.id);
  expect(ids).toEqual([first, second, late]);
  expect(ids).not.toContain(slow);
});

test('the end of a job leaves the job of another one in the status bar', async () => {
  await page.openBox('one.obj');
  const release = page.host.hold('saveProject');
  const saved = projects.save('level', true, true);
  await settled();
  const other = { text: 'Opening other', fraction: 0.5, cancel: () => {} };
  page.store.projectJobs.value = [...page.store.projectJobs.value, other];
  release();
  await saved;
  expect(page.store.projectJobs.value).toEqual([other]);
});

test('other meshes stay open on request, and nothing is opened when that is cancelled', async () => {
  const session = await savedSession(page);
  ({ page, projects, checked } = await startPage());
  const other = await page.openBox('other.obj');
  const [first, second] = [await page.openBox('one.obj'), await page.openBox('two.obj')];
  const ids = (): readonly DocumentId[] => page.store.documents.value.map(({ summary }) => summary.id);
  const cancelled = dropProject(session, { documents: [first, second], missing: [] });
  await settled();
  // The meshes of the project itself are not others.
  expect(page.store.otherMeshes.value).toMatchObject({ others: ['other.obj'] });
  page.store.otherMeshes.value!.choose('cancel');
  await cancelled;
  expect(page.store.otherMeshes.value).toBeNull();
  expect(page.store.scene.value.tool).toBe('select');
  expect(page.host.requests.map(({ name }) => name)).not.toContain('openMeshes');
  const opened = projects.openRecent('level');
  page.host.replyWith('openRecent', { documents: [], project: { ...project, session } });
  await settled();
  page.store.otherMeshes.value!.choose('keep');
  await opened;
  expect(ids()).toEqual([other, first, second]);
  expect(page.store.scene.value).toMatchObject({ activeDocument: second, tool: 'ray' });
  expect(notices(page).at(-1)).toBe('Opened level.boxwood-project: 2 meshes');
});

test('an opening can be cancelled: its meshes are closed again, and what was open stays', async () => {
  const session = await savedSession(page);
  ({ page, projects, checked } = await startPage());
  const release = page.host.hold('openMeshes');
  const opened = dropProject(session, { documents: [1, 2], missing: [] });
  await settled();
  const [first, second] = [page.host.begin('one.obj'), page.host.begin('two.obj')];
  release();
  await settled();
  page.host.parsed(first, box());
  await settled();
  expect(page.store.projectJobs.value).toMatchObject([{ text: 'Opening level.boxwood-project: 1 of 2 meshes', fraction: 0.5 }]);
  page.store.projectJobs.value[0]!.cancel();
  await opened;
  await settled();
  expect([first, second]).toEqual([1, 2]);
  expect(page.store.documents.value).toEqual([]);
  expect(page.store.projectJobs.value).toEqual([]);
  expect(notices(page)).toEqual(['Opening of level.boxwood-project cancelled. Open meshes stay open.']);
});

test('the save and the reading of a project show their progress and can be cancelled', async () => {
  await page.openBox('one.obj');
  const release = page.host.hold('saveProject');
  const saved = projects.save('level', true, true);
  await settled();
  page.host.tellProject('text', 0.25);
  page.host.tellProject('another', 0.75);
  expect(page.store.projectJobs.value).toMatchObject([{ text: 'Saving level', fraction: 0.25 }]);
  page.store.projectJobs.value[0]!.cancel();
  expect(page.host.requests.at(-1)).toEqual({ name: 'cancelProject', request: { task: 'text' } });
  release();
  await saved;
  expect(page.store.projectJobs.value).toEqual([]);
});

test('a selection that the mesh does not have is left out, with a message', async () => {
  const session = (await savedSession(page)) as { readonly scene: { readonly selection: object } };
  const selection = { ...session.scene.selection, triangle: 12 };
  ({ page, projects, checked } = await startPage());
  const [first, second] = [await page.openBox('one.obj'), await page.openBox('two.obj')];
  await dropProject({ ...session, scene: { ...session.scene, selection } }, { documents: [first, second], missing: [] });
  expect(page.store.scene.value.selection).toEqual({ kind: 'document', document: second });
  expect(notices(page)).toContain(
    'The project names triangles or parts that two.obj does not have: selected and hidden triangles and measured points of it are left out.',
  );
});

test('a mesh whose side files changed is another mesh', async () => {
  const session = (await savedSession(page)) as { readonly documents: readonly object[] };
  const documents = session.documents.map((saved) => ({ ...saved, sideSha256: 'cd'.repeat(32) }));
  ({ page, projects, checked } = await startPage());
  const first = page.host.begin('one.obj');
  page.host.parsed(first, box(), { sideSha256: 'cd'.repeat(32) });
  const second = page.host.begin('two.obj');
  page.host.parsed(second, box(), { sideSha256: 'ef'.repeat(32) });
  await settled();
  for (const id of [first, second]) page.host.ready(id);
  await dropProject({ ...session, documents }, { documents: [first, second], missing: [] });
  expect(notices(page).filter((text) => text.includes('changed'))).toEqual([
    'two.obj: its side files have changed since it was saved: selected and hidden triangles and measured points of it are left out.',
  ]);
});

test('a damaged session is refused before a mesh is opened, and what was open stays', async () => {
  const session = (await savedSession(page)) as { scene: object };
  ({ page, projects, checked } = await startPage());
  const other = await page.openBox('other.obj');
  const before = page.store.scene.value;
  await dropProject({ ...session, scene: { ...session.scene, tool: 'hammer' } }, { documents: [], missing: [] });
  expect(notices(page).at(-1)).toContain('Expected one of select');
  expect(page.store.notices.value.at(-1)).toMatchObject({
    kind: 'error',
    error: { code: 'malformed', location: { pointer: '/session/scene/tool' } },
  });
  expect(page.host.requests.map(({ name }) => name)).not.toContain('openMeshes');
  expect(page.store.scene.value).toBe(before);
  expect(page.store.documents.value.map(({ summary }) => summary.id)).toEqual([other]);
  await projects.open(fileSet([new File([''], 'a.boxwood-project'), new File([''], 'b.boxwood-project')]));
  expect(notices(page).at(-1)).toBe('Open one project at a time: a.boxwood-project, b.boxwood-project');
});

test('a missing mesh can be chosen; one that changed is reported, and keeps no triangles and measured parts', async () => {
  const session = await savedSession(page);
  ({ page, projects, checked } = await startPage());
  const first = page.host.begin('one.obj');
  page.host.parsed(first, box());
  const missing = [{ mesh: 1, name: 'two.obj', why: 'two.obj is not there.' }];
  const opened = dropProject(session, { documents: [first, null], missing });
  await settled();
  expect(page.store.missingMeshes.value).toMatchObject({ name: 'level.boxwood-project', meshes: [{ name: 'two.obj', document: null }] });
  expect(page.store.scene.value.tool).toBe('select');
  const second = page.host.begin('moved.obj');
  page.host.openNext([second]);
  await projects.supply(1, [{ file: new File([''], 'moved.obj'), path: 'moved.obj' }]);
  page.host.parsed(second, knot());
  await settled();
  for (const id of [first, second]) page.host.ready(id);
  await opened;
  expect(page.store.missingMeshes.value).toBeNull();
  expect(page.store.scene.value).toMatchObject({ activeDocument: second, tool: 'ray', selection: { kind: 'document', document: second } });
  expect(page.store.scene.value.hiddenTriangles.size).toBe(0);
  expect(page.store.scene.value.clearance).toEqual([{ document: first, part: null }]);
  expect(notices(page)).toContainEqual(
    expect.stringMatching(/^The chosen moved\.obj differs from two\.obj of the project \([\d,]+ triangles instead of 12\): selected/),
  );
  expect(notices(page).filter((text) => text.includes('since it was saved'))).toEqual([]);
});

test('a project opens without its missing meshes', async () => {
  const session = await savedSession(page);
  const first = await openWithoutSecond(session);
  expect(page.store.scene.value).toMatchObject({ activeDocument: first, tool: 'ray', selection: null, ray: null });
  expect(notices(page)).toContain('Opened level.boxwood-project: 1 of 2 meshes, without two.obj');
});

test('the message of a second opening replaces that of the first, which was ended', async () => {
  const session = await savedSession(page);
  const first = await openWithoutSecond(session);
  const second = await page.openBox('two.obj');
  await dropProject(session, { documents: [first, second], missing: [] });
  const ofProject = notices(page).filter((text) => text.startsWith('Opened level.boxwood-project'));
  expect(ofProject).toEqual(['Opened level.boxwood-project: 2 meshes']);
});

test('the last session is offered, and restored only when it is requested; open meshes stay', async () => {
  const session = await savedSession(page);
  const last = { id: 'session-1', savedAt: 1, names: ['one.obj', 'two.obj'], holds: ['ray'] };
  ({ page, projects, checked } = await startPage([last]));
  const other = await page.openBox('other.obj');
  expect(offered()).toEqual(last);
  expect(page.store.scene.value.tool).toBe('select');
  const [first, second] = [page.host.begin('one.obj'), page.host.begin('two.obj')];
  page.host.replyWith('readSession', { project: { ...project, session } });
  page.host.replyWith('openMeshes', { documents: [first, second], missing: [] });
  const restored = projects.restore(last);
  for (const id of [first, second]) page.host.parsed(id, box());
  await settled();
  for (const id of [first, second]) page.host.ready(id);
  await restored;
  expect(page.store.scene.value).toMatchObject({ activeDocument: second, tool: 'ray' });
  expect(page.store.documents.value.map(({ summary }) => summary.id)).toContain(other);
  expect(page.store.project.value).toBeNull();
  expect(offered()).toBeNull();
  expect(page.host.requests.at(-1)).toEqual({ name: 'forgetSession', request: { id: 'session-1' } });
});

test('the last session is requested once, and stays kept while a mesh of it is missing', async () => {
  const session = await savedSession(page);
  const last = { id: 'session-1', savedAt: 1, names: ['one.obj', 'two.obj'], holds: ['ray'] };
  ({ page, projects, checked } = await startPage([last]));
  page.host.setConnection('lost');
  page.host.setConnection('open');
  await settled();
  const count = (name: string): number => page.host.requests.filter((request) => request.name === name).length;
  expect(count('keptSessions')).toBe(1);
  // The fake host has no such session.
  await projects.restore(last);
  expect(offered()).toEqual(last);
  const first = await page.openBox('one.obj');
  page.host.replyWith('readSession', { project: { ...project, session } });
  page.host.replyWith('openMeshes', { documents: [first, null], missing: [{ mesh: 1, name: 'two.obj', why: 'two.obj is not there.' }] });
  const restored = projects.restore(last);
  await settled();
  projects.endMissing();
  await restored;
  expect(notices(page)).toContain('Restored the session: 1 of 2 meshes, without two.obj');
  expect(count('forgetSession')).toBe(0);
});

test('a reloaded page is offered the last session only where it does not show its own meshes', async () => {
  const last = { id: 'session-1', savedAt: 1, names: ['one.obj'], holds: [] };
  ({ page } = await startPage([], { opens: 'one.obj' }));
  const noted = takeSnapshot(page.store, 'query');
  expect(noted.documents.map(({ name }) => name)).toEqual(['one.obj']);
  // The application still has them. Earlier sessions are listed all the same.
  ({ page } = await startPage([last], { opens: 'one.obj', noted }));
  expect(offered()).toBeNull();
  expect(page.store.keptSessions.value).toEqual([last]);
  expect(page.host.requests).toContainEqual({ name: 'keptSessions', request: { isReloaded: true } });
  // It was started again, without meshes or with another one, and the page went to its new address.
  ({ page } = await startPage([last], { noted }));
  expect(offered()).toEqual(last);
  ({ page } = await startPage([last], { opens: 'two.obj', noted }));
  expect(offered()).toEqual(last);
});

test('the offer is the newest session with work; the others stay listed after one is restored or forgotten', async () => {
  const kept = [
    { id: 'idle', savedAt: 3, names: ['one.obj'], holds: [] },
    { id: 'work', savedAt: 2, names: ['one.obj'], holds: ['ray', 'section'] },
    { id: 'old', savedAt: 1, names: ['two.obj'], holds: ['sphere'] },
  ];
  ({ page, projects } = await startPage(kept));
  expect(offered()?.id).toBe('work');
  await projects.forget(kept[1]!);
  expect(offered()).toBeNull();
  expect(page.store.keptSessions.value.map(({ id }) => id)).toEqual(['idle', 'old']);
  const session = await savedSession(page);
  page.host.replyWith('readSession', { project: { ...project, session } });
  page.host.replyWith('openMeshes', { documents: page.store.documents.value.map(({ summary }) => summary.id), missing: [] });
  await projects.restore(kept[2]!);
  expect(page.host.requests).toContainEqual({ name: 'readSession', request: { id: 'old' } });
  expect(page.host.requests.at(-1)).toEqual({ name: 'forgetSession', request: { id: 'old' } });
  expect(page.store.keptSessions.value.map(({ id }) => id)).toEqual(['idle']);
});

test('a session is kept with what it holds', async () => {
  await savedSession(page);
  await settled();
  const kept = page.host.requests.findLast(({ name }) => name === 'keepSession');
  expect(kept!.request).toEqual({ session: 'text', holds: ['ray', 'measurement', 'hidden parts', '1 bookmark'] });
});

test('a project that is still opening when another is opened changes nothing any more', async () => {
  const session = await savedSession(page);
  ({ page, projects, checked } = await startPage());
  const missing = [{ mesh: 1, name: 'two.obj', why: 'two.obj is not there.' }];
  const release = page.host.hold('openMeshes');
  const older = dropProject(session, { documents: [1, null], missing });
  await settled();
  expect(page.host.begin('slow.obj')).toBe(1);
  release();
  await settled();
  expect(page.store.missingMeshes.value).not.toBeNull();
  expect(page.store.documents.value.length).toBe(1);
  const [first, second] = [await page.openBox('one.obj'), await page.openBox('two.obj')];
  page.host.replyWith('readProject', { project: { ...project, id: 2, name: 'second.boxwood-project', fileToken: 'second', session } });
  page.host.replyWith('openMeshes', { documents: [first, second], missing: [] });
  await projects.open(fileSet([new File(['{}'], 'second.boxwood-project')]));
  await older;
  await settled();
  expect(page.store.missingMeshes.value).toBeNull();
  expect(page.store.documents.value.map(({ summary }) => summary.id)).toEqual([first, second]);
  expect(page.store.project.value).toMatchObject({ name: 'second.boxwood-project', fileToken: 'second' });
  expect(page.store.scene.value).toMatchObject({ activeDocument: second, tool: 'ray' });
  expect(notices(page).filter((text) => text.startsWith('Opened'))).toEqual(['Opened second.boxwood-project: 2 meshes']);
});

test('files that cannot be read are reported once', async () => {
  const before = notices(page).length;
  await projects.open(Promise.reject(new Error('The folder is gone')));
  expect(notices(page).length).toBe(before + 1);
});

test('the session of the page is kept after each change, once, and not before something was open', async () => {
  expect(page.host.texts).toEqual([]);
  const id = await page.openBox('one.obj');
  const count = page.host.texts.length;
  page.store.flySpeed.value = 3;
  await settled();
  expect(page.host.texts.length).toBe(count + 1);
  expect(readSnapshot(JSON.parse(page.host.texts.at(-1)!))).toMatchObject({ flySpeed: 3, documents: [{ id, name: 'one.obj' }] });
  page.store.hover.value = { kind: 'part', document: id, part: 0 };
  await settled();
  expect(page.host.texts.length).toBe(count + 1);
  page.store.nodeMode.value = 'list';
  await settled();
  expect(readSnapshot(JSON.parse(page.host.texts.at(-1)!))).toMatchObject({ nodeMode: 'list' });
  await page.session.close(id);
  await settled();
  expect(readSnapshot(JSON.parse(page.host.texts.at(-1)!)).documents).toEqual([]);
});

test('a project is saved to its file, and a new one where the page saves it', async () => {
  await page.openBox('one.obj');
  expect(await projects.save('level', true, true)).toBe(true);
  expect(page.host.saved).toEqual(['/bakes/2 level.boxwood-project']);
  expect(page.store.project.value).toEqual({ name: 'level.boxwood-project', fileToken: null, isEmbedded: true });
  page.store.project.value = { name: 'level.boxwood-project', fileToken: 'here', isEmbedded: false };
  await projects.save('level', false, false);
  expect(page.host.requests.at(-1)).toMatchObject({ name: 'saveProject', request: { fileToken: 'here', embed: false } });
  expect(page.host.saved.length).toBe(1);
  page.host.replyWith('saveProject', { saved: null });
  expect(await projects.save('level', false, true)).toBe(false);
});
