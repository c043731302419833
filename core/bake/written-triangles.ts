import { isFiniteTriangle, type TriangleMesh } from '../mesh/triangle-mesh.ts';
import { hasF32Area } from '../mesh/f32-area.ts';
import { joltTriangles } from './jolt/jolt-triangles.ts';

/**
 * The triangles that a format keeps:
 * - `all`;
 * - `finite`: those with finite vertices;
 * - `with area`: of them those with an area in 32-bit floats; see `hasF32Area`;
 * - `jolt`: of them those that Jolt does not take for degenerate; see `joltTriangles`.
 */
export type KeptTriangles = 'all' | 'finite' | 'with area' | 'jolt';

/** Returns the test whether a format keeps a triangle of a mesh. */
export function writtenTriangles(kept: KeptTriangles, mesh: TriangleMesh): (triangle: number) => boolean {
  switch (kept) {
    case 'all':
      return () => true;
    case 'finite':
      return (triangle) => isFiniteTriangle(mesh, triangle);
    case 'with area':
      return (triangle) => isFiniteTriangle(mesh, triangle) && hasF32Area(mesh, triangle);
    case 'jolt': {
      const isKept = joltTriangles(mesh);
      return (triangle) => isKept[triangle] === 1;
    }
  }
}
