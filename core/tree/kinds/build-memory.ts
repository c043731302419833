import type { KindFormat } from '../layout.ts';
import { byteLengthOf } from '../view-tree.ts';
import type { BuildCounts } from './kind-spec.ts';

/** Corners of a triangle relative to the origin, nine f64. */
const cornerBytes = 72;

/** Build memory of a kind that stores the boxes of a tree of kind `aabb` in another format. */
export function reformattedMemory(format: KindFormat, { nodes, triangles }: BuildCounts): number {
  // A list of u32 has the number of inner nodes before each node.
  return byteLengthOf(format, nodes, triangles) + 4 * nodes;
}

/** Build memory of a kind whose volumes are fitted to the corners of triangles. */
export function fittedMemory(format: KindFormat, { nodes, triangles }: BuildCounts): number {
  return byteLengthOf(format, nodes, triangles) + cornerBytes * triangles;
}
