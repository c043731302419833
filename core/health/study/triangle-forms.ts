import type { MeshTopology } from '../../mesh/topology.ts';
import { triangleStates } from '../../mesh/topology.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { nthSmallest } from '../../math/nth-smallest.ts';
import { readCorners } from '../../mesh/read-corners.ts';
import { triangleForm, type TriangleForm } from '../../shape/triangle-form.ts';

/** Edge lengths and heights of all triangles, (T) each; NaN without area. The kernel computes the same in `measureForms`. */
export interface TriangleForms {
  readonly longestEdges: Float64Array;
  /** Height over the longest edge. */
  readonly heights: Float64Array;
  /** Over all triangles, infinite without any: the min and max longest edge, the min height, and the min ratio of height to longest edge. */
  readonly minEdge: number;
  readonly maxEdge: number;
  readonly minHeight: number;
  readonly minPart: number;
}

/** Returns the forms. `isFlat` (T) from `flatTriangles`. */
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

/** Returns the median, without NaN; 0 if all are NaN. */
export function medianOfKnown(values: Float64Array): number {
  const known = new Float64Array(values.length);
  let count = 0;
  for (let i = 0; i < values.length; i++) if (!Number.isNaN(values[i])) known[count++] = values[i];
  return count === 0 ? 0 : nthSmallest(known.subarray(0, count), count >> 1);
}
