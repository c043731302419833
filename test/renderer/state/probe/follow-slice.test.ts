import { expect, it } from 'vitest';
import { followSlice } from '../../../../renderer/state/probe/follow-slice.ts';
import { firstProbe } from '../../../../renderer/state/probe/place-probe.ts';
import type { FromSliceWorker } from '../../../../renderer/state/probe/slice-messages.ts';
import { ball } from '../../../fixtures/shapes.ts';
import { storeWith } from '../../scene/scene-fixture.ts';

it('a slice that is impossible stays failed when the worker reports the slice before it', () => {
  const shape = firstProbe('slice', [0, 0, 1], [0, 0, 1], 0.3);
  if (shape.kind !== 'slice') throw new Error('no slice');
  const store = storeWith([ball(16, 8)], { probe: { document: 1, shape } });
  let tell = (_: FromSliceWorker): void => {};
  const stop = followSlice(store, (message) => {
    tell = message;
    return { post: () => {}, terminate: () => {} };
  });
  expect(store.slice.value.kind).toBe('running');
  store.history.change('Normal', (scene) => ({ ...scene, probe: { document: 1, shape: { ...shape, normal: [0, 0, 0] } } }));
  expect(store.slice.value.kind).toBe('failed');
  tell({ kind: 'progress', serial: 1, fraction: 0.5 });
  expect(store.slice.value.kind).toBe('failed');
  stop();
});
