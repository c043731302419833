import { isFiniteTriangle, triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { gridPoint, joltVertexGrid, type JoltGrid } from './jolt-vertex-grid.ts';

const { fround } = Math;

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
      if (isKept[t] === 0 || !hasTwoOnOnePoint(mesh, grid, t)) continue;
      isKept[t] = 0;
      isChanged = true;
    }
    if (!isChanged) return isKept;
  }
}

function keptIndex({ indices }: Pick<TriangleMesh, 'indices'>, isKept: Uint8Array): Uint32Array {
  return isKept.includes(0) ? indices.filter((_, i) => isKept[Math.floor(i / 3)] === 1) : indices;
}

/** Whether the normal is long enough, in 32-bit floats. */
function hasNormal({ positions, indices }: Pick<TriangleMesh, 'positions' | 'indices'>, triangle: number): boolean {
  const edge = (i: number, k: number): number =>
    fround(fround(positions[3 * indices[3 * triangle + i] + k]) - fround(positions[3 * indices[3 * triangle] + k]));
  const part = (k: number, l: number): number => fround(fround(edge(1, k) * edge(2, l)) - fround(edge(1, l) * edge(2, k)));
  const [x, y, z] = [part(1, 2), part(2, 0), part(0, 1)];
  return fround(fround(fround(x * x) + fround(y * y)) + fround(z * z)) > maxDegenerate;
}

function hasTwoOnOnePoint({ positions, indices }: Pick<TriangleMesh, 'positions' | 'indices'>, grid: JoltGrid, triangle: number): boolean {
  const [a, b, c] = [3 * indices[3 * triangle], 3 * indices[3 * triangle + 1], 3 * indices[3 * triangle + 2]];
  let [ab, bc, ca] = [true, true, true];
  for (let k = 0; k < 3; k++) {
    const atA = gridPoint(grid, fround(positions[a + k]), k);
    const atB = gridPoint(grid, fround(positions[b + k]), k);
    const atC = gridPoint(grid, fround(positions[c + k]), k);
    ab &&= atA === atB;
    bc &&= atB === atC;
    ca &&= atC === atA;
  }
  return ab || bc || ca;
}
