import { openMeshBytes } from '../mesh/mesh-bytes.ts';
import type { SceneOptions } from '../options/scene-options.ts';
import type { Progress } from '../progress.ts';
import type { SceneDocument } from '../scene/document/scene-document.ts';
import { runScene, type SceneRun } from '../scene/run-scene.ts';

export interface SceneJobRequest {
  readonly kind: 'scene';
  /** The meshes of the scene, in its order. */
  readonly meshes: readonly (ArrayBuffer | SharedArrayBuffer)[];
  readonly scene: SceneDocument;
  readonly options: SceneOptions;
}

export interface SceneJobResult {
  readonly kind: 'scene';
  readonly run: SceneRun;
}

/** Runs a scene. @throws InspectorError as `runScene`, and `invalid-bytes`; whatever `progress` throws. */
export function runSceneJob({ meshes, scene, options }: SceneJobRequest, progress: Progress): SceneJobResult {
  return { kind: 'scene', run: runScene(meshes.map(openMeshBytes), scene, options, progress) };
}
