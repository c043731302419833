import { expect, test } from 'vitest';
import { castCameraRay } from '../../../renderer/commands/camera-ray.ts';
import { hiddenKey, type Scene } from '../../../renderer/state/store/records.ts';
import { type Store, writable } from '../../../renderer/state/store/store.ts';
import { box, placed } from '../../fixtures/shapes.ts';
import { storeWith } from '../scene/scene-fixture.ts';

/** A box that the camera sees, in front of another one that is active. */
function twoBoxes(change: Partial<Scene> = {}): Store {
  const store = storeWith([placed(box(), 8, [0, 0, -40]), box()], { activeDocument: 1, ...change });
  const pose = { target: [0, 0, 0], distance: 8, azimuthRadians: 0.1, elevationRadians: 0.1, projection: 'perspective' } as const;
  writable(store).camera.value = { pose, glides: false, by: null };
  return store;
}

test('the ray from the camera is cast at the mesh that is seen there, which becomes active, in one step', () => {
  const store = twoBoxes();
  castCameraRay(store);
  expect(store.scene.value).toMatchObject({ activeDocument: 2, ray: { document: 2 } });
  writable(store).history.undo();
  expect(store.scene.value).toMatchObject({ activeDocument: 1, ray: null });
});

test('it passes through a hidden mesh, and without any it is cast at the active one', () => {
  const store = twoBoxes({ hidden: new Set([hiddenKey(2)]) });
  castCameraRay(store);
  expect(store.scene.value).toMatchObject({ activeDocument: 1, ray: { document: 1 } });
  const away = twoBoxes({ hidden: new Set([hiddenKey(1), hiddenKey(2)]) });
  castCameraRay(away);
  expect(away.scene.value).toMatchObject({ activeDocument: 1, ray: { document: 1 } });
});

test('without perspective it starts where the view starts, which can be behind the camera', () => {
  const store = twoBoxes();
  const camera = { right: [1, 0, 0], up: [0, 1, 0], forward: [0, 0, -1], tanX: 1, tanY: 1, isParallel: true, width: 9, height: 9 } as const;
  writable(store).viewCamera.value = { ...camera, position: [0, 0, 70] };
  castCameraRay(store);
  expect(store.scene.value.ray).toMatchObject({ document: 2, origin: [0, 0, 70], direction: [0, 0, -1] });
});

test('it is cast at a mesh without a tree that may be in front', () => {
  const store = twoBoxes();
  const { trees } = store.scene.value;
  writable(store).history.rewrite((scene) => ({ ...scene, trees: new Map([...trees].filter(([id]) => id === 1)) }));
  castCameraRay(store);
  expect(store.scene.value).toMatchObject({ activeDocument: 2, ray: { document: 2 } });
});
