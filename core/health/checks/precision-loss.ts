import { triangleStates } from '../../mesh/topology.ts';
import { readCorners } from '../../pair/placed-triangle.ts';
import type { HealthCheck } from '../health-check.ts';
import { foundByValue } from './shared/found-by-value.ts';

/** From 1 to the next number. */
const spacingAtOne = { f32: 2 ** -23, f64: 2 ** -52 };

export const precisionLoss: HealthCheck = {
  code: 'precision-loss',
  severity: 'warning',
  title: 'Lost precision',
  meaning:
    'Triangles so far from the origin, or so thin, that the engine’s numbers are coarse beside them: contacts jump from one number to the next',
  fix: 'Move the mesh to the origin and place it by a transform, or let the engine use 64-bit coordinates',
  counted: { one: 'triangle', many: 'triangles' },
  weight: 2,
  find: ({ mesh, topology: { states }, facts: { boundsMin, boundsMax }, forms, options: { engineNumbers, precisionPart } }) => {
    const { heights, minHeight } = forms();
    const t = new Float64Array(9);
    // Nothing is farther out than the bounds: mostly that tells enough.
    const max = 2 * Math.max(0, ...[...(boundsMin ?? []), ...(boundsMax ?? [])].map(Math.abs)) * spacingAtOne[engineNumbers];
    if (!(max / minHeight > precisionPart)) return null;
    const parts = new Float64Array(heights.length).fill(NaN);
    for (let triangle = 0; triangle < parts.length; triangle++) {
      if (states[triangle] !== triangleStates.plain || !(max / heights[triangle] > precisionPart)) continue;
      readCorners(mesh, triangle, t);
      parts[triangle] = (powerBelow(t) * spacingAtOne[engineNumbers]) / heights[triangle];
    }
    return foundByValue('spacing over height', parts, (part) => part > precisionPart);
  },
};

/** The power of two at or below the largest coordinate. Hot. */
function powerBelow(t: Float64Array): number {
  let largest = 0;
  for (let k = 0; k < 9; k++) largest = Math.max(largest, Math.abs(t[k]));
  return 2 ** Math.floor(Math.log2(largest));
}
