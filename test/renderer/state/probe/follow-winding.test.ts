import { expect, test } from 'vitest';
import { createWindingTree } from '#core/query';
import type { Tree } from '#core/tree';
import { followWinding } from '../../../../renderer/state/probe/follow-winding.ts';
import { maxInPage } from '../../../../renderer/state/probe/winding-state.ts';
import type { FromWindingWorker, ToWindingWorker } from '../../../../renderer/state/probe/winding-messages.ts';
import type { WritableStore } from '../../../../renderer/state/store/store.ts';
import { ball } from '../../../fixtures/shapes.ts';
import { storeWith } from '../../scene/scene-fixture.ts';

const probe = { document: 1, shape: { kind: 'inside', point: [0.1, 0.2, 0.3] } } as const;
const large = ball(220, 110);

/** Follows with a worker that the test plays. */
function followed(store: WritableStore) {
  const sent: ToWindingWorker[] = [];
  let ended = 0;
  let tell = (_: FromWindingWorker): void => {};
  let lose = (_: string): void => {};
  const stop = followWinding(store, (message, lost) => {
    [tell, lose] = [message, lost];
    return { post: (message_) => void sent.push(message_), terminate: () => void ended++ };
  });
  return { sent, stop, ended: () => ended, tell: (message: FromWindingWorker) => tell(message), lose: (reason: string) => lose(reason) };
}

function builtParts(store: WritableStore): FromWindingWorker {
  const tree: Tree = store.scene.value.trees.get(1)!.tree;
  const { surface, scale, count, moments, next, nodes, first, terminal, order } = createWindingTree(tree, large);
  return { kind: 'built', serial: 1, parts: { surface, scale, count, moments, next, nodes, first, terminal, order } };
}

test('a point in a large mesh waits for a worker, and is then measured in the page', () => {
  expect(large.indices.length / 3).toBeGreaterThan(maxInPage);
  const store = storeWith([large], { probe });
  const worker = followed(store);
  expect(store.probeWaits.value).toBe(true);
  expect(store.probe.value).toBeNull();
  expect(store.probeProblem.value).toBeNull();
  expect(worker.sent).toHaveLength(1);
  worker.tell(builtParts(store));
  expect(store.probeWaits.value).toBe(false);
  expect(store.probe.value!.inside!.result.inside).toBe(true);
  expect(worker.ended()).toBe(1);
  // The next point needs no worker.
  store.history.change('Point', (scene) => ({ ...scene, probe: { ...probe, shape: { kind: 'inside', point: [3, 0, 0] } } }));
  expect(store.probe.value!.inside!.result.inside).toBe(false);
  expect(worker.sent).toHaveLength(1);
  worker.stop();
});

test('a worker that is lost is a problem of the probe; another shape ends it', () => {
  const store = storeWith([large], { probe });
  const worker = followed(store);
  worker.lose('out of memory');
  expect(store.probeProblem.value!.message).toMatch(/worker/i);
  expect(store.probeWaits.value).toBe(false);
  const other = storeWith([large], { probe });
  const second = followed(other);
  other.history.change('Shape', (scene) => ({ ...scene, probe: { document: 1, shape: { kind: 'sphere', center: [0, 0, 0], radius: 1 } } }));
  expect(second.ended()).toBe(1);
  second.tell(builtParts(other));
  expect(other.winding.value).toBeNull();
  worker.stop();
  second.stop();
});

test('a small mesh needs no worker', () => {
  const store = storeWith([ball(20, 10)], { probe });
  const worker = followed(store);
  expect(store.probe.value!.inside!.result.inside).toBe(true);
  expect(worker.sent).toEqual([]);
  worker.stop();
});
