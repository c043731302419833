import type { Pixel, SurfacePoint, ToolView } from './tool.ts';

/** Distances from the pointer at which a surface is looked for, CSS pixels: as far as a vertex attracts it. */
const rings = [4, 8, 12] as const;
const directions = Array.from({ length: 12 }, (_, i): Pixel => [Math.cos((Math.PI * i) / 6), Math.sin((Math.PI * i) / 6)]);

/**
 * Returns the visible surface nearest to a pixel, within 12 pixels of it: a corner in the silhouette of a mesh is hard to hit. `null` for none.
 * The store still says what is under the pixel itself.
 */
export function pickAround(view: Pick<ToolView, 'surfaceAt'>, [x, y]: Pixel): SurfacePoint | null {
  for (const ring of rings) {
    const around = directions
      .map(([right, down]) => view.surfaceAt([x + ring * right, y + ring * down]))
      .filter((point) => point !== null)
      .sort((a, b) => a.distance - b.distance);
    if (around.length > 0) return around[0]!;
  }
  return null;
}
