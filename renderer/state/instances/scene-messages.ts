import type { InspectorErrorData } from '#core/error';
import type { SceneOptions } from '#core/options';
import type { PackedScene, SceneComparison, SceneStep } from '#core/scene';
import type { PlacedScene, PlaceRequest } from './placed-scene.ts';
import type { SceneToSave } from './saved-scene.ts';
import type { HeldBytes } from '../store/held-bytes.ts';

/** A mesh of a scene as the worker gets it; the tree only for the narrow phase. */
export type SceneMesh = Pick<HeldBytes, 'positions' | 'indices'> & { readonly tree: HeldBytes['tree'] | null };

export type ToSceneWorker =
  /** The text of a scene file, UTF-8. */
  | { readonly kind: 'read'; readonly bytes: ArrayBuffer | SharedArrayBuffer }
  /** Writes a scene file, or an archive of a scene with its meshes. */
  | { readonly kind: 'write'; readonly scene: SceneToSave }
  | { readonly kind: 'place'; readonly request: PlaceRequest }
  /** Builds the trees of the comparison itself. */
  | { readonly kind: 'compare'; readonly scene: PackedScene; readonly meshes: readonly SceneMesh[]; readonly options: SceneOptions }
  /** Begins a scene, at step 0. */
  | { readonly kind: 'open'; readonly scene: PackedScene; readonly meshes: readonly SceneMesh[]; readonly options: SceneOptions }
  /** One at a time: the next one waits for `stepped`. */
  | { readonly kind: 'step'; readonly step: number };

export type FromSceneWorker =
  | { readonly kind: 'read'; readonly scene: PackedScene }
  | { readonly kind: 'written'; readonly file: Blob }
  | { readonly kind: 'placed'; readonly placed: PlacedScene }
  | { readonly kind: 'compared'; readonly comparison: SceneComparison }
  | { readonly kind: 'progress'; readonly fraction: number }
  | { readonly kind: 'stepped'; readonly frame: SceneFrame }
  | { readonly kind: 'failed'; readonly problem: InspectorErrorData };

/** A step of a scene with its pairs. In shared memory, poses and boxes are valid until the step after the next one is requested. */
export interface SceneFrame {
  readonly step: number;
  readonly facts: SceneStep;
  /** (16·n) scene from mesh, column-major. */
  readonly matrices: Float64Array;
  /** (6·n) min and max. */
  readonly boxes: Float64Array;
  /** (2·p) pairs of boxes as i < j, ascending. */
  readonly pairs: Uint32Array;
  /** (p) how far each pair came: see `pairStages`. */
  readonly stages: Uint8Array;
}

/** The stages of a pair: its boxes touch, its bounding spheres touch too, its surfaces share a point. */
export const pairStages = { box: 0, sphere: 1, surface: 2 } as const;

/** Starts the worker that reads and runs scenes. */
export type SpawnScene = (
  message: (message: FromSceneWorker) => void,
  lost: (reason: string) => void,
) => { post(message: ToSceneWorker): void; terminate(): void };
