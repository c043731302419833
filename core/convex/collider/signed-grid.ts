import { hypot } from '../../math/hypot.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { TreedMesh } from '../../pair/treed-mesh.ts';
import type { Progress } from '../../progress.ts';
import { closestTriangleInto } from '../../query/closest/into.ts';
import { createClosestWorkspace } from '../../query/closest/workspace.ts';
import { insideTest } from '../../query/inside-closed-mesh.ts';
import { noTriangleIndex } from '../../query/no-triangle.ts';
import { closestPointTriangle } from '../../shape/closest-point-triangle.ts';

/** The ascending coordinates of the points of a grid along x, y and z. */
export type GridAxes = readonly [Float64Array, Float64Array, Float64Array];

/**
 * Returns (nx·ny·nz) the signed distance of each point of a grid from the surface of a closed mesh, negative inside, z fastest. A ray decides only
 * near the surface: elsewhere no surface is between a point and its neighbour, which then are on the same side.
 * @param far largest distance that is computed; larger ones become it. @throws whatever `progress` throws.
 */
export function signedGrid({ mesh, tree }: TreedMesh, axes: GridAxes, far: number, progress: Progress): Float32Array {
  const [xs, ys, zs] = axes;
  const distances = new Float32Array(xs.length * ys.length * zs.length);
  const strides = [ys.length * zs.length, zs.length, 1] as const;
  const workspace = createClosestWorkspace(tree);
  const isIn = insideTest(tree, mesh);
  const scratch = new Float64Array(4);
  let last = noTriangleIndex;
  for (let i = 0, at = 0; i < xs.length; i++) {
    for (let j = 0; j < ys.length; j++) {
      progress((i + j / ys.length) / xs.length);
      for (let k = 0; k < zs.length; k++, at++) {
        last = closestTriangleInto(tree, mesh, [xs[i], ys[j], zs[k]], far, workspace, last);
        const distance = last === noTriangleIndex ? far : Math.min(far, distanceTo(mesh, last, xs[i], ys[j], zs[k], scratch));
        const steps = [stepAt(xs, i), stepAt(ys, j), stepAt(zs, k)];
        const known = sideOfNeighbour(distances, at, distance, strides, steps);
        const isInside = known === 0 ? isIn([xs[i], ys[j], zs[k]]) === true : known < 0;
        distances[at] = isInside ? -distance : distance;
      }
    }
  }
  return distances;
}

/** Returns the distance from the coordinate before; infinite for the first one. */
function stepAt(axis: Float64Array, i: number): number {
  return i === 0 ? Infinity : axis[i] - axis[i - 1];
}

/** Returns the sign of an earlier neighbour that no surface separates from a point, 0 if there is none. */
function sideOfNeighbour(
  distances: Float32Array,
  at: number,
  distance: number,
  strides: readonly [number, number, number],
  steps: readonly number[],
): number {
  for (let axis = 0; axis < 3; axis++) {
    if (steps[axis] === Infinity) continue;
    const neighbour = distances[at - strides[axis]!];
    // Distances are rounded to f32.
    if (Math.max(distance, Math.abs(neighbour)) > 1.001 * steps[axis]!) return Math.sign(neighbour);
  }
  return 0;
}

function distanceTo(
  { positions, indices }: TriangleMesh,
  triangle: number,
  x: number,
  y: number,
  z: number,
  scratch: Float64Array,
): number {
  const at = 3 * triangle;
  closestPointTriangle(x, y, z, positions, 3 * indices[at], 3 * indices[at + 1], 3 * indices[at + 2], scratch);
  return hypot(scratch[0], scratch[1], scratch[2]);
}
