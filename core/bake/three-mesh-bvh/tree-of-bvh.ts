import { meshBounds } from '../../mesh/bounds.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import * as ours from '../../tree/kinds/aabb/node-aabb.ts';
import { headerBytes, leafFlag as leafBit } from '../../tree/layout.ts';
import { byteLengthOf } from '../../tree/view-tree.ts';
import { writeHeader } from '../../tree/write-header.ts';
import { countHalf, flagHalf, bvhLeafFlag, bvhLinkWord, bvhNodeWords } from './layout.ts';
import type { ThreeMeshBvhFile } from './bvh-file.ts';

/**
 * Returns the nodes of a file as a tree of kind `aabb` with the same boxes. They bound source coordinates, so its origin is 0.
 * `triangleOf` (T) is the mesh triangle at each position of the leaf order. The split comes from the file, the leaf size from its
 * largest leaf.
 */
export function treeOfBvh({ nodes, split }: ThreeMeshBvhFile, triangleOf: Uint32Array, mesh: TriangleMesh): ArrayBuffer {
  const count = nodes.length / bvhNodeWords;
  const triangles = triangleOf.length;
  const bytes = new ArrayBuffer(byteLengthOf(ours.aabbFormat, count, triangles));
  const words = new Uint32Array(bytes, headerBytes, nodes.length);
  words.set(nodes);
  const halves = new Uint16Array(nodes.buffer, nodes.byteOffset, 2 * nodes.length);
  const depths = new Uint32Array(count);
  let leaves = 0;
  let depth = 0;
  let leafTriangles = 0;
  for (let node = 0, at = 0; node < count; node++, at += bvhNodeWords) {
    depth = Math.max(depth, depths[node]);
    if (halves[2 * at + flagHalf] === bvhLeafFlag) {
      leaves++;
      leafTriangles = Math.max(leafTriangles, halves[2 * at + countHalf]);
      words[at + ours.countWord] = (leafBit | halves[2 * at + countHalf]) >>> 0;
    } else {
      const right = node + nodes[at + bvhLinkWord];
      words[at + ours.linkWord] = right;
      depths[node + 1] = depths[right] = depths[node] + 1;
    }
  }
  new Uint32Array(bytes, headerBytes + 4 * nodes.length, triangles).set(triangleOf);
  const bounds = meshBounds(mesh)!; // a file has a triangle
  const options = { kind: 'aabb', split, leafTriangles, maxDepth: 0, minExtent: 0 } as const;
  writeHeader(
    bytes,
    ours.aabbFormat,
    { nodes: count, leaves, triangles, meshTriangles: triangles, depth },
    options,
    [0, 0, 0],
    [...bounds.min, ...bounds.max],
  );
  return bytes;
}
