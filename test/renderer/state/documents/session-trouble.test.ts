import { beforeEach, describe, expect, test } from 'vitest';
import { defaultValues } from '#core/options/option';
import { buildOptions } from '#core/options/build-options';
import { InspectorError } from '#core/error';
import { meshPath } from '#host-api';
import { box } from '../../../fixtures/shapes.ts';
import { withRay } from '../../../../renderer/state/store/scene-edits.ts';
import { type Session } from '../../../../renderer/state/documents/session.ts';
import { type WritableStore } from '../../../../renderer/state/store/store.ts';
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

  test.each([true, false])('a repair ends also when the mesh of its copy cannot be fetched, before the reply: %s', async (isBefore) => {
    const [document, other] = [await openBox(), await openBox('other.obj')];
    const { fetchBytes } = host;
    host.fetchBytes = async (path) => {
      if (path === meshPath(other + 2)) throw new InspectorError({ ...refusal });
      return fetchBytes(path);
    };
    const copy = host.begin('copy.obj');
    expect(copy).toBe(other + 2);
    host.openNext([copy]);
    if (isBefore) {
      host.parsed(copy, box());
      await settled();
    }
    const repaired = session.repair(document, {}, true);
    await settled();
    if (!isBefore) host.parsed(copy, box());
    expect(await repaired).toBeNull();
    expect(store.notices.value).toMatchObject([{ kind: 'error' }]);
  });

  test('a repair gives its copy once that has a mesh', async () => {
    const document = await openBox();
    const copy = host.begin('copy.obj');
    host.openNext([copy]);
    const repaired = session.repair(document, {}, true);
    await settled();
    host.parsed(copy, box());
    expect(await repaired).toBe(copy);
    expect(store.scene.value.activeDocument).toBe(copy);
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

  test('closing a document removes the warnings and errors about it, and no others', async () => {
    const id = await openBox('flat.obj', null, { positions: new Float64Array(9), indices: new Uint32Array(0), parts: [] });
    await openBox('other.obj');
    host.filesBecame(id, { kind: 'missing', file: 'flat.obj' });
    host.refuse('build', refusal);
    await session.rebuild(id, median);
    session.warn('The link is damaged');
    const kinds = (): readonly string[] => store.notices.value.map(({ kind }) => kind);
    expect(kinds()).toEqual(['warning', 'warning', 'error', 'warning']);
    await session.close(id);
    expect(store.notices.value).toMatchObject([
      { kind: 'warning', text: 'The link is damaged' },
      { kind: 'info', text: expect.stringMatching(/^Closed flat\.obj/) },
    ]);
  });

  test('a refused request becomes a notice that can be dismissed', async () => {
    host.refuse('open', refusal);
    await session.open(fileSet([new File([], 'bad.obj')]));
    expect(store.upload.value).toBeNull();
    const [notice] = store.notices.value;
    session.dismiss(notice!.serial);
    expect(store.notices.value).toEqual([]);
  });

  test('files that are cancelled while they are sent are not opened', async () => {
    host.offerFiles = (_files, progress, signal) =>
      new Promise((_, reject) => {
        progress(0.5);
        signal.addEventListener('abort', () => reject(new InspectorError({ ...refusal, code: 'cancelled' })));
      });
    const opening = session.open(fileSet([new File([], 'large.obj')]));
    await settled();
    expect(store.upload.value).toMatchObject({ files: 1, fraction: 0.5 });
    store.upload.value!.cancel();
    await opening;
    expect(store.upload.value).toBeNull();
    expect(store.notices.value).toMatchObject([{ kind: 'info', text: 'Sending cancelled. Open the files again if needed.' }]);
    expect(host.requests.filter(({ name }) => name === 'open')).toEqual([]);
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
