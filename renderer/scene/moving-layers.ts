import type { Layer } from './layer.ts';
import { motionLayerOf } from './motion-layer.ts';
import { separationLayerOf } from './separation-layer.ts';

/** Returns the functions that draw the motion, and the tests of the hulls, of the moving mesh and its fixed mesh; see both. */
export function movingLayersOf(parts: Parameters<typeof motionLayerOf>[0]): readonly (() => Layer | null)[] {
  return [motionLayerOf(parts), separationLayerOf(parts)];
}
