import { InspectorError } from '../../error.ts';
import { triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { BuildOptions } from '../../options/build-options.ts';
import { aabbFormat, aabbBytes } from '../kinds/aabb/node-aabb.ts';
import { treeKinds } from '../kinds/kinds.ts';
import type { TreeKind } from '../layout.ts';
import { byteLengthOf } from '../view-tree.ts';

/** Memory limit of a build, the same as in WebAssembly. So a build is refused before the machine runs out of memory. */
const maxBytes = 2 ** 32;
/** Memory of the builder per triangle: its box in f64, its entry in two lists, and two nodes, because a leaf may hold one triangle. */
const builderMemory = 48 + 8 + 2 * aabbBytes;
/**
 * Throws for a mesh whose tree needs more than 4 GiB to build in TypeScript, without the mesh, before anything is allocated.
 * Estimates the builder with its tree of boxes, then these boxes with the tree of the kind. Leaves count as half full; they are usually fuller.
 * @throws InspectorError `too-large`.
 */
export function checkBuildFits(mesh: TriangleMesh, { kind, leafTriangles }: Pick<BuildOptions, 'kind' | 'leafTriangles'>): void {
  const triangles = triangleCount(mesh);
  const bytes = buildMemory(triangles, kind, leafTriangles);
  if (bytes < maxBytes) return;
  throw new InspectorError({
    code: 'too-large',
    message: `This tree of kind ${kind} needs about ${(bytes / 2 ** 30).toFixed(1)} GiB to build, and builds may take 4`,
    fix: `Split the file into parts of at most ${Math.floor((triangles * maxBytes) / bytes / 1e6)} million triangles, or choose kind aabb or a larger leaf size`,
    location: {},
  });
}

/** Returns the estimated peak memory of a build, in bytes. */
export function buildMemory(triangles: number, kind: TreeKind, leafTriangles: number): number {
  const leaves = Math.max(1, Math.min(triangles, Math.ceil((2 * triangles) / leafTriangles)));
  const nodes = 2 * leaves - 1;
  const boxes = byteLengthOf(aabbFormat, nodes, triangles);
  return boxes + Math.max(builderMemory * triangles, treeKinds[kind].buildMemory({ triangles, leaves, nodes }));
}
