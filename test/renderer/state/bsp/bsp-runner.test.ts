import { expect, test } from 'vitest';
import { createBspRunner } from '../../../../renderer/state/bsp/bsp-runner.ts';
import type { FromBspWorker, ToBspWorker } from '../../../../renderer/state/bsp/bsp-messages.ts';
import { buildShownBsp, followInBsp } from '../../../../renderer/workers/serve-bsp.ts';
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
