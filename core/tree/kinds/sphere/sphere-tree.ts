import { roundUpF32 } from '../../../math/round-f32.ts';
import type { TriangleMesh } from '../../../mesh/triangle-mesh.ts';
import type { Progress } from '../../../progress.ts';
import { createTreeOfKind } from '../../builders/tree-writer.ts';
import { minWord, aabbWords } from '../aabb/node-aabb.ts';
import type { Tree } from '../../layout.ts';
import { nodeRange } from '../../node-range.ts';
import { localCorners } from '../local-corners.ts';
import { radiusWord, sphereFormat, sphereWords } from './node-sphere.ts';

/** Steps towards the smallest sphere, by the number of triangles: most nodes are small, and most tests are on small nodes. */
const smallCount = 16;
const smallSteps = 32;
const largeSteps = 8;
/** Upper bound on the relative rounding error of a distance. */
const relativeSlack = 2 ** -50;
const reportStep = 1 << 18;

/**
 * Returns the bytes of a tree of spheres around the triangles below each node (T11), with the division of `boxes`, a tree
 * of kind `aabb`. Spheres are fitted to the vertices, not to the spheres of the children, which may stick out.
 *
 * The centre starts at the middle of the box and moves towards the farthest vertex in decreasing steps (Bădoiu & Clarkson,
 * "Smaller core-sets for balls", 2003). The best of these centres is used.
 * @throws whatever `progress` throws.
 */
export function sphereTree(boxes: Tree, mesh: TriangleMesh, progress: Progress): ArrayBuffer {
  const { bytes, tree } = createTreeOfKind(boxes, sphereFormat);
  const corners = localCorners(boxes, mesh);
  const sphere = new Float64Array(4);
  let work = 0;
  let nextReport = reportStep;
  for (let node = 0; node < tree.nodeCount; node++) {
    const { first, count } = nodeRange(tree, node);
    const from = 9 * first;
    const to = 9 * (first + count);
    const at = node * aabbWords + minWord;
    for (let k = 0; k < 3; k++) sphere[k] = finiteMiddle(boxes.nodesF32[at + k], boxes.nodesF32[at + k + 3]);
    fitSphere(corners, from, to, count <= smallCount ? smallSteps : largeSteps, sphere);
    writeSphere(corners, from, to, sphere, tree.nodesF32, node * sphereWords);
    work += count;
    if (work < nextReport) continue;
    nextReport = work + reportStep;
    progress(node / tree.nodeCount);
  }
  return bytes;
}

function finiteMiddle(min: number, max: number): number {
  return finiteF32(min * 0.5 + max * 0.5);
}

/** Returns the value as f32, or 0 outside the range of f32: then the radius is infinite anyway. */
function finiteF32(value: number): number {
  const rounded = Math.fround(value);
  return rounded - rounded === 0 ? rounded : 0;
}

/** Moves the centre in `sphere` (first 3 of 4 numbers) towards that of the smallest sphere. Hot. */
function fitSphere(corners: Float64Array, from: number, to: number, steps: number, sphere: Float64Array): void {
  let x = sphere[0];
  let y = sphere[1];
  let z = sphere[2];
  let bestX = x;
  let bestY = y;
  let bestZ = z;
  let best = Infinity;
  for (let step = 1; step <= steps; step++) {
    let farthest = from;
    let largest = -1;
    for (let at = from; at < to; at += 3) {
      const dx = corners[at] - x;
      const dy = corners[at + 1] - y;
      const dz = corners[at + 2] - z;
      const square = dx * dx + dy * dy + dz * dz;
      if (square > largest) {
        largest = square;
        farthest = at;
      }
    }
    if (largest < best) {
      best = largest;
      bestX = x;
      bestY = y;
      bestZ = z;
    }
    x += (corners[farthest] - x) / (step + 1);
    y += (corners[farthest + 1] - y) / (step + 1);
    z += (corners[farthest + 2] - z) / (step + 1);
  }
  sphere[0] = bestX;
  sphere[1] = bestY;
  sphere[2] = bestZ;
}

/** Writes a sphere with the centre rounded to f32 that contains all corners in exact arithmetic. */
function writeSphere(corners: Float64Array, from: number, to: number, sphere: Float64Array, words: Float32Array, at: number): void {
  const x = finiteF32(sphere[0]);
  const y = finiteF32(sphere[1]);
  const z = finiteF32(sphere[2]);
  let largest = 0;
  let reach = Math.abs(x) + Math.abs(y) + Math.abs(z);
  for (let i = from; i < to; i += 3) {
    const dx = corners[i] - x;
    const dy = corners[i + 1] - y;
    const dz = corners[i + 2] - z;
    const square = dx * dx + dy * dy + dz * dz;
    if (square > largest) largest = square;
    // Squares can underflow; then this size still bounds the differences.
    const size = Math.abs(corners[i]) + Math.abs(corners[i + 1]) + Math.abs(corners[i + 2]);
    if (size > reach) reach = size;
  }
  words[at] = x;
  words[at + 1] = y;
  words[at + 2] = z;
  // Among the smallest denormals the slack underflows too; any radius above 0 is then rounded up to the smallest f32.
  const minSlack = reach > 0 ? Number.MIN_VALUE : 0;
  words[at + radiusWord] = roundUpF32(Math.sqrt(largest) * (1 + relativeSlack) + 4 * reach * relativeSlack + minSlack);
}
