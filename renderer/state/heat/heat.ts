import { computed, effect, untracked } from '@preact/signals-core';
import { dot, minus, type Vec3 } from '#core/math';
import type { TriangleMesh } from '#core/mesh';
import type { Tree } from '#core/tree';
import type { ViewCamera } from './heat-image.ts';
import type { FromHeatWorker, HeatRays, ToHeatWorker } from './heat-messages.ts';
import { placementOf, pointFromWorld, vectorFromWorld } from '../pair/placement.ts';
import { releaseComputed } from '../store/release-computed.ts';
import type { WritableStore } from '../store/store.ts';
import { writeLog } from '../store/write-log.ts';

export type SpawnHeat = (
  message: (message: FromHeatWorker) => void,
  lost: (reason: string) => void,
) => { post(message: ToHeatWorker): void; terminate(): void };

interface WantedHeat {
  readonly mesh: TriangleMesh;
  readonly tree: Tree;
  readonly rays: HeatRays;
  readonly camera: ViewCamera;
}

/** While the heat map is on, keeps `store.heat` at what the rays through the view's pixels cost on the active tree. */
export function followHeat(store: WritableStore, spawn: SpawnHeat): () => void {
  let worker: ReturnType<SpawnHeat> | null = null;
  let held: Tree | null = null;
  let serial = 0;
  const isOn = computed(() => store.scene.value.display.heat !== null);
  const active = computed(() => store.scene.value.activeDocument);
  const mesh = computed(() => store.activeDocument.value?.mesh ?? null);
  const tree = computed(() => store.activeTree.value?.tree ?? null);
  const movingMesh = computed(() => store.scene.value.movingMesh);
  const wanted = computed((): WantedHeat | null => {
    const camera = isOn.value ? store.viewCamera.value : null;
    if (camera === null || active.value === null || mesh.value === null || tree.value === null) return releaseComputed(mesh, tree);
    const placement = placementOf({ movingMesh: movingMesh.value }, active.value);
    const scaled = (direction: Vec3, by: number): Vec3 =>
      vectorFromWorld(placement, [direction[0] * by, direction[1] * by, direction[2] * by]);
    const { position, right, up, forward, tanX, tanY, width, height, isParallel = false } = camera;
    const rays = {
      origin: pointFromWorld(placement, position),
      forward: scaled(forward, 1),
      right: scaled(right, tanX),
      up: scaled(up, tanY),
      width,
      height,
      isParallel,
    };
    return { mesh: mesh.value.mesh, tree: tree.value, rays, camera };
  });
  const stop = effect(() => {
    const now = wanted.value;
    untracked(() => {
      store.heat.value = null;
      if (now !== null) return request(now);
      worker?.terminate();
      worker = held = null;
    });
  });

  function request({ mesh: { positions, indices }, tree: next, rays, camera }: WantedHeat): void {
    const mine = ++serial;
    if (worker === null) {
      held = null;
      worker = spawn(
        ({ serial: of, picture }) => {
          const newest = wanted.peek();
          if (of === serial && newest !== null) store.heat.value = { picture, camera: newest.camera };
        },
        (reason) => {
          worker?.terminate();
          worker = null;
          writeLog(store, 'error', `The worker that draws the heat map has ended: ${reason}`);
        },
      );
    }
    if (held !== next) worker.post({ kind: 'hold', bytes: { positions, indices, tree: next.bytes } });
    held = next;
    if (camera.width >= 1 && camera.height >= 1) worker.post({ kind: 'draw', serial: mine, rays });
  }

  return () => {
    stop();
    worker?.terminate();
    store.heat.value = null;
  };
}

/** The point of a view through which the ray goes that goes through a point of another one, CSS pixels; both cameras stand in the same place. */
export function pointInOtherView(from: ViewCamera, to: ViewCamera, [x, y]: readonly [number, number]): readonly [number, number] {
  const across = (2 * x) / from.width - 1;
  const upward = 1 - (2 * y) / from.height;
  // Both see at distance 1 along the same axis; they differ by where the middle of what they show lies.
  const [middle, other] = from.isParallel === true ? [from.position, to.position] : [from.forward, to.forward];
  const shift = minus(middle, other);
  const u = (across * from.tanX + dot(shift, from.right)) / to.tanX;
  const v = (upward * from.tanY + dot(shift, from.up)) / to.tanY;
  return [((u + 1) * to.width) / 2, ((1 - v) * to.height) / 2];
}
