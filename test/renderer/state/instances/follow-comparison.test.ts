import { expect, it } from 'vitest';
import { packScene } from '#core/scene/document/packed-scene';
import { startSceneComparison, stopComparison } from '../../../../renderer/commands/scene-actions.ts';
import { followSceneComparison } from '../../../../renderer/state/instances/follow-comparison.ts';
import type { FromSceneWorker, ToSceneWorker } from '../../../../renderer/state/instances/scene-messages.ts';
import { box } from '../../../fixtures/shapes.ts';
import { storeWith } from '../../scene/scene-fixture.ts';

it('runs a comparison with few steps, shows progress, and can be cancelled or closed with its scene', () => {
  const instances = { name: 'a', packed: packScene({ meshes: ['box.obj'], instances: [] }), documents: [1] };
  const store = storeWith([box()], { instances });
  const sent: (ToSceneWorker | 'terminate')[] = [];
  let tell = (_: FromSceneWorker): void => {};
  const stop = followSceneComparison(store, (message) => {
    tell = message;
    return { post: (message) => void sent.push(message), terminate: () => void sent.push('terminate') };
  });
  startSceneComparison(store);
  expect(sent).toMatchObject([{ kind: 'compare', options: { steps: 10 } }]);
  tell({ kind: 'progress', fraction: 0.5 });
  expect(store.sceneComparison.value).toMatchObject({ kind: 'running', fraction: 0.5 });
  stopComparison(store);
  expect(sent.at(-1)).toBe('terminate');
  startSceneComparison(store);
  tell({ kind: 'compared', comparison: { steps: 1, broad: [], leaves: [], leafClock: 'elapsed', sets: null } });
  expect(store.sceneComparison.value).toMatchObject({ kind: 'done' });
  startSceneComparison(store);
  tell({ kind: 'failed', problem: { code: 'too-large', message: 'Too many', fix: 'Fewer', location: {} } });
  expect(store.sceneComparison.value).toMatchObject({ kind: 'failed' });
  // A result of another scene, as after an edit, is dropped.
  store.history.change('Edit', (scene) => ({ ...scene, instances: { ...instances } }));
  expect(store.sceneComparison.value).toEqual({ kind: 'none' });
  stop();
});
