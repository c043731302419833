import type { Progress } from '../../progress.ts';
import { clusterSize, readClusterBox, type Merges } from './merges.ts';
import type { TriangleBoxes } from './triangle-boxes.ts';

/**
 * Rounds, and in each one of so many clusters, those with the most surface. Three rounds with a tenth made rays cheaper by a hundredth, up to a fortieth, and
 * the build of a scan 2.8 times as long as without, instead of 1.5 times.
 */
const rounds = 2;
const share = 20;
/** Small trees are gone through whole. */
const fewClusters = 64;
/** Places that are looked at for one cluster, at most. With eight times as many trees came out alike. */
const maxLooks = 64;

/** What a search needs, made once. */
interface Search {
  readonly work: TriangleBoxes;
  readonly merges: Merges;
  /** (2·N-1) the merge above each cluster, as a cluster; the root has itself. */
  readonly parents: Uint32Array;
  /** (2·N-1) half the surface of each cluster. */
  readonly areas: Float64Array;
  readonly node: Float64Array;
  readonly other: Float64Array;
  readonly pivot: Float64Array;
  /** Places to be looked at, and what would be gained above them. */
  readonly places: number[];
  readonly gains: number[];
}

/**
 * Takes the clusters with the most surface out of a tree that was made bottom-up, and puts each back where the surface of all grows least, in
 * place (Meister & Bittner, "Parallel Reinsertion for Bounding Volume Hierarchy Optimization", 2018; here one after the other, so that no two are in each
 * other's way). The last cluster stays the root; children need not be made before their parents any more.
 * @throws whatever `progress` throws.
 */
export function reinsert(work: TriangleBoxes, merges: Merges, progress: Progress): void {
  const { count } = merges;
  const clusters = 2 * count - 1;
  if (count < 4) return;
  const search: Search = {
    work,
    merges,
    parents: new Uint32Array(clusters),
    areas: new Float64Array(clusters),
    node: new Float64Array(6),
    other: new Float64Array(6),
    pivot: new Float64Array(6),
    places: [],
    gains: [],
  };
  const { parents, areas, node } = search;
  parents[clusters - 1] = clusters - 1;
  for (let m = 0; m < count - 1; m++) parents[merges.left[m]] = parents[merges.right[m]] = count + m;
  for (let c = 0; c < clusters; c++) {
    readClusterBox(work, merges, c, node);
    areas[c] = halfArea(node);
  }
  // Sums of such areas tell nothing.
  if (!(areas[clusters - 1] < Number.MAX_VALUE / clusters)) return;
  const batch = Math.max(fewClusters, Math.ceil(clusters / share));
  for (let round = 0; round < rounds; round++) {
    const largest = largestClusters(areas, batch);
    for (let i = 0; i < largest.length; i++) {
      if ((i & 0xfff) === 0) progress((round + i / largest.length) / rounds);
      const to = bestPlace(search, largest[i]);
      if (to !== none) move(search, largest[i], to);
    }
  }
}

function halfArea(box: Float64Array): number {
  const x = box[3] - box[0];
  const y = box[4] - box[1];
  const z = box[5] - box[2];
  return x * y + y * z + z * x;
}

/** About so many clusters but for the root, those with the most surface first, and of the same the lower number. */
function largestClusters(areas: Float64Array, count: number): Uint32Array {
  const root = areas.length - 1;
  // Sorting numbers is ten times as quick as sorting by a function: so that is left to those that are chosen.
  const min = areas.slice(0, root).sort()[Math.max(0, root - count)];
  const chosen = new Uint32Array(count);
  let found = 0;
  for (let c = 0; c < root && found < count; c++) if (areas[c] >= min) chosen[found++] = c;
  return chosen.subarray(0, found).sort((a, b) => areas[b] - areas[a] || a - b);
}

const none = 0xffff_ffff;

/** The cluster beside which another lowers the surface of all the most; `none` where it lies best. Hot. */
function bestPlace(search: Search, cluster: number): number {
  const { work, merges, parents, areas, node, other, pivot, places, gains } = search;
  const { count, left, right } = merges;
  const root = areas.length - 1;
  const parent = parents[cluster];
  if (parent === root) return none;
  readClusterBox(work, merges, cluster, node);
  const own = areas[cluster];
  const sibling = siblingOf(merges, parent, cluster);
  readClusterBox(work, merges, sibling, pivot);
  let best = none;
  let bestGain = 0;
  let looks = 0;
  // Without the cluster its parent is not needed; what lies above shrinks.
  let gain = areas[parent];
  let beside = sibling;
  for (let above = parent; ; ) {
    places.push(beside);
    gains.push(gain);
    while (places.length > 0) {
      const place = places.pop()!;
      const before = gains.pop()!;
      if (before - own <= bestGain || looks >= maxLooks) continue;
      looks++;
      readClusterBox(work, merges, place, other);
      const after = before - joinedArea(node, other);
      if (after > bestGain && place !== sibling) {
        best = place;
        bestGain = after;
      }
      if (place < count) continue;
      const below = after + areas[place];
      places.push(left[place - count], right[place - count]);
      gains.push(below, below);
    }
    if (above !== parent) {
      readClusterBox(work, merges, beside, other);
      grow(pivot, other);
      gain += areas[above] - halfArea(pivot);
    }
    if (above === root) return best;
    const next = parents[above];
    beside = siblingOf(merges, next, above);
    above = next;
  }
}

function siblingOf({ count, left, right }: Merges, parent: number, cluster: number): number {
  return left[parent - count] === cluster ? right[parent - count] : left[parent - count];
}

function joinedArea(a: Float64Array, b: Float64Array): number {
  const x = Math.max(a[3], b[3]) - Math.min(a[0], b[0]);
  const y = Math.max(a[4], b[4]) - Math.min(a[1], b[1]);
  const z = Math.max(a[5], b[5]) - Math.min(a[2], b[2]);
  return x * y + y * z + z * x;
}

function grow(box: Float64Array, by: Float64Array): void {
  for (let k = 0; k < 3; k++) {
    if (by[k] < box[k]) box[k] = by[k];
    if (by[k + 3] > box[k + 3]) box[k + 3] = by[k + 3];
  }
}

/** Takes a cluster from beside its sibling, which moves up, and puts it beside another, below the merge that it had. */
function move(search: Search, cluster: number, to: number): void {
  const { merges, parents } = search;
  const { count, left, right } = merges;
  const parent = parents[cluster];
  const sibling = siblingOf(merges, parent, cluster);
  const grand = parents[parent];
  replace(search, grand, parent, sibling);
  // `to` may have been the sibling's child or the parent of all these: it has its place by now.
  replace(search, parents[to], to, parent);
  left[parent - count] = to;
  right[parent - count] = cluster;
  parents[to] = parents[cluster] = parent;
  refit(search, parent);
  refit(search, grand);
}

function replace({ merges: { count, left, right }, parents }: Search, above: number, from: number, by: number): void {
  if (left[above - count] === from) left[above - count] = by;
  else right[above - count] = by;
  parents[by] = above;
}

/** Boxes, sizes and areas from a merge up to the root. */
function refit({ work, merges, parents, areas, node, other }: Search, from: number): void {
  const { count, left, right, sizes, boxes } = merges;
  for (let cluster = from; ; cluster = parents[cluster]) {
    const m = cluster - count;
    readClusterBox(work, merges, left[m], node);
    readClusterBox(work, merges, right[m], other);
    grow(node, other);
    boxes.set(node, 6 * m);
    sizes[m] = clusterSize(merges, left[m]) + clusterSize(merges, right[m]);
    areas[cluster] = halfArea(node);
    if (parents[cluster] === cluster) return;
  }
}
