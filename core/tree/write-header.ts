import type { Vec3 } from '../math/vec3.ts';
import type { BuildOptions } from '../options/build-options.ts';
import { headerBytes, splitCodes, treeMagic, treeVersion, type KindFormat } from './layout.ts';

export interface HeaderCounts {
  readonly nodes: number;
  readonly leaves: number;
  /** Number of triangles in the tree, and of the mesh. */
  readonly triangles: number;
  readonly meshTriangles: number;
  readonly depth: number;
}

/** Writes the common header, see `layout.ts`. `bounds` (6) is the exact box of the triangles in the tree; zeros for none. */
export function writeHeader(
  bytes: ArrayBuffer,
  { code }: KindFormat,
  counts: HeaderCounts,
  options: BuildOptions,
  origin: Vec3,
  bounds: Iterable<number>,
): void {
  const header = new DataView(bytes, 0, headerBytes);
  const { split, leafTriangles, maxDepth, minExtent } = options;
  const { nodes, leaves, triangles, meshTriangles, depth } = counts;
  const words = [treeMagic, treeVersion, code, splitCodes[split], nodes, leaves, triangles, meshTriangles, depth, leafTriangles, maxDepth];
  words.forEach((word, i) => header.setUint32(4 * i, word, true));
  // −0 becomes 0: the sign of a zero depends on the order of the vertices.
  [minExtent, ...origin, ...bounds].forEach((value, i) => header.setFloat64(48 + 8 * i, value + 0, true));
}
