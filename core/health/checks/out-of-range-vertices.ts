import { foundElements } from './shared/found-elements.ts';
import type { HealthCheck } from '../health-check.ts';

/** At the root of half of the greatest power of two the square of a coordinate, and with it that of a length, comes to where numbers end. */
const greatest = { f32: 2 ** 63.5, f64: 2 ** 511.5 };

export const outOfRangeVertices: HealthCheck = {
  code: 'out-of-range-vertices',
  severity: 'error',
  title: 'Vertices out of range',
  meaning: 'Vertices with a coordinate so large that lengths are infinite in the engine’s numbers',
  fix: 'Check the units of the file, or delete the vertices that went astray',
  counted: { one: 'vertex', many: 'vertices' },
  weight: 1,
  isOfWhole: true,
  find: ({ loaded, mesh: { positions }, options: { engineNumbers } }) => {
    const max = greatest[engineNumbers];
    if (loaded !== null && loaded.largest <= max && loaded.counts.nonFiniteVertices === 0) return null;
    return foundElements('vertex', positions.length / 3, (vertex) => {
      const size = Math.max(Math.abs(positions[3 * vertex]), Math.abs(positions[3 * vertex + 1]), Math.abs(positions[3 * vertex + 2]));
      return size > max && size < Infinity;
    });
  },
};
