import { roundUpF32 } from '../../../math/round-f32.ts';
import type { TriangleMesh } from '../../../mesh/triangle-mesh.ts';
import type { Progress } from '../../../progress.ts';
import { createTreeOfKind } from '../../builders/tree-writer.ts';
import { aabbWords } from '../aabb/node-aabb.ts';
import type { Tree } from '../../layout.ts';
import { fitByHulls } from './fit-by-hulls.ts';
import { localCorners } from '../local-corners.ts';
import { axesWord, halfWord, obbFormat, obbWords } from './node-obb.ts';

/** Upper bound on the relative rounding error of a projection. */
const relativeSlack = 2 ** -48;
/**
 * Returns the bytes of a tree of oriented boxes (T10; Gottschalk, Lin & Manocha 1996), with the division of `boxes`, a
 * tree of kind `aabb`. The axes are those of the convex hull (`hull-axes.ts`), or the coordinate axes where that box has a smaller
 * surface area. Sizes are fitted to all vertices below a node.
 * @throws whatever `progress` throws.
 */
export function obbTree(boxes: Tree, mesh: TriangleMesh, progress: Progress): ArrayBuffer {
  const { bytes, tree } = createTreeOfKind(boxes, obbFormat);
  const corners = localCorners(boxes, mesh);
  progress(0);
  const fit = (node: number, from: number, to: number, axes: Float64Array): void =>
    writeBox(boxes, node, corners, from, to, axes, tree.nodesF32);
  fitByHulls(tree, corners, fit, progress);
  return bytes;
}

/** Writes the box of the corners along `axes`, or the axis-aligned box where its surface area is not larger. Both contain all corners in exact arithmetic. */
function writeBox(
  boxes: Tree,
  node: number,
  corners: Float64Array,
  from: number,
  to: number,
  axes: Float64Array,
  words: Float32Array,
): void {
  const at = node * obbWords;
  const b = node * aabbWords;
  const [x, y, z] = [0, 1, 2].map((k) => boxes.nodesF32[b + k + 3] - boxes.nodesF32[b + k]) as [number, number, number];
  for (let k = 0; k < 9; k++) words[at + axesWord + k] = axes[k];
  const extents = project(corners, from, to, words, at + axesWord);
  const [p, q, r] = [extents[1] - extents[0], extents[3] - extents[2], extents[5] - extents[4]];
  if (p * q + q * r + r * p < x * y + y * z + z * x) {
    centreOn(words, at, extents);
  } else {
    words.set([1, 0, 0, 0, 1, 0, 0, 0, 1], at + axesWord);
    centreOn(words, at, project(corners, from, to, words, at + axesWord));
  }
}

/** Returns (7) the min and max along each of the three axes in `words` at `at`, and the largest sum of absolute coordinates. Hot. */
function project(
  corners: Float64Array,
  from: number,
  to: number,
  words: Float32Array,
  at: number,
): readonly [number, number, number, number, number, number, number] {
  const ux = words[at];
  const uy = words[at + 1];
  const uz = words[at + 2];
  const vx = words[at + 3];
  const vy = words[at + 4];
  const vz = words[at + 5];
  const wx = words[at + 6];
  const wy = words[at + 7];
  const wz = words[at + 8];
  let u0 = Infinity;
  let u1 = -Infinity;
  let v0 = Infinity;
  let v1 = -Infinity;
  let w0 = Infinity;
  let w1 = -Infinity;
  let reach = 0;
  for (let i = from; i < to; i += 3) {
    const x = corners[i];
    const y = corners[i + 1];
    const z = corners[i + 2];
    const u = ux * x + uy * y + uz * z;
    const v = vx * x + vy * y + vz * z;
    const w = wx * x + wy * y + wz * z;
    if (u < u0) u0 = u;
    if (u > u1) u1 = u;
    if (v < v0) v0 = v;
    if (v > v1) v1 = v;
    if (w < w0) w0 = w;
    if (w > w1) w1 = w;
    const size = Math.abs(x) + Math.abs(y) + Math.abs(z);
    if (size > reach) reach = size;
  }
  return [u0, u1, v0, v1, w0, w1, reach];
}

/** Writes the centre of the extents, and half sizes that reach from the rounded centre to all extents. */
function centreOn(words: Float32Array, at: number, extents: ReturnType<typeof project>): void {
  const [u0, u1, v0, v1, w0, w1, reach] = extents;
  const isInRange = reach < 1e38;
  const middles = [u0 * 0.5 + u1 * 0.5, v0 * 0.5 + v1 * 0.5, w0 * 0.5 + w1 * 0.5] as const;
  const axis = at + axesWord;
  for (let k = 0; k < 3; k++) {
    words[at + k] = isInRange ? words[axis + k] * middles[0] + words[axis + 3 + k] * middles[1] + words[axis + 6 + k] * middles[2] : 0;
  }
  for (let i = 0; i < 3; i++) {
    const along = words[axis + 3 * i] * words[at] + words[axis + 3 * i + 1] * words[at + 1] + words[axis + 3 * i + 2] * words[at + 2];
    const half = Math.max(extents[2 * i + 1] - along, along - extents[2 * i]);
    words[at + halfWord + i] = isInRange ? roundUpF32(Math.max(0, half) + relativeSlack * 4 * reach) : Infinity;
  }
}
