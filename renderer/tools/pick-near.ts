import type { Store } from '../state/store/store.ts';
import type { Pixel, SurfacePoint, ToolView } from './tool.ts';

/** Distances from the pointer at which a surface is looked for, CSS pixels: as far as a vertex attracts it. */
const rings = [4, 8, 12] as const;
const directions = Array.from({ length: 12 }, (_, i): Pixel => [Math.cos((Math.PI * i) / 6), Math.sin((Math.PI * i) / 6)]);

/**
 * Returns the visible surface under a pixel, else one within 12 pixels of it: a corner in the silhouette of a mesh is hard to hit. `null` for
 * none, and where a mesh without a tree may be in front.
 */
export function pickNear(store: Pick<Store, 'unpickable'>, view: Pick<ToolView, 'pick'>, [x, y]: Pixel): SurfacePoint | null {
  const under = view.pick([x, y]);
  if (under !== null || store.unpickable.peek() !== null) return under;
  for (const ring of rings) {
    const around = directions
      .map(([right, down]) => view.pick([x + ring * right, y + ring * down]))
      .filter((point) => point !== null)
      .sort((a, b) => a.distance - b.distance);
    if (around.length > 0) return around[0]!;
  }
  return null;
}
