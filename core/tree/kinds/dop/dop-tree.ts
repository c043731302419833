import { roundDownF32, roundUpF32 } from '../../../math/round-f32.ts';
import type { TriangleMesh } from '../../../mesh/triangle-mesh.ts';
import type { Progress } from '../../../progress.ts';
import { createTreeOfKind } from '../../builders/tree-writer.ts';
import { nodeWords } from '../aabb/node-aabb.ts';
import type { Tree } from '../../layout.ts';
import { childAt, isLeaf, leafCount, leafFirst } from '../../nodes.ts';
import { dopDirections, dopFormats, slabCounts, type DopKind } from './dop-directions.ts';
import { localCorners } from '../local-corners.ts';

/** More than what rounds a sum of three differences, over their sizes. */
const relativeSlack = 2 ** -50;
const reportStep = 1 << 15;

/**
 * T12: the bytes of a tree of k-DOPs (Klosowski et al. 1998), with the division into nodes of `boxes`, a tree of kind
 * `aabb`, whose sides are those along the axes. A node holds its children.
 * @throws whatever `progress` throws.
 */
export function dopTree(boxes: Tree, mesh: TriangleMesh, kind: DopKind, progress: Progress): ArrayBuffer {
  const { bytes, tree } = createTreeOfKind(boxes, dopFormats[kind]);
  const { nodesF32, nodeWords: stride } = tree;
  const slabs = slabCounts[kind];
  const directions = dopDirections[kind];
  const corners = localCorners(boxes, mesh);
  for (let node = tree.nodeCount - 1; node >= 0; node--) {
    if (node % reportStep === 0) progress(1 - node / tree.nodeCount);
    const at = node * stride;
    for (let axis = 0; axis < 3; axis++) {
      nodesF32[at + axis] = boxes.nodesF32[node * nodeWords + axis];
      nodesF32[at + slabs + axis] = boxes.nodesF32[node * nodeWords + axis + 3];
    }
    if (isLeaf(tree, node)) {
      const first = leafFirst(tree, node);
      for (let slab = 3; slab < slabs; slab++) fitSlab(corners, first, leafCount(tree, node), directions, slab, nodesF32, at, slabs);
    } else {
      const left = childAt(tree, node, 0) * stride;
      const right = childAt(tree, node, 1) * stride;
      for (let slab = 3; slab < slabs; slab++) {
        nodesF32[at + slab] = Math.min(nodesF32[left + slab], nodesF32[right + slab]);
        nodesF32[at + slabs + slab] = Math.max(nodesF32[left + slabs + slab], nodesF32[right + slabs + slab]);
      }
    }
  }
  return bytes;
}

/** Hot. */
function fitSlab(
  corners: Float64Array,
  first: number,
  count: number,
  directions: Int8Array,
  slab: number,
  words: Float32Array,
  at: number,
  slabs: number,
): void {
  const x = directions[3 * slab];
  const y = directions[3 * slab + 1];
  const z = directions[3 * slab + 2];
  let min = Infinity;
  let greatest = -Infinity;
  for (let i = 9 * first; i < 9 * (first + count); i += 3) {
    const size = Math.abs(corners[i]) + Math.abs(corners[i + 1]) + Math.abs(corners[i + 2]);
    // Beyond the range of f32 anyway; their sums could overflow.
    if (!(size < 1e100)) {
      min = -Infinity;
      greatest = Infinity;
      break;
    }
    const sum = x * corners[i] + y * corners[i + 1] + z * corners[i + 2];
    const slack = relativeSlack * size;
    if (sum - slack < min) min = sum - slack;
    if (sum + slack > greatest) greatest = sum + slack;
  }
  // Never −0: of zeros of both signs a parent would have that of its last child.
  words[at + slab] = roundDownF32(min) + 0;
  words[at + slabs + slab] = roundUpF32(greatest) + 0;
}
