import { Vector3 } from 'three';
import { expect, it } from 'vitest';
import { createViewRays, type RaySource } from '../../../renderer/scene/view-rays.ts';
import { box } from '../../fixtures/shapes.ts';
import { storeWith } from './scene-fixture.ts';

it('a pick names the mesh without a tree in front; a look around the pointer does not', () => {
  const store = storeWith([box()]);
  // One unit a pixel, down −Z.
  const camera = {
    rayThrough: ([x, y]: readonly [number, number]) => ({ origin: new Vector3(x, y, 9), direction: new Vector3(0, 0, -1) }),
  };
  const source = { camera, viewSpace: { origin: [0, 0, 0], unit: 1 } } as unknown as RaySource;
  const rays = createViewRays(store, () => source);
  const [over, beside] = [
    [0.5, 0.25],
    [50, 0],
  ] as const;
  expect(rays.surfaceAt(over)).toMatchObject({ document: 1 });
  expect(rays.pick(over)).toEqual(rays.surfaceAt(over));
  store.history.rewrite((scene) => ({ ...scene, trees: new Map() }));
  expect(rays.surfaceAt(over)).toBeNull();
  expect(store.unpickable.value).toBeNull();
  expect(rays.pick(over)).toBeNull();
  expect(store.unpickable.value).toBe(1);
  expect(rays.surfaceAt(beside)).toBeNull();
  expect(store.unpickable.value).toBe(1);
  rays.pick(beside);
  expect(store.unpickable.value).toBeNull();
});
