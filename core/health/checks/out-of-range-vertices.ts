import { foundElements } from './shared/found-elements.ts';
import type { HealthCheck } from '../health-check.ts';

/** Largest coordinates whose squares, and so squared lengths, do not overflow. */
const maxCoordinate = { f32: 2 ** 63.5, f64: 2 ** 511.5 };

export const outOfRangeVertices: HealthCheck = {
  code: 'out-of-range-vertices',
  severity: 'error',
  title: 'Out-of-range vertices',
  meaning: 'Vertices with coordinates so large that lengths overflow to infinity in the number format of the engine',
  fix: 'Check the units of the file, or delete the stray vertices',
  counted: { one: 'vertex', many: 'vertices' },
  weight: 1,
  isOfWhole: true,
  find: ({ loaded, mesh: { positions }, options: { engineNumbers } }) => {
    const max = maxCoordinate[engineNumbers];
    if (loaded !== null && loaded.largest <= max && loaded.counts.nonFiniteVertices === 0) return null;
    return foundElements('vertex', positions.length / 3, (vertex) => {
      const size = Math.max(Math.abs(positions[3 * vertex]), Math.abs(positions[3 * vertex + 1]), Math.abs(positions[3 * vertex + 2]));
      return size > max && size < Infinity;
    });
  },
};
