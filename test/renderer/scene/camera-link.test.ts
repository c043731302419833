import { expect, test } from 'vitest';
import { linkCamera } from '../../../renderer/scene/camera-link.ts';
import { createCameraRig } from '../../../renderer/scene/camera-rig.ts';
import { createStore } from '../../../renderer/state/store/store.ts';

test('a view shares no camera before anything is framed, so that a reloaded page has none to restore', () => {
  const store = createStore();
  const rig = createCameraRig(() => {});
  const link = linkCamera(store, rig, () => ({ origin: [10, 0, 0], unit: 2 }));
  rig.setSize(800, 600, false);
  link.share();
  expect(store.camera.value).toBeNull();
  rig.frameBounds({ min: [-1, -1, -1], max: [3, 1, 1] }, { left: 0, top: 0, right: 800, bottom: 600 }, 'jump');
  link.share();
  expect(store.camera.value?.pose.target).toEqual([12, 0, 0]);
  expect(store.lens.value).toBe(rig.lens);
  link.dispose();
});
