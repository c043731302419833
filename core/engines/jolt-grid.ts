import { type TriangleMesh, vertexCount } from '../mesh/triangle-mesh.ts';
import { mergeNear } from './merge-near.ts';
import { type HeldTriangles, keptTriangles, roundMesh } from './round-mesh.ts';

const { fround } = Math;

/** Steps of the grid along each side of the bounds. */
const gridSteps = 2 ** 21 - 1;
/** Triangles whose edges have a cross product of at most this length, squared, are degenerate. */
const minCrossSq = fround(1e-12);
const minSize = fround(1e-20);

/**
 * Returns the triangles of a mesh shape of Jolt. Vertices closer than a distance are merged first. Then triangles with
 * nearly no area, and those that use one point of the grid twice, are left out. Of repeated triangles with the same winding the last stays. The vertices move to
 * a grid over the bounds of the triangles that are left. All numbers are rounded to 32-bit floats at each step, as in Jolt.
 *
 * Sources: Jolt `MeshShape.cpp` and `TriangleCodecIndexed8BitPackSOA4Flags.h`; compared with the npm package `jolt-physics` by tests.
 * @param weldDistance 0 merges no vertices.
 */
export function joltGrid(mesh: TriangleMesh, weldDistance: number): HeldTriangles {
  const rounded = roundMesh(mesh);
  const { positions } = rounded;
  const vertices = weldDistance > 0 ? mergeNear(positions, rounded.indices, weldDistance) : null;
  const corners = vertices === null ? mesh.indices : mesh.indices.map((vertex) => vertices[vertex]);
  const finite = Array.from(rounded.kept);
  const grid = gridOf(positions, corners, finite);
  const seen = new Set<string>();
  const kept: number[] = [];
  for (const triangle of finite.toReversed()) {
    const own = corners.subarray(3 * triangle, 3 * triangle + 3) as unknown as readonly [number, number, number];
    if (isDegenerate(positions, own) || collapses(positions, own, grid)) continue;
    const key = fromLowest(own).join();
    if (seen.has(key)) continue;
    seen.add(key);
    kept.push(triangle);
  }
  kept.reverse();
  return keptTriangles(onGrid(positions, gridOf(positions, corners, kept), vertexCount(mesh)), corners, kept);
}

interface Grid {
  readonly min: readonly number[];
  /** Steps in one mesh unit. */
  readonly scale: readonly number[];
  /** Length of a step. */
  readonly step: readonly number[];
}

function gridOf(positions: Float64Array, corners: Uint32Array, triangles: readonly number[]): Grid {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (const triangle of triangles) {
    for (let i = 3 * triangle; i < 3 * triangle + 3; i++) {
      for (let k = 0; k < 3; k++) {
        const value = positions[3 * corners[i] + k];
        min[k] = Math.min(min[k], value);
        max[k] = Math.max(max[k], value);
      }
    }
  }
  const sizes = min.map((low, k) => fround(max[k] - low));
  return {
    min,
    scale: sizes.map((size) => fround(gridSteps / Math.max(size, minSize))),
    step: sizes.map((size) => fround(size / gridSteps)),
  };
}

/** Returns the number of the grid point along an axis. */
function numberOf(value: number, k: number, { min, scale }: Grid): number {
  return Math.trunc(fround(fround(fround(value - min[k]) * scale[k]) + 0.5));
}

function collapses(positions: Float64Array, corners: readonly [number, number, number], grid: Grid): boolean {
  const same = (a: number, b: number): boolean =>
    [0, 1, 2].every((k) => numberOf(positions[3 * a + k], k, grid) === numberOf(positions[3 * b + k], k, grid));
  const [a, b, c] = corners;
  return same(a, b) || same(b, c) || same(c, a);
}

function onGrid(positions: Float64Array, grid: Grid, vertices: number): Float64Array {
  const moved = new Float64Array(3 * vertices);
  for (let i = 0; i < moved.length; i++) {
    const k = i % 3;
    moved[i] = fround(fround(numberOf(positions[i], k, grid) * grid.step[k]) + grid.min[k]);
  }
  return moved;
}

function isDegenerate(positions: Float64Array, [a, b, c]: readonly [number, number, number]): boolean {
  if (a === b || b === c || c === a) return true;
  const edge = (to: number, k: number): number => fround(positions[3 * to + k] - positions[3 * a + k]);
  const part = (k: number, l: number): number => fround(fround(edge(b, k) * edge(c, l)) - fround(edge(b, l) * edge(c, k)));
  const cross = [part(1, 2), part(2, 0), part(0, 1)];
  return cross.reduce((sum, value) => fround(sum + fround(value * value)), 0) <= minCrossSq;
}

/** Returns the corners from the lowest on, in the same winding. */
function fromLowest([a, b, c]: readonly [number, number, number]): readonly number[] {
  if (a < b && a < c) return [a, b, c];
  return b < c ? [b, c, a] : [c, a, b];
}
