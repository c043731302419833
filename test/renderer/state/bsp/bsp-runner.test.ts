import { expect, test } from 'vitest';
import { createBspRunner } from '../../../../renderer/state/bsp/bsp-runner.ts';
import type { FromBspWorker, ToBspWorker } from '../../../../renderer/state/bsp/bsp-messages.ts';
import { buildShownBsp, followInBsp, lookInBsp } from '../../../../renderer/workers/serve-bsp.ts';
import { drawnLeaves } from '../../../../renderer/state/bsp/bsp-state.ts';
import { setBspRoute } from '../../../../renderer/commands/bsp-actions.ts';
import { box } from '../../../fixtures/shapes.ts';
import { storeWith } from '../../scene/scene-fixture.ts';

test('a result of a route that has changed meanwhile is dropped', () => {
  const mesh = box();
  const store = storeWith([mesh]);
  let say: (message: FromBspWorker) => void = () => {};
  const waiting: ToBspWorker[] = [];
  const runner = createBspRunner(store, (message) => {
    say = message;
    return { post: (message) => void waiting.push(message), terminate: () => {} };
  });
  runner.start();
  const request = waiting.shift();
  if (request?.kind !== 'build') throw new Error('nothing was built');
  const { built, shown } = buildShownBsp(request, () => {});
  say({ kind: 'done', shown });
  const reply = (): void => {
    const next = waiting.shift();
    if (next?.kind !== 'follow') throw new Error('nothing was followed');
    say({ kind: 'followed', followed: followInBsp(built, next.route, next.radius) });
  };
  setBspRoute(store, { from: [-1.2, 0, 0], to: [1.2, 0, 0] });
  runner.follow();
  setBspRoute(store, { to: [-1.2, 1.2, 0] });
  reply();
  expect(store.bsp.value.route.followed).toBeNull();
  runner.follow();
  reply();
  expect(store.bsp.value.route.followed).toMatchObject({ state: 'arrived' });
  runner.dispose();
});

test('a cancelled query leaves the tree, and the next one builds it again in a new worker', () => {
  const store = storeWith([box()]);
  const workers: { readonly say: (message: FromBspWorker) => void; readonly sent: ToBspWorker[]; ended: boolean }[] = [];
  const runner = createBspRunner(store, (say) => {
    const worker = { say, sent: [] as ToBspWorker[], ended: false };
    workers.push(worker);
    return { post: (message) => void worker.sent.push(message), terminate: () => void (worker.ended = true) };
  });
  runner.start();
  const [first] = workers;
  const [request] = first!.sent;
  if (request?.kind !== 'build') throw new Error('nothing was built');
  const { built, shown } = buildShownBsp(request, () => {});
  first!.say({ kind: 'done', shown });
  setBspRoute(store, { from: [-1.2, 0, 0], to: [1.2, 0, 0] });
  runner.follow();
  first!.say({ kind: 'progress', fraction: 0.25 });
  expect(store.bsp.value).toMatchObject({ work: 0.25, run: { kind: 'done' } });
  runner.cancel();
  expect(first!.ended).toBe(true);
  expect(store.bsp.value).toMatchObject({ work: null, run: { kind: 'done' }, route: { followed: null, problem: { code: 'cancelled' } } });
  runner.look();
  const [, second] = workers;
  expect(second!.sent).toMatchObject([
    { kind: 'build', isAgain: true },
    { kind: 'look', point: [-1.2, 0, 0] },
  ]);
  second!.say({ kind: 'seen', seen: lookInBsp(built, [-1.2, 0, 0], () => {}) });
  const { seen, work, route } = store.bsp.value;
  expect(work).toBeNull();
  expect(route.problem).toBeNull();
  // The other side of the box is hidden: a cell in front of a face sees the cells around its edges.
  expect(seen!.visible).toBeGreaterThan(1);
  expect(seen!.visible).toBeLessThanOrEqual(seen!.inFront!);
  expect(seen!.leak!.length).toBeGreaterThan(1);
  expect(drawnLeaves(shown.picture!, 'visible', seen).count).toBe(seen!.visible);
  setBspRoute(store, { radius: 1 });
  expect(store.bsp.value.seen).not.toBeNull();
  setBspRoute(store, { from: [0, 0, 0] });
  expect(store.bsp.value.seen).toBeNull();
  expect(lookInBsp(built, [0, 0, 0], () => {})).toMatchObject({ cell: null, visible: null });
  runner.dispose();
});
