import { roundDownF32, roundUpF32 } from '../../../math/round-f32.ts';
import type { TriangleMesh } from '../../../mesh/triangle-mesh.ts';
import type { Progress } from '../../../progress.ts';
import { createTreeOfKind } from '../../builders/tree-writer.ts';
import { aabbWords } from '../aabb/node-aabb.ts';
import type { Tree } from '../../layout.ts';
import { childAt, isLeaf, leafCount, leafFirst } from '../../nodes.ts';
import { dopDirections, dopFormats, slabCounts, type DopKind } from './dop-directions.ts';
import { localCorners } from '../local-corners.ts';

/** Upper bound on the relative rounding error of a sum of three differences. */
const relativeSlack = 2 ** -50;
const reportStep = 1 << 15;

/**
 * Returns the bytes of a tree of k-DOPs (T12; Klosowski et al. 1998), with the division of `boxes`, a tree of kind `aabb`,
 * which also has the slabs along the axes. The volume of a node contains those of its children.
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
      nodesF32[at + axis] = boxes.nodesF32[node * aabbWords + axis];
      nodesF32[at + slabs + axis] = boxes.nodesF32[node * aabbWords + axis + 3];
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

/** Writes the min and max of a slab around the corners of `count` triangles. Hot. */
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
  let max = -Infinity;
  for (let i = 9 * first; i < 9 * (first + count); i += 3) {
    const size = Math.abs(corners[i]) + Math.abs(corners[i + 1]) + Math.abs(corners[i + 2]);
    // Outside the range of f32 anyway; the sums could overflow.
    if (!(size < 1e100)) {
      min = -Infinity;
      max = Infinity;
      break;
    }
    const sum = x * corners[i] + y * corners[i + 1] + z * corners[i + 2];
    const slack = relativeSlack * size;
    if (sum - slack < min) min = sum - slack;
    if (sum + slack > max) max = sum + slack;
  }
  // Never −0: a parent of zeros of both signs would take the sign of its last child.
  words[at + slab] = roundDownF32(min) + 0;
  words[at + slabs + slab] = roundUpF32(max) + 0;
}
