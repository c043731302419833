import { beforeEach, describe, expect, test } from 'vitest';
import { maxIgnored, type IgnoredFinding } from '#core/ignored-finding';
import { ignoreListText } from '#core/health/report/ignore-list';
import { ignoreListOf } from '../../../../renderer/state/health/ignore-lists.ts';
import { withIgnored } from '../../../../renderer/state/store/scene-edits.ts';
import { startSession, type Session } from '../../../../renderer/state/documents/session.ts';
import { createStore, type WritableStore } from '../../../../renderer/state/store/store.ts';
import { settled, type FakeHost } from '../../fake-host.ts';
import { startedSession, type StartedSession } from '../started-session.ts';

const door: IgnoredFinding = { code: 'boundary-loops', detail: null, elements: [1, 2, 2, 3, 3, 1], reason: 'a door' };
const flat: IgnoredFinding = { code: 'ghost-edges', detail: null, elements: null, reason: 'nothing rolls here' };

let host: FakeHost;
let store: WritableStore;
let session: Session;
let openBox: StartedSession['openBox'];

beforeEach(async () => {
  ({ host, store, session, openBox } = await startedSession());
});

const ignore = (id: number, entry: IgnoredFinding, isIgnored = true): void =>
  store.history.change('Ignore', (scene) => withIgnored(scene, id, entry, isIgnored));
const requested = (): readonly unknown[] => host.requests.filter(({ name }) => name === 'ignore').map(({ request }) => request);
const inHost = async (id: number): Promise<readonly IgnoredFinding[]> =>
  (await host.request('list', {})).documents.find((document) => document.id === id)!.ignored;
const shown = (id: number): readonly IgnoredFinding[] => store.scene.value.ignored.get(id) ?? [];

describe('ignored findings of a document', () => {
  test('is kept by the host, and undo and redo go over it there too', async () => {
    const id = await openBox();
    ignore(id, door);
    await settled();
    expect(await inHost(id)).toEqual([door]);
    store.history.undo();
    await settled();
    expect(await inHost(id)).toEqual([]);
    store.history.redo();
    await settled();
    expect(await inHost(id)).toEqual([door]);
    expect(requested()).toHaveLength(3);
  });

  test('is there in a page that comes later, and is no step of it', async () => {
    const id = await openBox();
    host.ignoredBecame(id, [door]);
    const later = createStore();
    startSession(host, later);
    await settled();
    expect(later.scene.value.ignored.get(id)).toEqual([door]);
    expect(later.history.canUndo.value).toBe(false);
    expect(requested()).toEqual([]);
  });

  test('follows another window, in every step, so that undo does not revert its change', async () => {
    const id = await openBox();
    ignore(id, door);
    await settled();
    host.ignoredBecame(id, [door, flat]);
    await settled();
    expect(shown(id)).toEqual([door, flat]);
    store.history.undo();
    await settled();
    expect(shown(id)).toEqual([door, flat]);
    expect(requested()).toHaveLength(1);
  });

  test('changed twice at once ends with the last request, however late the replies are', async () => {
    const id = await openBox();
    const release = host.hold('ignore');
    ignore(id, door);
    await settled();
    ignore(id, flat);
    ignore(id, door, false);
    // Tells of the document what was before.
    host.filesBecame(id, { kind: 'asRead' });
    await settled();
    expect(shown(id)).toEqual([flat]);
    release();
    await settled();
    expect(shown(id)).toEqual([flat]);
    expect(await inHost(id)).toEqual([flat]);
  });

  test('that the host refused is reported, and sent again after a reconnection', async () => {
    const id = await openBox();
    host.refuse('ignore', { code: 'worker-lost', message: 'Gone', fix: 'Wait', location: {} });
    ignore(id, door);
    await settled();
    expect(await inHost(id)).toEqual([]);
    expect(shown(id)).toEqual([door]);
    host.setConnection('lost');
    host.setConnection('open');
    host.ignoredBecame(id, []);
    await settled();
    expect(await inHost(id)).toEqual([door]);
  });
});

describe('a list', () => {
  test('of all documents is saved by content, and loaded in one step', async () => {
    const id = await openBox();
    const mesh = store.documents.value[0]!.summary.mesh!;
    expect(ignoreListOf(store.scene.value, store.documents.value)).toEqual([]);
    ignore(id, door);
    ignore(id, flat);
    await settled();
    const list = ignoreListOf(store.scene.value, store.documents.value);
    expect(list).toEqual([{ file: mesh.source.file, sha256: mesh.source.sha256, importing: mesh.importing, findings: [door, flat] }]);
    store.history.undo();
    store.history.undo();
    const steps = store.history.position.value;
    await session.ignoreListed(Promise.resolve(ignoreListText(list)));
    expect(shown(id)).toEqual([door, flat]);
    expect(store.history.position.value).toBe(steps + 1);
  });

  test('with more names than can be read is reported, and none of it is ignored', async () => {
    const id = await openBox();
    ignore(id, door);
    await settled();
    const { source, importing } = store.documents.value[0]!.summary.mesh!;
    const findings = Array.from({ length: maxIgnored }, (_, i): IgnoredFinding => ({ ...door, elements: [i, 9] }));
    await session.ignoreListed(Promise.resolve(ignoreListText([{ file: source.file, sha256: source.sha256!, importing, findings }])));
    expect(store.notices.value.at(-1)).toMatchObject({
      kind: 'error',
      error: { code: 'too-large', message: 'There are more than 10000 ignored findings' },
    });
    expect(shown(id)).toEqual([door]);
    expect(await inHost(id)).toEqual([door]);
  });

  test('that is malformed is reported with its location', async () => {
    await openBox();
    await session.ignoreListed(Promise.resolve('{"ignored":1,"files":[{}]}'));
    expect(store.notices.value.at(-1)).toMatchObject({
      kind: 'error',
      error: { code: 'malformed', location: { pointer: '/files/0/file' } },
    });
  });
});
