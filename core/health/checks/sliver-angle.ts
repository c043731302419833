import { toDegrees, toRadians } from '../../math/angles.ts';
import { readCorners } from '../../mesh/read-corners.ts';
import { triangleForm, type TriangleForm } from '../../shape/triangle-form.ts';
import type { HealthCheck } from '../health-check.ts';
import { foundWithValues } from './shared/found-by-value.ts';

export const sliverAngle: HealthCheck = {
  code: 'sliver-angle',
  severity: 'warning',
  title: 'Slivers by angle',
  meaning: 'Triangles with an angle below the sliver angle: rounding errors change their normals, and contacts jump',
  fix: 'Remesh the region, or collapse the shortest edges',
  counted: { one: 'triangle', many: 'triangles' },
  weight: 1,
  waitsFor: 'forms',
  off: { by: 'sliverAngle', at: 0, reason: 'The sliver angle is 0' },
  find: ({ mesh, forms, options }) => {
    const min = options.sliverAngle;
    const { longestEdges, heights, minPart } = forms();
    // The height over the longest edge is another side times the sine of an angle, and no side is longer than that edge.
    const maxPart = Math.sin(toRadians(Math.min(90, min))) * (1 + 1e-9);
    if (!(minPart <= maxPart)) return null;
    const found: number[] = [];
    const angles: number[] = [];
    const t = new Float64Array(9);
    const form: TriangleForm = { longestEdge: 0, height: 0, angleRadians: 0 };
    for (let triangle = 0; triangle < heights.length; triangle++) {
      if (!(heights[triangle] / longestEdges[triangle] <= maxPart)) continue;
      readCorners(mesh, triangle, t);
      triangleForm(t, form);
      const angle = toDegrees(form.angleRadians);
      if (!(angle < min)) continue;
      found.push(triangle);
      angles.push(angle);
    }
    return foundWithValues('angle in degrees', found, (i) => angles[i]);
  },
};
