import { triangleStates } from '../../mesh/topology.ts';
import { readCorners } from '../../mesh/read-corners.ts';
import type { HealthCheck } from '../health-check.ts';
import { foundWithValues } from './shared/found-by-value.ts';

/** Distance from 1 to the next representable number. */
const spacingAtOne = { f32: 2 ** -23, f64: 2 ** -52 };

export const precisionLoss: HealthCheck = {
  code: 'precision-loss',
  severity: 'warning',
  title: 'Precision loss',
  meaning:
    'Triangles that are too far from the origin, or too thin, for the number format of the engine: contact points jump between representable values',
  fix: 'Move the mesh to the origin and place it with a transform, or use 64-bit coordinates in the engine',
  counted: { one: 'triangle', many: 'triangles' },
  weight: 2,
  waitsFor: 'forms',
  find: ({ mesh, topology: { states }, facts: { boundsMin, boundsMax }, forms, options: { engineNumbers, precisionPart } }) => {
    const { heights, minHeight } = forms();
    const t = new Float64Array(9);
    // No corner is outside the bounds, so this upper limit decides most meshes.
    const max = 2 * Math.max(0, ...[...(boundsMin ?? []), ...(boundsMax ?? [])].map(Math.abs)) * spacingAtOne[engineNumbers];
    if (!(max / minHeight > precisionPart)) return null;
    const found: number[] = [];
    const parts: number[] = [];
    for (let triangle = 0; triangle < heights.length; triangle++) {
      if (states[triangle] !== triangleStates.plain || !(max / heights[triangle] > precisionPart)) continue;
      readCorners(mesh, triangle, t);
      const part = (powerBelow(t) * spacingAtOne[engineNumbers]) / heights[triangle];
      if (!(part > precisionPart)) continue;
      found.push(triangle);
      parts.push(part);
    }
    return foundWithValues('spacing over height', found, (i) => parts[i]);
  },
};

/** Returns the power of two at or below the largest coordinate. Hot. */
function powerBelow(t: Float64Array): number {
  let largest = 0;
  for (let k = 0; k < 9; k++) largest = Math.max(largest, Math.abs(t[k]));
  return 2 ** Math.floor(Math.log2(largest));
}
