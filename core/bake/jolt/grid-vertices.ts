import type { LeafMesh } from '../leaf-mesh.ts';
import { gridCoordinate, gridPoint, type JoltGrid } from '../../mesh/jolt-vertex-grid.ts';
import { axisBits, lowYBits } from './layout.ts';

/** Vertices on the grid of Jolt; those that no triangle uses stay 0. */
export interface GridVertices {
  /** (2·V) the words of each vertex in the file. */
  readonly words: Uint32Array;
  /** (3·V) what Jolt makes of them. */
  readonly positions: Float32Array<ArrayBuffer>;
  /** Largest |position − source| on an axis, in mesh units. */
  readonly largestError: number;
  /** Coordinates that are not exactly those of the source. */
  readonly moved: number;
}

/** Returns the used vertices of a mesh on a grid. @param source (3·V) */
export function gridVertices(
  grid: JoltGrid,
  { positions, index }: Pick<LeafMesh, 'positions' | 'index'>,
  source: Float64Array,
): GridVertices {
  const vertices = positions.length / 3;
  const used = new Uint8Array(vertices);
  for (const vertex of index) used[vertex] = 1;
  const words = new Uint32Array(2 * vertices);
  const rounded = new Float32Array(positions.length);
  let largestError = 0;
  let moved = 0;
  for (let vertex = 0; vertex < vertices; vertex++) {
    if (used[vertex] === 0) continue;
    const at = 3 * vertex;
    const [x, y, z] = [gridPoint(grid, positions[at], 0), gridPoint(grid, positions[at + 1], 1), gridPoint(grid, positions[at + 2], 2)];
    words[2 * vertex] = x | (y << axisBits);
    words[2 * vertex + 1] = z | ((y >>> lowYBits) << axisBits);
    rounded[at] = gridCoordinate(grid, x, 0);
    rounded[at + 1] = gridCoordinate(grid, y, 1);
    rounded[at + 2] = gridCoordinate(grid, z, 2);
    for (let i = at; i < at + 3; i++) {
      const error = Math.abs(rounded[i] - source[i]);
      if (error === 0) continue;
      moved++;
      if (error > largestError) largestError = error;
    }
  }
  return { words, positions: rounded, largestError, moved };
}
