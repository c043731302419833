import { hasF32Area } from '../mesh/f32-area.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import { weldVertices } from '../mesh/weld-vertices.ts';
import { cornerSet } from './corner-set.ts';
import { type HeldTriangles, keptTriangles, roundMesh } from './round-mesh.ts';

/**
 * Returns the triangles that PhysX cooks with its default parameters. Vertices that are equal in 32-bit floats are one. Triangles without
 * an area in 32-bit floats and repeated ones are left out. Triangles with the same vertices from another corner, or in the other winding,
 * stay.
 *
 * Source: PhysX `GuMeshCleaner.cpp`; compared with the npm package `physx-js-webidl` by tests.
 */
export function cleanPhysx(mesh: TriangleMesh): HeldTriangles {
  const rounded = roundMesh(mesh);
  const { positions } = rounded;
  const welded = weldVertices({ ...mesh, positions });
  const corners = mesh.indices.map((vertex) => welded[vertex]);
  const seen = cornerSet(rounded.kept.length);
  const kept = Array.from(rounded.kept).filter((triangle) => {
    const [a, b, c] = [corners[3 * triangle], corners[3 * triangle + 1], corners[3 * triangle + 2]];
    if (a === b || b === c || c === a || !hasF32Area({ positions, indices: corners }, triangle)) return false;
    return seen.add(a, b, c);
  });
  return keptTriangles(positions, corners, kept);
}
