import type { TriangleBoxes } from './triangle-boxes.ts';

/**
 * A binary tree as bottom-up builders write it. Clusters 0 to N-1 are the triangles at these positions of the list. Cluster
 * N + m is the result of merge m. N is at least 1; the last cluster is the root.
 */
export interface Merges {
  readonly count: number;
  /** (N-1) the two clusters of each merge, made before it. */
  readonly left: Uint32Array;
  readonly right: Uint32Array;
  /** (N-1) triangles of each merge. */
  readonly sizes: Uint32Array;
  /** (6·(N-1)) box of each merge, min then max, f64, source space. */
  readonly boxes: Float64Array;
}

export function createMerges(count: number): Merges {
  const max = Math.max(0, count - 1);
  return {
    count,
    left: new Uint32Array(max),
    right: new Uint32Array(max),
    sizes: new Uint32Array(max),
    boxes: new Float64Array(6 * max),
  };
}

/** Writes merge `at` of two clusters. Returns the new cluster. Hot. */
export function merge(work: TriangleBoxes, merges: Merges, at: number, left: number, right: number): number {
  const { count, boxes, sizes } = merges;
  merges.left[at] = left;
  merges.right[at] = right;
  sizes[at] = clusterSize(merges, left) + clusterSize(merges, right);
  const p = left < count ? work.boxes : boxes;
  const q = right < count ? work.boxes : boxes;
  const atP = left < count ? 6 * work.order[left] : 6 * (left - count);
  const atQ = right < count ? 6 * work.order[right] : 6 * (right - count);
  const to = 6 * at;
  for (let k = 0; k < 3; k++) {
    boxes[to + k] = p[atP + k] < q[atQ + k] ? p[atP + k] : q[atQ + k];
    boxes[to + k + 3] = p[atP + k + 3] > q[atQ + k + 3] ? p[atP + k + 3] : q[atQ + k + 3];
  }
  return count + at;
}

export function clusterSize({ count, sizes }: Merges, cluster: number): number {
  return cluster < count ? 1 : sizes[cluster - count];
}

/** Writes the box of a cluster into `out` (6). Hot. */
export function readClusterBox(work: TriangleBoxes, { count, boxes }: Merges, cluster: number, out: Float64Array): void {
  const from = cluster < count ? work.boxes : boxes;
  const at = cluster < count ? 6 * work.order[cluster] : 6 * (cluster - count);
  for (let k = 0; k < 6; k++) out[k] = from[at + k];
}
