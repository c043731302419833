import { triangleStates } from '../../mesh/topology.ts';
import { readCorners } from '../../mesh/read-corners.ts';
import { hasNoArea } from '../../shape/triangle-area.ts';
import { foundElements } from './shared/found-elements.ts';
import type { HealthCheck } from '../health-check.ts';

export const precisionCollapse: HealthCheck = {
  code: 'precision-collapse',
  severity: 'error',
  title: 'Triangles collapsed by rounding',
  meaning: 'Triangles that lose their area when their corners are rounded to the number format of the engine: they become holes there',
  fix: 'Move the mesh to the origin and place it with a transform, or use 64-bit coordinates in the engine',
  counted: { one: 'triangle', many: 'triangles' },
  weight: 1,
  find: ({ mesh, loaded, isFlat, topology: { states }, options: { engineNumbers } }) => {
    const { positions, indices } = mesh;
    if (engineNumbers === 'f64' || loaded?.counts.isRounded === 0) return null;
    const isChanged = new Uint8Array(positions.length / 3);
    for (let i = 0; i < positions.length; i++) if (Math.fround(positions[i]) !== positions[i]) isChanged[(i / 3) | 0] = 1;
    const t = new Float64Array(9);
    const rounded = new Float64Array(9);
    return foundElements('triangle', states.length, (triangle) => {
      const corner = 3 * triangle;
      if (
        states[triangle] !== triangleStates.plain ||
        isChanged[indices[corner]] + isChanged[indices[corner + 1]] + isChanged[indices[corner + 2]] === 0
      )
        return false;
      readCorners(mesh, triangle, t);
      let isFinite = true;
      for (let k = 0; k < 9; k++) {
        rounded[k] = Math.fround(t[k]);
        if (rounded[k] - rounded[k] !== 0) isFinite = false;
      }
      // A corner beyond the range of f32 is another finding.
      return isFinite && isFlat[triangle] === 0 && hasNoArea(rounded);
    });
  },
};
