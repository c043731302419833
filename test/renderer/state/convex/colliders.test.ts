import { expect, test } from 'vitest';
import { cancelledError } from '#core/cancelled';
import { startedSession } from '../started-session.ts';
import { settled } from '../../fake-host.ts';

test('a collider of the comparison has the figures of its row before it is shown', async () => {
  const { host, store, session, openBox } = await startedSession();
  const crate = await openBox('crate.obj');
  const rating = { phantomVolume: 2, missingVolume: 0, maxDeviation: { outward: 1, inward: 0 } };
  const row = { id: 'hull', bodies: [{ name: 'hull_01', vertices: 8 }], notes: [], overLimit: [], vertices: 8, milliseconds: 3, ...rating };
  host.replyWith('compareColliders', { colliders: [row], skipped: [], openEdges: [], volume: 8, milliseconds: 5 });
  await session.colliders.compare(crate);
  const kept = host.begin('crate (collider).obj', null, { colliderOf: crate });
  host.replyWith('keepCollider', { document: kept });
  void session.colliders.keep(crate, 'hull');
  await settled();
  expect(store.scene.value.activeDocument).toBe(crate);
  expect(store.colliders.value.made.get(kept)).toMatchObject({
    options: null,
    made: { vertices: 8, rating, bodies: row.bodies, packs: [] },
  });
});

test('a second edit of a collider cancels the first, and is shown in place of the collider', async () => {
  const { host, store, session, openBox } = await startedSession();
  const crate = await openBox('crate.obj');
  const collider = await openBox('crate collider.obj');
  const replies: { readonly resolve: (reply: never) => void; readonly reject: (error: Error) => void }[] = [];
  host.request = ((method: string) => {
    expect(method).toBe('makeCollider');
    return new Promise((resolve, reject) => replies.push({ resolve, reject }));
  }) as typeof host.request;
  const edit = { kind: 'merge', parts: [0, 1] } as never;
  const edits = [session.colliders.edit(crate, collider, edit), session.colliders.edit(crate, collider, edit)];
  replies[0]!.reject(cancelledError());
  await edits[0];
  expect(store.colliders.value).toMatchObject({ replaces: collider, preview: null });
  replies[1]!.resolve({ made: {}, document: null } as never);
  await edits[1];
  expect(store.colliders.value).toMatchObject({ replaces: null, preview: null });
});
