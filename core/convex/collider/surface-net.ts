import { hypot } from '../../math/hypot.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { SolidCells } from './solid-cells.ts';

/**
 * Returns the surface between the points inside and outside of a grid, closed and facing outward. Each cell of eight points with both has a vertex:
 * the mean of the crossings on its edges.
 *
 * Source: Gibson, "Constrained Elastic Surface Nets" (1998), without its relaxation.
 */
export function surfaceNet({ origin, step, counts, distances }: SolidCells): TriangleMesh {
  const [nx, ny, nz] = counts;
  const strides = [ny * nz, nz, 1] as const;
  const vertexOf = new Int32Array(nx * ny * nz).fill(-1);
  const positions: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i + 1 < nx; i++) {
    for (let j = 0; j + 1 < ny; j++) {
      for (let k = 0; k + 1 < nz; k++) {
        const at = i * strides[0] + j * strides[1] + k;
        const mean = meanCrossing(distances, at, strides);
        if (mean === null) continue;
        vertexOf[at] = positions.length / 3;
        [i, j, k].forEach((cell, axis) => positions.push(origin[axis]! + (cell + mean[axis]!) * step[axis]!));
      }
    }
  }
  // The border is outside, so every edge that crosses has four cells around it.
  for (let at = 0; at < distances.length; at++) {
    for (let axis = 0; axis < 3; axis++) {
      const end = at + strides[axis]!;
      if (end >= distances.length || distances[at] < 0 === distances[end] < 0) continue;
      const [u, v] = [strides[(axis + 1) % 3]!, strides[(axis + 2) % 3]!];
      const quad = [at, at - u, at - u - v, at - v].map((cell) => vertexOf[cell]!) as [number, number, number, number];
      addQuad(indices, positions, distances[at] < 0 ? quad : (quad.toReversed() as typeof quad));
    }
  }
  const part = { name: 'mesh', firstTriangle: 0, triangleCount: indices.length / 3, worldFromPart: null };
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices), parts: [part] };
}

/** Returns the mean of the crossings on the edges of a cell, in units of the cell; `null` without any. */
function meanCrossing(distances: Float32Array, at: number, strides: readonly number[]): readonly number[] | null {
  const sum = [0, 0, 0];
  let crossings = 0;
  for (let axis = 0; axis < 3; axis++) {
    const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
    for (let side = 0; side < 4; side++) {
      const from = at + (side & 1) * strides[u]! + (side >> 1) * strides[v]!;
      const [p, q] = [distances[from], distances[from + strides[axis]!]];
      if (p < 0 === q < 0) continue;
      sum[axis]! += p / (p - q);
      sum[u]! += side & 1;
      sum[v]! += side >> 1;
      crossings++;
    }
  }
  return crossings === 0 ? null : sum.map((value) => value / crossings);
}

/** Adds the two triangles of a quad on the side of its shorter diagonal. */
function addQuad(indices: number[], positions: readonly number[], [a, b, c, d]: readonly [number, number, number, number]): void {
  const lengthOf = (p: number, q: number): number => {
    const along = (k: number): number => positions[3 * p + k]! - positions[3 * q + k]!;
    return hypot(along(0), along(1), along(2));
  };
  if (lengthOf(a, c) <= lengthOf(b, d)) indices.push(a, b, c, a, c, d);
  else indices.push(a, b, d, b, c, d);
}
