import { fastLength, type Vec3 } from '../../math/vec3.ts';
import { isFiniteTriangle, triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { triangleVertices } from '../../mesh/triangle-vertices.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { closestTriangleInto } from '../../query/closest/into.ts';
import { createClosestWorkspace } from '../../query/closest/workspace.ts';
import { noTriangleIndex } from '../../query/no-triangle.ts';
import { closestPointTriangle } from '../../shape/closest-point-triangle.ts';
import { triangleArea } from '../../shape/triangle-area.ts';
import type { TreedMesh } from '../treed-mesh.ts';

/** A small triangle of a surface, and how far its centre is from another surface. */
export interface DistanceSample {
  /** Triangle of the surface. */
  readonly triangle: number;
  readonly centre: Vec3;
  readonly area: number;
  /** Root mean square distance of its points from its centre. Their mean distance is no larger. */
  readonly spread: number;
  readonly distance: number;
}

/**
 * Divides a surface into small triangles of about one size, and measures the distance of the centre of each from another mesh. Every triangle has
 * one sample or more; at most `maxSamples` are added to these. Triangles that are not finite, or without area, have none.
 * @param onSample is called for each in the order of the triangles. @throws whatever `progress` throws.
 */
export function sampleDistances(
  from: TriangleMesh,
  to: TreedMesh,
  maxSamples: number,
  onSample: (sample: DistanceSample) => void,
  progress: Progress = noProgress,
): void {
  const count = triangleCount(from);
  const spreads = Float64Array.from({ length: count }, (_, triangle) => (isFiniteTriangle(from, triangle) ? spreadOf(from, triangle) : 0));
  const step = stepOf(spreads, maxSamples);
  const workspace = createClosestWorkspace(to.tree);
  const scratch = new Float64Array(4);
  let last = noTriangleIndex;
  for (let triangle = 0; triangle < count; triangle++) {
    if (triangle % 64 === 0) progress(triangle / count);
    if (!isFiniteTriangle(from, triangle)) continue;
    const corners = triangleVertices(from, triangle);
    const area = triangleArea(Float64Array.from(corners.flat()));
    if (!(area > 0)) continue;
    const sides = sidesOf(spreads[triangle], step);
    for (const centre of centresOf(corners, sides)) {
      last = closestTriangleInto(to.tree, to.mesh, centre, Infinity, workspace, last);
      const at = 3 * last;
      const { positions, indices } = to.mesh;
      closestPointTriangle(...centre, positions, 3 * indices[at], 3 * indices[at + 1], 3 * indices[at + 2], scratch);
      const distance = fastLength(scratch[0], scratch[1], scratch[2]);
      onSample({ triangle, centre, area: area / sides ** 2, spread: spreads[triangle] / sides, distance });
    }
  }
  progress(1);
}

/** The second moment of a triangle about its centre is that of its corners, divided by four. */
function spreadOf(mesh: TriangleMesh, triangle: number): number {
  const corners = triangleVertices(mesh, triangle);
  const centre = middleOf(corners);
  let sum = 0;
  for (const corner of corners) for (let k = 0; k < 3; k++) sum += (corner[k]! - centre[k]!) ** 2;
  return Math.sqrt(sum / 12);
}

function middleOf([a, b, c]: readonly [Vec3, Vec3, Vec3]): Vec3 {
  return [(a[0] + b[0] + c[0]) / 3, (a[1] + b[1] + c[1]) / 3, (a[2] + b[2] + c[2]) / 3];
}

/** Divisions of the sides of a triangle that make its pieces no wider than a step. */
function sidesOf(spread: number, step: number): number {
  return Math.max(1, Math.ceil(spread / step));
}

/** Returns the smallest step, to some digits, for which there are no more samples than that. */
function stepOf(spreads: Float64Array, maxSamples: number): number {
  const widest = spreads.reduce((max, spread) => Math.max(max, spread), 0);
  if (!(widest > 0)) return 1;
  let [low, high] = [0, widest];
  for (let i = 0; i < 40; i++) {
    const step = (low + high) / 2;
    const samples = spreads.reduce((sum, spread) => sum + sidesOf(spread, step) ** 2 - 1, 0);
    if (samples > maxSamples) low = step;
    else high = step;
  }
  return high;
}

/** Returns the centres of the n² equal triangles of a triangle. */
function* centresOf([a, b, c]: readonly [Vec3, Vec3, Vec3], n: number): Generator<Vec3> {
  const at = (u: number, v: number): Vec3 => [0, 1, 2].map((k) => a[k]! + u * (b[k]! - a[k]!) + v * (c[k]! - a[k]!)) as unknown as Vec3;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < n - i; j++) {
      yield at((i + 1 / 3) / n, (j + 1 / 3) / n);
      if (j < n - i - 1) yield at((i + 2 / 3) / n, (j + 2 / 3) / n);
    }
  }
}
