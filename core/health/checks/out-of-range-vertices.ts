import { foundElements } from '../found-elements.ts';
import type { HealthCheck } from '../health-check.ts';

/** Beyond it the square of a coordinate, and so every length, is infinite. */
const greatest = { f32: Math.sqrt(2 ** 127), f64: Math.sqrt(Number.MAX_VALUE) };

export const outOfRangeVertices: HealthCheck = {
  code: 'out-of-range-vertices',
  severity: 'error',
  title: 'Vertices out of range',
  meaning: 'Vertices with a coordinate so large that lengths are infinite in the engine’s numbers',
  cure: 'Check the units of the file, or delete the vertices that went astray',
  counted: { one: 'vertex', many: 'vertices' },
  weight: 1,
  isOfWhole: true,
  find: ({ loaded, mesh: { positions }, options: { engineNumbers } }) => {
    const most = greatest[engineNumbers];
    if (loaded !== null && loaded.largest <= most && loaded.counts.nonFiniteVertices === 0) return null;
    return foundElements('vertex', positions.length / 3, (vertex) => {
      const size = Math.max(Math.abs(positions[3 * vertex]), Math.abs(positions[3 * vertex + 1]), Math.abs(positions[3 * vertex + 2]));
      return size > most && size < Infinity;
    });
  },
};
