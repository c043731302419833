import { beforeEach, describe, expect, test } from 'vitest';
import { importOptions } from '#core/options/import-options';
import { defaultValues } from '#core/options/option';
import type { RepairReport } from '#core/job';
import { meshPath, type Host } from '#host-api';
import { setVersionView } from '../../../../renderer/commands/change-actions.ts';
import { changesText, findingState } from '../../../../renderer/panels/changes/changes-text.ts';
import type { FromChangeWorker, ToChangeWorker } from '../../../../renderer/state/changes/change-messages.ts';
import { followChanges, type ChangeFollower } from '../../../../renderer/state/changes/follow-changes.ts';
import { addChanges } from '../../../../renderer/state/changes/add-changes.ts';
import { notePreview } from '../../../../renderer/state/changes/note-changes.ts';
import { isUnchanged, type MeshChanges } from '../../../../renderer/state/changes/mesh-changes.ts';
import { activeChanges, drawnVersions } from '../../../../renderer/state/changes/shown-changes.ts';
import { serveChanges } from '../../../../renderer/workers/serve-changes.ts';
import { ball, box } from '../../../fixtures/shapes.ts';
import { startedSession, type StartedSession } from '../started-session.ts';

interface Worker {
  readonly request: ToChangeWorker;
  readonly post: (message: FromChangeWorker) => void;
  readonly lost: (reason: string) => void;
  /** Answers as the worker does. */
  readonly serve: () => void;
  ended: boolean;
}

let started: StartedSession;
let workers: Worker[];
let follower: ChangeFollower;
const taller = box([-1, -1, -1], [1, 1, 2]);

beforeEach(async () => {
  started = await startedSession();
  workers = [];
  follower = followChanges(started.store, (request, post, lost) => {
    const worker: Worker = { request, post, lost, ended: false, serve: () => serveChanges(request, post, () => 0) };
    workers.push(worker);
    return { terminate: () => void (worker.ended = true) };
  });
});

const now = (): MeshChanges => activeChanges(started.store)!;

/** Opens a box, and reads it again with another top. */
async function reloaded(mesh = taller): Promise<number> {
  const old = await started.openBox('crate.obj');
  return started.openBox('crate.obj', old, mesh);
}

describe('a reloaded document', () => {
  test('is compared in full with the version before, and says what changed', async () => {
    const document = await reloaded();
    expect(now()).toMatchObject({ cause: 'reload', documents: [document], status: { kind: 'running' }, wanted: 'all', isNew: true });
    workers[0]!.serve();
    const { geometry, facts, findings, surface, status } = now();
    expect(status).toEqual({ kind: 'done' });
    expect(geometry).toMatchObject({ isSame: false, triangles: { before: 12, after: 12, same: 2, removed: 6, added: 6, changedAfter: 4 } });
    expect(changesText(geometry!)).toBe('6 triangles added, 6 removed, 4 changed');
    expect(facts).toMatchObject({ before: { signedVolume: 8 }, after: { signedVolume: 12 } });
    expect(findings?.map(findingState).every((state) => state === 'same')).toBe(true);
    expect(surface?.added?.found).toBeCloseTo(1, 12);
    expect(isUnchanged(now())).toBe(false);
    expect(workers[0]!.ended).toBe(true);
  });

  test('shows its versions while it is active and a view is chosen, as one object for all of them', async () => {
    const document = await reloaded();
    workers[0]!.serve();
    expect(drawnVersions(started.store, document)).toBeNull();
    setVersionView(started.store, 'both');
    const drawn = drawnVersions(started.store, document);
    expect(drawn).toMatchObject({ before: { parts: [{ name: 'box' }] }, after: { parts: [{ name: 'box' }] } });
    expect(drawn?.states.after).toHaveLength(12);
    expect(now().isNew).toBe(false);
    follower.compareAll(now().serial);
    workers[1]!.serve();
    expect(drawnVersions(started.store, document)).toBe(drawn);
    await started.openBox('other.obj');
    started.store.history.rewrite((scene) => ({ ...scene, activeDocument: document + 1 }));
    expect(drawnVersions(started.store, document)).toBeNull();
    expect(activeChanges(started.store)).toBeNull();
  });

  test('that is the same says so; with other import options it is no other version', async () => {
    await reloaded(box());
    workers[0]!.serve();
    expect(isUnchanged(now())).toBe(true);
    expect(changesText(now().geometry!)).toBe('no triangle changed');
    const { host, store } = started;
    const id = store.documents.value.at(-1)!.summary.id;
    const next = host.begin('crate.obj', id);
    host.parsed(next, taller, { importing: { ...defaultValues(importOptions), triangulation: 'ears' } });
    host.close(id);
    await expect.poll(() => store.documents.value.map(({ summary }) => summary.id)).toEqual([next]);
    expect(store.changes.value).toEqual([]);
  });

  test('ends the comparison when it is read again or closed', async () => {
    const document = await reloaded();
    const again = await started.openBox('crate.obj', document, ball(8, 4));
    expect(workers.map(({ ended }) => ended)).toEqual([true, false]);
    expect(workers[1]!.request).toMatchObject({
      before: { mesh: { indices: { length: 36 } } },
      after: { mesh: { indices: { length: 144 } } },
    });
    started.host.close(again);
    expect([started.store.changes.value, workers[1]!.ended]).toEqual([[], true]);
  });
});

test('a comparison is cancelled, fails, and runs again; results of an ended worker are dropped', async () => {
  await reloaded();
  follower.stop(now().serial);
  expect(now()).toMatchObject({ status: { kind: 'failed', problem: { code: 'cancelled' } } });
  expect(workers[0]!.ended).toBe(true);
  workers[0]!.serve();
  expect(now().geometry).toBeNull();
  follower.compareAll(now().serial);
  workers[1]!.post({ kind: 'progress', fraction: 0.5 });
  expect(now().status).toEqual({ kind: 'running', fraction: 0.5 });
  workers[1]!.lost('out of memory');
  expect(now()).toMatchObject({ status: { kind: 'failed', problem: { code: 'worker-lost', detail: 'out of memory' } } });
  expect(workers).toHaveLength(2);
});

test('pairs of versions wait for each other, and large ones are compared by their triangles only', async () => {
  const [a, b] = [await started.openBox('a.obj'), await started.openBox('b.obj')];
  const version = { mesh: box(), findings: [] };
  const large = { mesh: { ...box(), indices: new Uint32Array(900_000) }, findings: [] };
  addChanges(started.store, { cause: 'reload', name: 'a.obj', documents: [a], before: version, after: large });
  addChanges(started.store, { cause: 'repair', name: 'b.obj', documents: [b], before: version, after: version, findings: [] });
  expect(workers.map(({ request }) => request.all)).toEqual([false]);
  workers[0]!.post({ kind: 'done' });
  expect(workers.map(({ request }) => request.all)).toEqual([false, false]);
  expect(started.store.changes.value.map(({ status }) => status.kind)).toEqual(['done', 'running']);
  // A new request for a document replaces its old one.
  addChanges(started.store, { cause: 'reload', name: 'a.obj', documents: [a], before: version, after: version });
  expect(started.store.changes.value.map(({ name, wanted }) => [name, wanted])).toEqual([
    ['b.obj', 'geometry'],
    ['a.obj', 'all'],
  ]);
});

test('the view of versions ends with the last changes, and is not used for those of another document; a reload keeps it', async () => {
  const { store, host } = started;
  const document = await reloaded();
  setVersionView(store, 'before');
  const again = await started.openBox('crate.obj', document, box());
  expect(store.versionView.value).toBe('before');
  host.close(again);
  expect([store.changes.value, store.versionView.value]).toEqual([[], 'off']);
  await reloaded();
  setVersionView(store, 'both');
  const other = await started.openBox('other.obj');
  expect(store.versionView.value).toBe('both');
  await started.openBox('other.obj', other, taller);
  expect([store.changes.value.length, store.versionView.value]).toEqual([2, 'off']);
});

test('a shown preview has the options that it was made with, and a later one takes its place only when it is shown', async () => {
  const { store, host } = started;
  const document = await started.openBox('crate.obj');
  const report = { findings: [] } as unknown as RepairReport;
  const [weld, fill] = [
    { document, options: { weld: 1 }, report },
    { document, options: { fillHoles: true }, report },
  ];
  const fetching: Host = { ...host, fetchBytes: () => host.fetchBytes(meshPath(document)) };
  store.repaired.value = weld;
  expect(await notePreview(fetching, store, weld)).toBe(true);
  store.repaired.value = fill;
  expect(now()).toMatchObject({ cause: 'preview', options: { weld: 1 } });
  expect(await notePreview(fetching, store, weld)).toBe(false);
  expect(await notePreview(fetching, store, fill)).toBe(true);
  expect(now().options).toEqual({ fillHoles: true });
});
