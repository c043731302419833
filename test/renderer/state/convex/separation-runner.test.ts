import { expect, test } from 'vitest';
import type { SpawnConvex, ToConvexWorker } from '../../../../renderer/state/convex/convex-messages.ts';
import { noSeparation } from '../../../../renderer/state/convex/separation.ts';
import { withMovingMesh } from '../../../../renderer/state/store/scene-edits.ts';
import { createSeparationRunner } from '../../../../renderer/state/convex/separation-runner.ts';
import { settled } from '../../fake-host.ts';
import { startedSession } from '../started-session.ts';

/** Workers that never reply. */
function silentWorkers(): { readonly spawn: SpawnConvex; readonly running: Set<object>; readonly posted: ToConvexWorker[] } {
  const running = new Set<object>();
  const posted: ToConvexWorker[] = [];
  const spawn: SpawnConvex = () => {
    const own = {};
    running.add(own);
    return { post: (message) => void posted.push(message), terminate: () => void running.delete(own) };
  };
  return { spawn, running, posted };
}

async function startedPair() {
  const page = await startedSession();
  const { store, openBox } = page;
  const fixed = await openBox('a.obj');
  const moving = await openBox('b.obj');
  store.history.change('Use b.obj as moving mesh', (scene) => withMovingMesh(scene, moving, fixed));
  await settled();
  const workers = silentWorkers();
  const runner = createSeparationRunner(store, workers.spawn);
  return { ...page, fixed, moving, runner, workers };
}

test.each(['fixed', 'moving'] as const)(
  'a search for a push-out ends when its %s mesh is closed, also while the panel is hidden',
  async (which) => {
    const page = await startedPair();
    page.runner.findPushOut();
    expect(page.store.separation.value.pushOut.kind).toBe('running');
    expect(page.workers.running.size).toBe(1);
    await page.session.close(page[which]);
    await settled();
    expect(page.store.separation.value.pushOut).toEqual(noSeparation.pushOut);
    expect(page.workers.running.size).toBe(0);
    page.runner.dispose();
  },
);

test('the push-out of another pair is dropped', async () => {
  const { store, fixed, runner, workers, openBox } = await startedPair();
  runner.findPushOut();
  expect(store.separation.value.pushOut.kind).toBe('running');
  const running = workers.running.size;
  const third = await openBox('c.obj');
  store.separation.value = { ...store.separation.value, isShown: true };
  store.history.change('Use c.obj as moving mesh', (scene) => withMovingMesh(scene, third, fixed));
  await settled();
  expect(store.separation.value.pushOut).toEqual(noSeparation.pushOut);
  expect(workers.running.size).toBeLessThanOrEqual(running);
  runner.dispose();
});
