import { gridCoordinate, gridPoint, hasTwoOnOnePoint, type JoltGrid, joltNormalSq, joltVertexGrid } from '../mesh/jolt-vertex-grid.ts';
import { type TriangleMesh, vertexCount } from '../mesh/triangle-mesh.ts';
import { noProgress, type Progress } from '../progress.ts';
import { cornerSet } from './corner-set.ts';
import { mergeNear } from './merge-near.ts';
import { type HeldTriangles, keptTriangles, roundMesh } from './round-mesh.ts';

/** Triangles whose edges have a cross product of at most this length, squared, are degenerate. */
const minCrossSq = Math.fround(1e-12);

/**
 * Returns the triangles of a mesh shape of Jolt. Vertices closer than a distance are merged first. Then triangles with
 * nearly no area, and those that use one point of the grid twice, are left out. Of repeated triangles with the same winding the last stays. The vertices move to
 * a grid over the bounds of the triangles that are left. All numbers are rounded to 32-bit floats at each step, as in Jolt.
 *
 * Sources: Jolt `MeshShape.cpp` and `TriangleCodecIndexed8BitPackSOA4Flags.h`; compared with the npm package `jolt-physics` by tests.
 * @param weldDistance 0 merges no vertices. @throws whatever `progress` throws.
 */
export function joltGrid(mesh: TriangleMesh, weldDistance: number, progress: Progress = noProgress): HeldTriangles {
  const rounded = roundMesh(mesh);
  const { positions } = rounded;
  const vertices = weldDistance > 0 ? mergeNear(positions, rounded.indices, weldDistance, progress) : null;
  const corners = vertices === null ? mesh.indices : mesh.indices.map((vertex) => vertices[vertex]);
  const finite = Array.from(rounded.kept);
  const grid = joltVertexGrid(positions, cornersOf(corners, finite));
  const seen = cornerSet(finite.length);
  const kept: number[] = [];
  for (const triangle of finite.toReversed()) {
    const own = corners.subarray(3 * triangle, 3 * triangle + 3) as unknown as readonly [number, number, number];
    if (isDegenerate(positions, own) || hasTwoOnOnePoint(positions, ...own, grid)) continue;
    if (seen.add(...fromLowest(own))) kept.push(triangle);
  }
  kept.reverse();
  return keptTriangles(onGrid(positions, joltVertexGrid(positions, cornersOf(corners, kept)), vertexCount(mesh)), corners, kept);
}

/** Returns the corners of some triangles. */
function cornersOf(corners: Uint32Array, triangles: readonly number[]): Uint32Array {
  const used = new Uint32Array(3 * triangles.length);
  triangles.forEach((triangle, i) => used.set(corners.subarray(3 * triangle, 3 * triangle + 3), 3 * i));
  return used;
}

function onGrid(positions: Float64Array, grid: JoltGrid, vertices: number): Float64Array {
  const moved = new Float64Array(3 * vertices);
  for (let i = 0; i < moved.length; i++) {
    const k = i % 3;
    moved[i] = gridCoordinate(grid, gridPoint(grid, positions[i], k), k);
  }
  return moved;
}

function isDegenerate(positions: Float64Array, [a, b, c]: readonly [number, number, number]): boolean {
  return a === b || b === c || c === a || joltNormalSq(positions, a, b, c) <= minCrossSq;
}

/** Returns the corners from the lowest on, in the same winding. */
function fromLowest([a, b, c]: readonly [number, number, number]): readonly [number, number, number] {
  if (a < b && a < c) return [a, b, c];
  return b < c ? [b, c, a] : [c, a, b];
}
