import type { InspectorErrorData } from '#core/error';
import type { SceneOptions } from '#core/options';
import type { SceneComparison } from '#core/scene';
import type { SceneInput } from './scene-input.ts';

/** The comparison of the methods on a scene: the article's figures 2 and 3. */
export type SceneComparisonState =
  | { readonly kind: 'none' }
  /** The user wants it; `followSceneComparison` starts it. */
  | { readonly kind: 'wanted'; readonly scene: SceneInput; readonly options: SceneOptions }
  | { readonly kind: 'running'; readonly scene: SceneInput; readonly fraction: number }
  | { readonly kind: 'failed'; readonly scene: SceneInput; readonly problem: InspectorErrorData }
  | { readonly kind: 'done'; readonly scene: SceneInput; readonly comparison: SceneComparison };
