import { computed, type ReadonlySignal } from '@preact/signals-core';
import { type Bounds, boundsCenter } from '#core/mesh';
import { motionPath, type MotionPath, motionPose } from '#core/sweep';
import type { Vec3 } from '#core/math';
import type { MotionInput, MovingInput, PageDocument, Scene } from '../store/records.ts';
import { boundsToWorld } from '../pair/placement.ts';
import { motionRequest } from './motion-input.ts';

interface MotionSources {
  readonly scene: ReadonlySignal<Scene>;
  readonly documents: ReadonlySignal<readonly PageDocument[]>;
  /** Fraction of the motion; `null` while the edited pose is shown. */
  readonly time: ReadonlySignal<number | null>;
}

/** Returns the moving mesh as it is shown: in its pose, or where it is at a time of its motion. */
export function shownMovingMesh({ scene, documents, time }: MotionSources): ReadonlySignal<MovingInput | null> {
  const input = computed(() => scene.value.movingMesh);
  const path = motionPathSignal({ scene, documents });
  return computed(() => {
    if (input.value === null || path.value === null || time.value === null) return input.value;
    return { ...input.value, at: motionPose(path.value, time.value) };
  });
}

/** Returns the path of the scene's motion; `null` without one, and for poses that no motion joins. */
export function motionPathSignal({ scene, documents }: Omit<MotionSources, 'time'>): ReadonlySignal<MotionPath | null> {
  const motion = computed(() => scene.value.motion);
  const center = movingCenter({ scene, documents });
  return computed(() => (motion.value === null || center.value === null ? null : pathOf(motion.value, center.value)));
}

/** Times at which the bounds along a motion are taken. */
const boundedTimes = 32;

/** Returns the bounds of the moving mesh along its motion, world space; `null` without a motion. Between the times that are sampled it may reach a little farther. */
export function motionBounds(scene: Scene, documents: readonly PageDocument[]): readonly Bounds[] | null {
  const { motion, movingMesh } = scene;
  const bounds = documents.find(({ summary }) => summary.id === movingMesh?.document)?.mesh?.bounds ?? null;
  const path = motion === null || bounds === null ? null : pathOf(motion, boundsCenter(bounds));
  if (path === null || bounds === null) return null;
  return Array.from({ length: boundedTimes + 1 }, (_, i) => boundsToWorld(motionPose(path, i / boundedTimes), bounds));
}

/** Returns the centre of the moving mesh, in its own space: the pivot of its motion. */
export function movingCenter({ scene, documents }: Omit<MotionSources, 'time'>): ReadonlySignal<Vec3 | null> {
  const id = computed(() => scene.value.movingMesh?.document ?? null);
  const bounds = computed(() => documents.value.find(({ summary }) => summary.id === id.value)?.mesh?.bounds ?? null);
  return computed(() => (bounds.value === null ? null : boundsCenter(bounds.value)));
}

function pathOf(motion: MotionInput, center: Vec3): MotionPath | null {
  try {
    return motionPath(motionRequest(motion, center), center);
  } catch {
    // The search reports it.
    return null;
  }
}
