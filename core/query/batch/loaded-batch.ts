import {
  batchQueryBytes,
  rayDirectionBytes,
  rayDistanceBytes,
  rayLimitBytes,
  rayTriangleBytes,
  renewViews,
  reserved,
  unsigned,
} from '../../kernel/index.ts';
import type { LoadedTree } from '../../tree/kinds/wide/loaded-tree.ts';
import type { Tree } from '../../tree/layout.ts';

/** The batch of points of a loaded tree: where its queries and results are in the views of the kernel's memory. */
export interface LoadedBatch {
  /** Index of the first f64 of the queries, and of the first u32 of the results. */
  readonly queries: number;
  readonly results: number;
}

/** Returns the batch of a loaded tree, reserved with the first one. @throws InspectorError `too-large`. */
export function batchOf(loaded: LoadedTree): LoadedBatch {
  const { kernel } = loaded;
  if (unsigned(kernel.batch) === 0) reserved(kernel.reserveBatch());
  renewViews(loaded);
  const at = unsigned(kernel.batch);
  return { queries: at / 8, results: (at + batchQueryBytes) / 4 };
}

/** The batch of rays of a loaded tree. */
export interface LoadedRays {
  /** The number of rays for which there is room. */
  readonly room: number;
  /** Index of the first f64 of each list. */
  readonly origins: number;
  readonly directions: number;
  readonly limits: number;
  readonly distances: number;
  /** Address of the triangles. */
  readonly triangles: number;
}

/** Maximum number of rays that the kernel casts in a call. */
const maxRays = 4096;
/** The same for trees that do not fit in the caches of a processor. The kernel sorts this many rays, so that each part of such a tree is read once for many of them. */
const maxSortedRays = 2 ** 16;
/** Bytes of nodes and blocks. */
const minLargeTree = 2 ** 24;

/** Returns the batch of a loaded tree with room for this number of rays, or for as many as it can have. @throws InspectorError `too-large`. */
export function raysOf(loaded: LoadedTree, { nodesU32, wide }: Tree, count: number): LoadedRays {
  const { kernel } = loaded;
  const isLarge = nodesU32.byteLength + wide.blocksU32.byteLength >= minLargeTree;
  const rays = Math.min(count, isLarge ? maxSortedRays : maxRays);
  // A list that grows leaves its old memory behind: with powers of two all its sizes take at most twice the last one.
  const room = reserved(kernel.reserveRays(rays < 2 ? rays : 1 << (32 - Math.clz32(rays - 1))));
  renewViews(loaded);
  const at = unsigned(kernel.rays);
  const list = (bytes: number): number => (at + bytes * room) / 8;
  return {
    room,
    origins: at / 8,
    directions: list(rayDirectionBytes),
    limits: list(rayLimitBytes),
    distances: list(rayDistanceBytes),
    triangles: at + rayTriangleBytes * room,
  };
}
