import type { HeatPicture } from './heat-messages.ts';

export type HeatMetric = 'tests' | 'volumes' | 'triangles' | 'depth';

export const heatMetrics: Readonly<Record<HeatMetric, { readonly title: string; readonly meaning: string }>> = {
  tests: { title: 'Tests', meaning: 'Volumes and triangles that the ray through a pixel tests on its way to its first hit' },
  volumes: { title: 'Volumes', meaning: 'Volumes that the ray through a pixel tests on its way to its first hit' },
  triangles: { title: 'Triangles', meaning: 'Triangles that the ray through a pixel tests on its way to its first hit' },
  depth: { title: 'Depth', meaning: 'Depth of the deepest node that the ray through a pixel goes into' },
};

/** The figure of a cell; -1 where the ray misses the root. Hot. */
export function heatAt({ volumes, triangles, depths }: HeatPicture, metric: HeatMetric, cell: number): number {
  if (depths[cell] === 0) return -1;
  switch (metric) {
    case 'tests':
      return volumes[cell]! + triangles[cell]!;
    case 'volumes':
      return volumes[cell]!;
    case 'triangles':
      return triangles[cell]!;
    case 'depth':
      return depths[cell]! - 1;
  }
}

/** Returns the maximum of a picture, and its mean over the cells whose rays hit the root; zeros where none does. */
export function heatRange(picture: HeatPicture, metric: HeatMetric): { readonly max: number; readonly mean: number } {
  let max = 0;
  let sum = 0;
  let count = 0;
  for (let cell = 0; cell < picture.depths.length; cell++) {
    const value = heatAt(picture, metric, cell);
    if (value < 0) continue;
    max = Math.max(max, value);
    sum += value;
    count++;
  }
  return { max, mean: count === 0 ? 0 : sum / count };
}

/** The cell under a point of the view, CSS pixels; `null` outside. */
export function cellAt({ step, columns, rows }: HeatPicture, x: number, y: number): number | null {
  const column = Math.floor(x / step);
  const row = Math.floor(y / step);
  return column < 0 || row < 0 || column >= columns || row >= rows ? null : row * columns + column;
}
