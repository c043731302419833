import { isFiniteTriangle, triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { hasTwoOnOnePoint, joltNormalSq, joltVertexGrid } from '../../mesh/jolt-vertex-grid.ts';

/** Jolt takes a triangle for degenerate whose normal is not longer, squared: `IndexedTriangle::IsDegenerate`. With room for rounding. */
const maxDegenerate = 1e-12 * (1 + 1e-5);

/**
 * Returns (T) 1 for each triangle that Jolt accepts in a mesh shape. The others are not finite, are smaller than about 5e-7 square units, or
 * have two vertices on one point of the grid over all accepted triangles. `MeshShapeSettings::Create` fails with one of them.
 */
export function joltTriangles(mesh: Pick<TriangleMesh, 'positions' | 'indices' | 'parts'>): Uint8Array {
  const isKept = Uint8Array.from({ length: triangleCount(mesh) }, (_, t) => (isFiniteTriangle(mesh, t) && hasNormal(mesh, t) ? 1 : 0));
  // Without the triangles that are left out, the box may be smaller and its grid another one.
  for (;;) {
    const grid = joltVertexGrid(mesh.positions, keptIndex(mesh, isKept));
    let isChanged = false;
    for (let t = 0; t < isKept.length; t++) {
      const [a, b, c] = [mesh.indices[3 * t], mesh.indices[3 * t + 1], mesh.indices[3 * t + 2]];
      if (isKept[t] === 0 || !hasTwoOnOnePoint(mesh.positions, a, b, c, grid)) continue;
      isKept[t] = 0;
      isChanged = true;
    }
    if (!isChanged) return isKept;
  }
}

function keptIndex({ indices }: Pick<TriangleMesh, 'indices'>, isKept: Uint8Array): Uint32Array {
  return isKept.includes(0) ? indices.filter((_, i) => isKept[Math.floor(i / 3)] === 1) : indices;
}

/** Whether the normal is long enough. */
function hasNormal({ positions, indices }: Pick<TriangleMesh, 'positions' | 'indices'>, triangle: number): boolean {
  return joltNormalSq(positions, indices[3 * triangle], indices[3 * triangle + 1], indices[3 * triangle + 2]) > maxDegenerate;
}
