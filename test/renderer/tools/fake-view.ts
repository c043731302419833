import type { Pixel, SurfacePoint, ToolPointer, ToolView } from '../../../renderer/tools/tool.ts';

const floorAt = ([x, y]: Pixel): SurfacePoint | null => (x < 100 ? { document: 1, triangle: 7, position: [x, y, 0], distance: 10 } : null);

/**
 * A view that looks down −Z from (0, 0, 10), one unit of the source a pixel: pixel (x, y) shows the point (x, y, 0).
 * A floor of triangle 7 of document 1 lies at z = 0 where x < 100; beyond it there is nothing.
 */
export const fakeView: ToolView = {
  rayThrough: ([x, y]) => ({ origin: [x, y, 10], direction: [0, 0, -1] }),
  pick: floorAt,
  surfaceAt: floorAt,
  instanceAt: ([x, y]) =>
    x >= 200 && x < 210
      ? {
          instance: x - 200,
          document: 1,
          triangle: 7,
          position: [x, y, 0],
          distance: 10,
          worldFromSource: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 200, 0, 0, 1],
        }
      : null,
  onViewPlane: ([x, y], through) => [x, y, through?.[2] ?? 3],
  pixelOf: ([x, y]) => [x, y],
  depthOf: ([, , z]) => 10 - z,
  hitAt: ([x]) => (x >= 50 && x < 60 ? 2 : null),
  contactAt: ([x]) => (x >= 70 && x < 80 ? { a: 3, b: 4 } : null),
  trianglesIn: () => null,
  showRegion: () => {},
  clusterAt: ([x]) => (x >= 90 && x < 100 ? { document: 1, name: 'boundary-loops', bounds: { min: [0, 0, 0], max: [10, 0, 0] } } : null),
  handles: { over: () => false, grab: () => false, drag: () => null, release: () => {} },
};

export function at(x: number, y: number, shift = false, ctrl = false): ToolPointer {
  return { pixel: [x, y], shift, ctrl };
}
