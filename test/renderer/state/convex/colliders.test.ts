import { expect, test } from 'vitest';
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
