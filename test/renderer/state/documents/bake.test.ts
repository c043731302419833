import { beforeEach, describe, expect, test } from 'vitest';
import { buildOptions } from '#core/options/build-options';
import { defaultValues } from '#core/options/option';
import type { RequestOf } from '#host-api';
import { setMeaning } from '../../../../renderer/commands/actions.ts';
import { spaceOf } from '../../../../renderer/state/documents/space-of.ts';
import type { Session } from '../../../../renderer/state/documents/session.ts';
import type { WritableStore } from '../../../../renderer/state/store/store.ts';
import type { FakeHost } from '../../fake-host.ts';
import { startedSession } from '../started-session.ts';

let host: FakeHost;
let store: WritableStore;
let session: Session;
let id: number;

beforeEach(async () => {
  const started = await startedSession();
  ({ host, store, session } = started);
  id = await started.openBox();
});

describe('a bake', () => {
  test('requests the trees by their options, so that one the host has dropped is built again, and saves the file', async () => {
    const shown = store.activeTree.value!.summary;
    const median = { ...shown, id: 999, options: { ...defaultValues(buildOptions), split: 'median' as const } };
    await session.bake(id, 'boxwood', [median, shown]);
    const { trees } = host.requests.find(({ name }) => name === 'bake')!.request as RequestOf<'bake'>;
    expect(trees).toHaveLength(2);
    expect(trees[0]).not.toBe(999);
    expect(trees[1]).toBe(shown.id);
    expect(host.saved).toEqual(['/bakes/1 box.obj.boxwood']);
    expect(store.baked.value).toMatchObject({ document: id, format: 'boxwood', file: { name: 'box.obj.boxwood' } });
    expect(store.log.value.at(-1)?.text).toMatch(/baked and verified, 100 bytes/);
  });

  test('takes along what a person said that the numbers mean, which a step back takes back', async () => {
    setMeaning(store, id, { unit: 'inch' });
    setMeaning(store, id, { up: '+z' });
    expect(spaceOf(store, store.activeDocument.value)).toEqual({ metresPerUnit: 0.0254, up: '+z', handedness: null });
    expect(store.history.marks.value.slice(-2).map(({ title }) => title)).toEqual(['Unit: Inch', 'Up axis: +Z']);
    await session.bake(id, 'stl', []);
    expect(host.requests.at(-1)!.request).toMatchObject({ meaning: { unit: 'inch', up: '+z', handedness: 'file' } });
    store.history.undo();
    expect(spaceOf(store, store.activeDocument.value)).toEqual({ metresPerUnit: 0.0254, up: null, handedness: null });
    setMeaning(store, id, { unit: 'inch' });
    expect(store.history.canRedo.value).toBe(true); // Nothing changed: no new step.
  });

  test('that is refused saves nothing and reports why, without a notice', async () => {
    host.refuse('bake', { code: 'too-large', message: 'Beyond 32 bits', fix: 'Bake to PLY', location: { file: 'box.obj' } });
    await session.bake(id, 'stl', []);
    expect(host.saved).toEqual([]);
    expect(store.baked.value).toMatchObject({ document: id, format: 'stl', problem: { code: 'too-large' } });
    expect(store.log.value.at(-1)).toMatchObject({ severity: 'error', text: expect.stringContaining('Beyond 32 bits') });
    expect(store.notices.value).toEqual([]);
  });

  test('requested twice is baked once, and can be requested again when it is done', async () => {
    const release = host.hold('bake');
    const first = session.bake(id, 'stl', []);
    await session.bake(id, 'stl', []);
    const bakes = (): number => host.requests.filter(({ name }) => name === 'bake').length;
    expect(bakes()).toBe(1);
    expect(store.baked.value).toBeNull();
    release();
    await first;
    expect(store.baked.value).toMatchObject({ document: id });
    await session.bake(id, 'stl', []);
    expect(bakes()).toBe(2);
  });
});
