import type { Progress } from '../../progress.ts';
import { createMerges, merge, readClusterBox, type Merges } from './merges.ts';
import type { TriangleBoxes } from './triangle-boxes.ts';

/**
 * Search radius along the curve, to both sides. With 16 and 64 a build took 2.5 and 6 times as long. The cost of a ray rose by 1 to
 * 4 % on a scan and fell by up to 4 % on a model of parts. Without `reinsert` rays cost 7 to 10 % more than with binned SAH
 * on scans, 12 % less on a level, 45 % more on a city.
 */
const radius = 8;
/** A round that merges less than this fraction of the clusters (one in 16) is followed by a round that merges all in pairs. */
const minShare = 16;

/** The clusters that are not merged yet, in the order of the curve. */
interface Clusters {
  count: number;
  readonly ids: Uint32Array;
  /** (6·n) their boxes. */
  readonly boxes: Float64Array;
  /** (n) position of the neighbour with which the joint box has the smallest area, and that area. */
  readonly nearest: Uint32Array;
  readonly areas: Float64Array;
}

/**
 * Builds a tree by PLOC (T8; Meister & Bittner, "Parallel Locally-Ordered Clustering for Bounding Volume Hierarchy Construction",
 * 2018). In each round every cluster finds, among its 8 neighbours on both sides, the one with the smallest joint box. Two
 * clusters that found each other are merged. `work.order` is sorted along the curve.
 *
 * Of equal areas the nearer neighbour is preferred, then the pair with an even lower position. So equal clusters are merged in
 * pairs. Where areas only grow along the curve, a round would merge almost nothing; then all clusters are merged in pairs
 * once. So there are at most about 16·log N rounds.
 * @throws whatever `progress` throws.
 */
export function mergeNeighbours(work: TriangleBoxes, progress: Progress): Merges {
  const count = work.order.length;
  const merges = createMerges(count);
  const clusters: Clusters = {
    count,
    ids: Uint32Array.from({ length: count }, (_, i) => i),
    boxes: new Float64Array(6 * count),
    nearest: new Uint32Array(count),
    areas: new Float64Array(count),
  };
  const box = new Float64Array(6);
  for (let i = 0; i < count; i++) {
    readClusterBox(work, merges, i, box);
    clusters.boxes.set(box, 6 * i);
  }
  let made = 0;
  while (clusters.count > 1) {
    progress(1 - clusters.count / count);
    findNearest(clusters);
    const before = made;
    made = mergeMutual(work, merges, clusters, made);
    if ((made - before) * minShare >= clusters.count) continue;
    for (let i = 0; i < clusters.count; i++) clusters.nearest[i] = (i ^ 1) < clusters.count ? i ^ 1 : i;
    made = mergeMutual(work, merges, clusters, made);
  }
  return merges;
}

/** Finds the nearest neighbour of each cluster. Hot: each pair within the radius is tested once, for both. */
function findNearest({ count, boxes, nearest, areas }: Clusters): void {
  for (let i = 0; i < count; i++) areas[i] = Infinity;
  for (let i = 0; i < count; i++) {
    const at = 6 * i;
    const x0 = boxes[at];
    const y0 = boxes[at + 1];
    const z0 = boxes[at + 2];
    const x1 = boxes[at + 3];
    const y1 = boxes[at + 4];
    const z1 = boxes[at + 5];
    let best = areas[i];
    let found = nearest[i];
    const end = Math.min(count, i + radius + 1);
    for (let j = i + 1, of = at + 6; j < end; j++, of += 6) {
      const x = (x1 > boxes[of + 3] ? x1 : boxes[of + 3]) - (x0 < boxes[of] ? x0 : boxes[of]);
      const y = (y1 > boxes[of + 4] ? y1 : boxes[of + 4]) - (y0 < boxes[of + 1] ? y0 : boxes[of + 1]);
      const z = (z1 > boxes[of + 5] ? z1 : boxes[of + 5]) - (z0 < boxes[of + 2] ? z0 : boxes[of + 2]);
      let area = x * y + y * z + z * x;
      // Areas that overflow are equal.
      if (!(area < Number.MAX_VALUE)) area = Number.MAX_VALUE;
      if (area < best || (area === best && isLess(i, j, i, found))) {
        best = area;
        found = j;
      }
      if (area < areas[j] || (area === areas[j] && isLess(i, j, j, nearest[j]))) {
        areas[j] = area;
        nearest[j] = i;
      }
    }
    areas[i] = best;
    nearest[i] = found;
  }
}

/** Returns whether the pair (p, q), p < q, is preferred to the pair of `one` and `other` with the same area. */
function isLess(p: number, q: number, one: number, other: number): boolean {
  const min = one < other ? one : other;
  const gap = q - p;
  const otherGap = one < other ? other - one : one - other;
  if (gap !== otherGap) return gap < otherGap;
  return (p & 1) !== (min & 1) ? (p & 1) === 0 : p < min;
}

/** Merges clusters that are each other's nearest, and compacts the list. Returns the total number of merges. */
function mergeMutual(work: TriangleBoxes, merges: Merges, clusters: Clusters, made: number): number {
  const { count, ids, boxes, nearest } = clusters;
  let kept = 0;
  let next = made;
  for (let i = 0; i < count; i++) {
    const other = nearest[i];
    const isMutual = other !== i && nearest[other] === i;
    if (isMutual && other < i) continue;
    if (isMutual) {
      ids[kept] = merge(work, merges, next, ids[i], ids[other]);
      boxes.set(merges.boxes.subarray(6 * next, 6 * next + 6), 6 * kept);
      next++;
    } else if (kept !== i) {
      ids[kept] = ids[i];
      boxes.copyWithin(6 * kept, 6 * i, 6 * i + 6);
    }
    kept++;
  }
  clusters.count = kept;
  return next;
}
