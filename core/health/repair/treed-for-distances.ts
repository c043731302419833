import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { TreedMesh } from '../../pair/treed-mesh.ts';
import type { Progress } from '../../progress.ts';
import { buildTree } from '../../tree/build-tree.ts';
import { fastestTree } from '../../tree/fastest-tree.ts';
import { loadTree } from '../../tree/kinds/wide/load-tree.ts';
import { openTree } from '../../tree/open-tree.ts';

/** Returns a mesh with a tree for distance queries. @throws whatever `progress` throws. */
export type TreedForDistances = (mesh: TriangleMesh, progress: Progress) => TreedMesh;

/** Builds a tree for distance queries. @throws whatever `progress` throws. */
export function treedForDistances(mesh: TriangleMesh, progress: Progress): TreedMesh {
  return { mesh, tree: loadTree(openTree(buildTree(mesh, fastestTree(), progress)), mesh) };
}

/** Returns the function that builds the tree of each mesh once, for several measurements. It keeps the trees. */
export function keptTrees(): TreedForDistances {
  const kept = new Map<TriangleMesh, TreedMesh>();
  return (mesh, progress) => {
    const treed = kept.get(mesh) ?? treedForDistances(mesh, progress);
    kept.set(mesh, treed);
    return treed;
  };
}

/** Part of the progress of a measurement that its tree gets. */
const treePart = 0.25;

/** Measures with the tree of a mesh, under one progress. @throws whatever `progress` throws. */
export function measureWithTree<Result>(
  mesh: TriangleMesh,
  treedFor: TreedForDistances,
  progress: Progress,
  measure: (treed: TreedMesh, progress: Progress) => Result,
): Result {
  const treed = treedFor(mesh, (fraction) => progress(treePart * fraction));
  return measure(treed, (fraction) => progress(treePart + (1 - treePart) * fraction));
}
