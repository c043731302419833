import type { MeshTopology } from '../../mesh/topology.ts';
import { triangleStates } from '../../mesh/topology.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { nthSmallest } from '../../math/nth-smallest.ts';
import { readCorners } from '../../pair/placed-triangle.ts';
import { triangleForm, type TriangleForm } from '../../shape/triangle-form.ts';

/** The forms of all triangles, (T) each; NaN for those without area. The kernel's `measureForms` finds the same. */
export interface TriangleForms {
  readonly longestEdges: Float64Array;
  /** Over the longest edge. */
  readonly heights: Float64Array;
  /** Of all, infinite where there is none: the least and the greatest longest edge, the least height, and the least height as part of its edge. */
  readonly minEdge: number;
  readonly maxEdge: number;
  readonly minHeight: number;
  readonly minPart: number;
}

/** `isFlat` (T) as `flatTriangles` gives it. */
export function triangleForms(mesh: TriangleMesh, { states }: MeshTopology, isFlat: Uint8Array): TriangleForms {
  const create = (): Float64Array => new Float64Array(states.length).fill(NaN);
  const longestEdges = create();
  const heights = create();
  let minEdge = Infinity;
  let maxEdge = -Infinity;
  let minHeight = Infinity;
  let minPart = Infinity;
  const t = new Float64Array(9);
  const form: TriangleForm = { longestEdge: 0, height: 0, angleRadians: 0 };
  for (let triangle = 0; triangle < states.length; triangle++) {
    if (states[triangle] !== triangleStates.plain || isFlat[triangle] === 1) continue;
    readCorners(mesh, triangle, t);
    triangleForm(t, form);
    longestEdges[triangle] = form.longestEdge;
    heights[triangle] = form.height;
    minEdge = Math.min(minEdge, form.longestEdge);
    maxEdge = Math.max(maxEdge, form.longestEdge);
    minHeight = Math.min(minHeight, form.height);
    minPart = Math.min(minPart, form.height / form.longestEdge);
  }
  return { longestEdges, heights, minEdge, maxEdge, minHeight, minPart };
}

/** The median of those of the triangles with area; 0 without any. */
export function middleOf(values: Float64Array): number {
  const known = new Float64Array(values.length);
  let count = 0;
  for (let i = 0; i < values.length; i++) if (!Number.isNaN(values[i])) known[count++] = values[i];
  return count === 0 ? 0 : nthSmallest(known.subarray(0, count), count >> 1);
}
