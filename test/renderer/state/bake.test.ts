import { beforeEach, describe, expect, test } from 'vitest';
import { buildOptions } from '#core/options/build-options';
import { defaultValues } from '#core/options/option';
import type { RequestOf } from '#host-api';
import { startSession, type Session } from '../../../renderer/state/session.ts';
import { createStore, type Store } from '../../../renderer/state/store.ts';
import { box } from '../../fixtures/shapes.ts';
import { createFakeHost, settled, type FakeHost } from '../fake-host.ts';

let host: FakeHost;
let store: Store;
let session: Session;
let id: number;

beforeEach(async () => {
  host = createFakeHost();
  store = createStore();
  session = startSession(host, store);
  id = host.begin('box.obj');
  host.parsed(id, box());
  host.ready(id);
  await settled();
});

describe('a bake', () => {
  test('asks for the trees by their options, so that one the host has forgotten is built again, and saves the file', async () => {
    const shown = store.activeTree.value!.summary;
    const median = { ...shown, id: 999, options: { ...defaultValues(buildOptions), split: 'median' as const } };
    await session.bake(id, 'boxwood', [median, shown]);
    const { trees } = host.requests.find(({ name }) => name === 'bake')!.request as RequestOf<'bake'>;
    expect(trees).toHaveLength(2);
    expect(trees[0]).not.toBe(999);
    expect(trees[1]).toBe(shown.id);
    expect(host.saved).toEqual(['/bakes/1 box.obj.boxwood']);
    expect(store.baked.value).toMatchObject({ document: id, file: { name: 'box.obj.boxwood' } });
    expect(store.log.value.at(-1)?.text).toMatch(/baked and verified, 100 bytes/);
  });

  test('that is refused saves nothing and tells why, without a notice', async () => {
    host.refuse('bake', { code: 'too-large', message: 'Beyond 32 bits', cure: 'Bake to PLY', place: { file: 'box.obj' } });
    await session.bake(id, 'stl', []);
    expect(host.saved).toEqual([]);
    expect(store.baked.value).toMatchObject({ document: id, problem: { code: 'too-large' } });
    expect(store.log.value.at(-1)).toMatchObject({ severity: 'error', text: expect.stringContaining('Beyond 32 bits') });
    expect(store.notices.value).toEqual([]);
  });
});
