import { InspectorError } from '../../error.ts';
import { triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { BuildOptions } from '../../options/build-options.ts';
import { aabbFormat, nodeBytes } from '../kinds/aabb/node-aabb.ts';
import { treeKinds } from '../kinds/kinds.ts';
import type { TreeKind } from '../layout.ts';
import { byteLengthOf } from '../view-tree.ts';

/** As WebAssembly has: what builds here is refused where it would be there, and not by a machine that runs out of memory halfway. */
const maxBytes = 2 ** 32;
/** Memory of the builder for a triangle: its box in f64, its place in two lists, and two nodes, for a leaf may hold one triangle. */
const builderMemory = 48 + 8 + 2 * nodeBytes;
/**
 * Refuses a mesh whose tree TypeScript could not build within 4 GiB beside the mesh, before anything is allocated. Counted are the builder with
 * the plain boxes that it gives, then these with the kind that is made of them; leaves as half full, which they are or fuller.
 * @throws InspectorError `too-large`.
 */
export function checkBuildFits(mesh: TriangleMesh, { kind, leafTriangles }: Pick<BuildOptions, 'kind' | 'leafTriangles'>): void {
  const triangles = triangleCount(mesh);
  const bytes = buildMemory(triangles, kind, leafTriangles);
  if (bytes < maxBytes) return;
  throw new InspectorError({
    code: 'too-large',
    message: `This tree of kind ${kind} needs about ${(bytes / 2 ** 30).toFixed(1)} GiB to build, and builds may take 4`,
    fix: `Split the file into parts of at most ${Math.floor((triangles * maxBytes) / bytes / 1e6)} million triangles, or choose plain boxes or larger leaves`,
    location: {},
  });
}

/** The most that is held at once, in bytes. */
export function buildMemory(triangles: number, kind: TreeKind, leafTriangles: number): number {
  const leaves = Math.max(1, Math.min(triangles, Math.ceil((2 * triangles) / leafTriangles)));
  const nodes = 2 * leaves - 1;
  const boxes = byteLengthOf(aabbFormat, nodes, triangles);
  return boxes + Math.max(builderMemory * triangles, treeKinds[kind].buildMemory({ triangles, leaves, nodes }));
}
