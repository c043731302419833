import type { WritableStore } from '../store/store.ts';
import { followSceneComparison } from './follow-comparison.ts';
import { followScene, type SceneParts } from './follow-scene.ts';

/** Runs the open scene, and compares the methods on it. Returns the function that stops. */
export function followScenes(store: WritableStore, parts: SceneParts): () => void {
  const stops = [followScene(store, parts), followSceneComparison(store, parts.spawn)];
  return () => stops.forEach((stop) => stop());
}
