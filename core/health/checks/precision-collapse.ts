import { triangleStates } from '../../mesh/topology.ts';
import { readCorners } from '../../mesh/read-corners.ts';
import { hasNoArea } from '../../shape/triangle-area.ts';
import { foundElements } from './shared/found-elements.ts';
import type { HealthCheck } from '../health-check.ts';

/**
 * Triangles that are higher than this part of the largest coordinate keep their area. Rounding moves a corner by at most √3·2⁻²⁴ of it, and corners
 * on one line come from a triangle of twice this height. The rest is far above the rounding error of a height.
 */
const maxCollapsed = 2 ** -20;
/** Far above the distances between the smallest numbers of f32. */
const denormals = 2 ** -140;

export const precisionCollapse: HealthCheck = {
  code: 'precision-collapse',
  severity: 'error',
  title: 'Triangles collapsed by rounding',
  meaning: 'Triangles that lose their area when their corners are rounded to the number format of the engine: they become holes there',
  fix: 'Move the mesh to the origin and place it with a transform, or use 64-bit coordinates in the engine',
  counted: { one: 'triangle', many: 'triangles' },
  weight: 1,
  waitsFor: 'forms',
  find: ({ mesh, loaded, isFlat, topology: { states }, facts: { boundsMin, boundsMax }, forms, options: { engineNumbers } }) => {
    if (engineNumbers === 'f64' || loaded?.counts.isRounded === 0) return null;
    const { heights, minHeight } = forms();
    const maxHeight = maxCollapsed * Math.max(0, ...[...(boundsMin ?? []), ...(boundsMax ?? [])].map(Math.abs)) + denormals;
    if (minHeight > maxHeight) return null;
    const t = new Float64Array(9);
    const rounded = new Float64Array(9);
    return foundElements('triangle', states.length, (triangle) => {
      // The height is NaN if it overflows.
      if (states[triangle] !== triangleStates.plain || isFlat[triangle] === 1 || heights[triangle] > maxHeight) return false;
      readCorners(mesh, triangle, t);
      let isFinite = true;
      for (let k = 0; k < 9; k++) {
        rounded[k] = Math.fround(t[k]);
        if (rounded[k] - rounded[k] !== 0) isFinite = false;
      }
      // A corner beyond the range of f32 is another finding.
      return isFinite && hasNoArea(rounded);
    });
  },
};
