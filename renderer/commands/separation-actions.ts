/** Actions on the separation of the moving mesh from its fixed mesh. */
import type { Vec3 } from '#core/math';
import { appliedDepth, type SeparationState } from '../state/convex/separation.ts';
import { withMovingMesh, withMovingPose, withTool } from '../state/store/scene-edits.ts';
import { type Store, writable } from '../state/store/store.ts';
import { frame } from './actions.ts';
import type { App } from './app.ts';
import { openedSample } from './motion-actions.ts';
import { changeMovingMesh } from './moving-actions.ts';

/** Changes what the panel shows. */
export function setSeparation(store: Store, change: Partial<Pick<SeparationState, 'isShown' | 'axis' | 'drawn' | 'margin'>>): void {
  const { separation } = writable(store);
  separation.value = { ...separation.peek(), ...change };
}

/** Returns the translation that separates the hulls in the current pose; `null` while there is none. Subscribes to what it reads. */
export function hullPushOut(store: Store): Vec3 | null {
  const { hulls } = store.separation.value;
  const { movingMesh } = store.scene.value;
  if (hulls.kind !== 'done' || hulls.outcome.input !== movingMesh || movingMesh.at !== undefined) return null;
  const { found } = hulls.outcome;
  if (!found.result.overlap) return null;
  const { axis } = found.result.sat;
  const depth = appliedDepth(found);
  return [axis[0] * depth, axis[1] * depth, axis[2] * depth];
}

/** Returns the push-out of the meshes that was found for the current pose; `null` while there is none. Subscribes to what it reads. */
export function meshPushOut(store: Store): Vec3 | null {
  const { pushOut } = store.separation.value;
  const { movingMesh } = store.scene.value;
  if (pushOut.kind !== 'done' || pushOut.input !== movingMesh || movingMesh.at !== undefined) return null;
  return pushOut.result.overlap ? pushOut.result.pushOut : null;
}

/** Moves the moving mesh by the push-out of the hulls. */
export function applyHullPushOut(store: Store): void {
  const by = hullPushOut(store);
  if (by !== null) translateBy(store, 'Apply hull push-out', by);
}

/** Moves the moving mesh by the push-out of the meshes, and verifies that they no longer overlap. */
export function applyMeshPushOut({ store, separation }: App): void {
  const by = meshPushOut(store);
  if (by === null) return;
  translateBy(store, 'Apply push-out', by);
  separation.verify();
}

function translateBy(store: Store, title: string, by: Vec3): void {
  const { movingMesh } = store.scene.peek();
  if (movingMesh === null) return;
  const [x, y, z] = movingMesh.translate;
  changeMovingMesh(store, title, { translate: [x + by[0], y + by[1], z + by[2]] });
}

/** Opens two hulls with a gap that the projections of the article do not show. */
export async function openProjectionExample(app: App): Promise<void> {
  const { store, shell } = app;
  const [fixed, moving] = [await openedSample(app, 'skew-a'), await openedSample(app, 'skew-b')];
  if (fixed === null || moving === null) return;
  app.motion.rest();
  writable(store).history.arrive('Example of a false collision', (scene) =>
    withTool(
      withMovingPose(withMovingMesh(scene, moving, fixed), { translate: [0, 0, 0], rotateDegrees: [0, 0, 0], scale: 1 }),
      'movingMesh',
    ),
  );
  setSeparation(store, { drawn: 'projections', axis: 0 });
  shell.showList('separation');
  frame(store, { kind: 'pair' });
}
