import { InspectorError } from '../error.ts';
import type { SceneOptions } from '../options/scene-options.ts';
import { compareScene, type ComparedMesh, type SceneComparison } from '../scene/compare/compare-scene.ts';
import type { SceneDocument } from '../scene/document/scene-document.ts';
import { type ListedSteps, runScene, type SceneRun } from '../scene/run-scene.ts';
import type { SceneMeshes } from '../scene/scene-stepper.ts';
import type { JobHost } from './job-host.ts';

export interface SceneJobRequest {
  readonly kind: 'scene';
  /** The meshes of the scene, in its order. */
  readonly meshes: readonly SceneMeshes[];
  readonly scene: SceneDocument;
  readonly options: SceneOptions;
  /** See `runScene`. */
  readonly listed: ListedSteps | null;
}

export interface SceneJobResult {
  readonly kind: 'scene';
  readonly run: SceneRun;
}

/** Runs a scene. @throws InspectorError as `runScene`; `internal` for several threads on a host without; whatever `progress` throws. */
export async function runSceneJob({ meshes, scene, options, listed }: SceneJobRequest, host: JobHost): Promise<SceneJobResult> {
  return { kind: 'scene', run: await runScene(meshes, scene, options, host.progress, host.startNarrowThread ?? noThreads, listed) };
}

export interface CompareSceneJobRequest {
  readonly kind: 'compare-scene';
  readonly meshes: readonly ComparedMesh[];
  readonly scene: SceneDocument;
  readonly options: SceneOptions;
}

export interface CompareSceneJobResult {
  readonly kind: 'compare-scene';
  readonly comparison: SceneComparison;
}

/** Compares the methods on a scene. @throws InspectorError as `compareScene`; whatever `progress` throws. */
export function runCompareScene(
  { meshes, scene, options }: CompareSceneJobRequest,
  { progress, processorTime }: Pick<JobHost, 'progress' | 'processorTime'>,
): CompareSceneJobResult {
  return { kind: 'compare-scene', comparison: compareScene(meshes, scene, options, progress, processorTime ?? null) };
}

function noThreads(): never {
  throw new InspectorError({ code: 'internal', message: 'This host has no threads', fix: 'Use one thread', location: {} });
}
