import { InspectorError } from '../../error.ts';
import { triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { nodeBytes } from '../layout.ts';

/** As WebAssembly has: what builds here is refused where it would be there, and not by a machine that runs out of memory halfway. */
const mostBytes = 2 ** 32;
/** Memory of the builder for a triangle: its box in f64, its place in two lists, and two nodes, for a leaf may hold one triangle. */
const triangleMemory = 48 + 8 + 2 * nodeBytes;

/**
 * Refuses a mesh whose tree TypeScript could not build within 4 GiB beside the mesh, before anything is allocated.
 * @throws InspectorError `too-large`.
 */
export function checkBuildFits(mesh: TriangleMesh): void {
  const bytes = triangleMemory * triangleCount(mesh);
  if (bytes < mostBytes) return;
  throw new InspectorError({
    code: 'too-large',
    message: `The tree of this mesh needs at least ${(bytes / 2 ** 30).toFixed(1)} GiB to build, and builds may take 4`,
    cure: `Split the file into parts of at most ${Math.floor(mostBytes / triangleMemory / 1e6)} million triangles`,
    place: {},
  });
}
