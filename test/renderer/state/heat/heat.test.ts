import { beforeEach, expect, test } from 'vitest';
import type { ViewCamera } from '../../../../renderer/state/heat/heat-image.ts';
import { followHeat, pointInOtherView, type SpawnHeat } from '../../../../renderer/state/heat/heat.ts';
import { withDisplay } from '../../../../renderer/state/store/scene-edits.ts';
import type { WritableStore } from '../../../../renderer/state/store/store.ts';
import type { HeatPicture, ToHeatWorker } from '../../../../renderer/state/heat/heat-messages.ts';
import { ball } from '../../../fixtures/shapes.ts';
import { loadedTree, storeWith } from '../../scene/scene-fixture.ts';

const camera: ViewCamera = {
  position: [0, 0, 5],
  right: [1, 0, 0],
  up: [0, 1, 0],
  forward: [0, 0, -1],
  tanX: 0.5,
  tanY: 0.25,
  width: 20.5,
  height: 10,
};
const picture: HeatPicture = {
  step: 8,
  columns: 1,
  rows: 1,
  volumes: Uint32Array.of(3),
  triangles: Uint32Array.of(1),
  depths: Uint32Array.of(2),
};

let store: WritableStore;
let sent: ToHeatWorker[];
let say: Parameters<SpawnHeat>[0];
let lose: Parameters<SpawnHeat>[1];
let ended: number;

beforeEach(() => {
  store = storeWith([ball()]);
  sent = [];
  ended = 0;
  followHeat(store, (message, lost) => {
    [say, lose] = [message, lost];
    return { post: (to) => sent.push(to), terminate: () => void ended++ };
  });
  store.viewCamera.value = camera;
});

const turn = (on: boolean): void => store.history.change('Heat', (scene) => withDisplay(scene, { heat: on ? 'tests' : null }));

test('rays are requested while the map is on, for the current view, and the worker ends with it', () => {
  expect(sent).toEqual([]);
  turn(true);
  expect(sent.map(({ kind }) => kind)).toEqual(['hold', 'draw']);
  expect(sent[1]).toMatchObject({
    serial: 1,
    rays: { origin: [0, 0, 5], forward: [0, 0, -1], right: [0.5, 0, 0], up: [0, 0.25, 0], width: 20.5, height: 10 },
  });
  say({ serial: 1, picture });
  expect(store.heat.value?.picture).toBe(picture);
  turn(false);
  expect([store.heat.value, ended]).toEqual([null, 1]);
});

test('a moved camera and another tree cause another request; results of the old ones are not shown', () => {
  turn(true);
  store.viewCamera.value = { ...camera, position: [1, 0, 5] };
  expect(sent.map(({ kind }) => kind)).toEqual(['hold', 'draw', 'draw']);
  say({ serial: 1, picture });
  expect(store.heat.value).toBeNull();
  say({ serial: 2, picture });
  expect(store.heat.value?.camera.position).toEqual([1, 0, 5]);
  store.history.change('Build', (scene) => ({ ...scene, trees: new Map([[1, loadedTree(ball())]]) }));
  expect(sent.slice(3).map(({ kind }) => kind)).toEqual(['hold', 'draw']);
  expect(store.heat.value).toBeNull();
});

test('a lost worker is reported, and restarted with the next request', () => {
  turn(true);
  lose('out of memory');
  expect(store.log.value.at(-1)?.text).toMatch(/out of memory/);
  store.viewCamera.value = { ...camera, tanX: 0.6 };
  expect(sent.slice(2).map(({ kind }) => kind)).toEqual(['hold', 'draw']);
});

test('of two views in the same place, the ray through a point of one goes through the point of the other that shows the same', () => {
  // Wider, with what is framed to the left and above of its middle.
  const other: ViewCamera = { ...camera, forward: [0.125, -0.25, -1], tanX: 1, tanY: 0.5, width: 200, height: 100 };
  const through = ({ forward, right, up, tanX, tanY, width, height }: ViewCamera, [x, y]: readonly [number, number]): number[] => {
    const u = (2 * x) / width - 1;
    const v = 1 - (2 * y) / height;
    return forward.map((value, i) => value + right[i]! * tanX * u + up[i]! * tanY * v);
  };
  const point = [13, 4] as const;
  const there = pointInOtherView(camera, other, point);
  through(other, there).forEach((value, i) => expect(value).toBeCloseTo(through(camera, point)[i]!, 12));
  pointInOtherView(other, camera, there).forEach((value, i) => expect(value).toBeCloseTo(point[i]!, 12));
});

test('without perspective, that ray is the one that starts at the same point', () => {
  const flat: ViewCamera = { ...camera, isParallel: true };
  const other: ViewCamera = { ...flat, position: [0.5, -0.25, camera.position[2]], tanX: 1, tanY: 0.5, width: 200, height: 100 };
  const origin = ({ position, right, up, tanX, tanY, width, height }: ViewCamera, [x, y]: readonly [number, number]): number[] => {
    const u = (2 * x) / width - 1;
    const v = 1 - (2 * y) / height;
    return position.map((value, i) => value + right[i]! * tanX * u + up[i]! * tanY * v);
  };
  const there = pointInOtherView(flat, other, [13, 4]);
  origin(other, there).forEach((value, i) => expect(value).toBeCloseTo(origin(flat, [13, 4])[i]!, 12));
});
