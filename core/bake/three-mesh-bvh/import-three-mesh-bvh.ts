import type { MeshPart, TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { checkTree } from '../../tree/check-tree.ts';
import { openTree } from '../../tree/open-tree.ts';
import { engineBake } from '../engine-bake.ts';
import type { ImportedBake } from '../import-boxwood.ts';
import { inSourceOrder, sourceRanks } from '../source-order.ts';
import { fileVersion, damagedBvh } from './layout.ts';
import { readThreeMeshBvh } from './read-three-mesh-bvh.ts';
import type { ThreeMeshBvhFile } from './bvh-file.ts';
import { treeOfBvh } from './tree-of-bvh.ts';

/**
 * Opens a `.bvh.bin` file as a document: its f32 mesh with the triangles in source order, its parts and its tree. Non-finite triangles
 * of the source are missing, so later triangles have smaller numbers.
 * @throws InspectorError as `readThreeMeshBvh`; `invalid-bytes` for nodes deeper than the limit of a build.
 */
export function importThreeMeshBvh(bytes: Uint8Array): ImportedBake {
  const file = readThreeMeshBvh(bytes);
  const sorted = file.sourceTriangles.slice().sort();
  const triangleOf = sourceRanks(file.sourceTriangles);
  const mesh: TriangleMesh = {
    positions: Float64Array.from(file.positions),
    indices: inSourceOrder(file.index, triangleOf),
    parts: keptParts(file.parts, sorted),
  };
  const tree = treeOfBvh(file, triangleOf, mesh);
  const [violation] = checkTree(openTree(tree), mesh);
  if (violation !== undefined) throw damagedBvh(`its tree breaks the rule "${violation.rule}": ${violation.message}`, 16);
  return engineBake('three-mesh-bvh', `three-mesh-bvh bake ${fileVersion}`, mesh, [tree]);
}

/** Returns the parts with the triangles of the file, without empty parts. */
function keptParts(parts: ThreeMeshBvhFile['parts'], sorted: Uint32Array): readonly MeshPart[] {
  let end = 0;
  return parts.flatMap(({ name, firstTriangle: first, triangleCount: count }) => {
    const firstTriangle = end;
    while (end < sorted.length && sorted[end] < first + count) end++;
    return end === firstTriangle ? [] : [{ name, firstTriangle, triangleCount: end - firstTriangle, worldFromPart: null }];
  });
}
