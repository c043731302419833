import { measureBox } from './kinds/aabb/box-volume.ts';
import type { Measure, VolumeMeasure } from './kinds/kind-spec.ts';
import { treeKinds } from './kinds/kinds.ts';
import type { Tree } from './layout.ts';
import { readNodeBox } from './node-box.ts';
import { nodesAtLevel } from './nodes-at-level.ts';
import { childAt, childCount, hasVolume, leafCount } from './nodes.ts';

/**
 * How tightly a tree bounds its mesh, relative to the box of the root; `null` where that box has no area or no volume.
 * Sums over all nodes describe the cost of one tree. To compare kinds use the innermost values: a kind with fewer
 * volumes (wide, leaf-free) has lower sums without being tighter.
 */
export interface Tightness {
  /** Sums of the surface areas and the volumes of all nodes. */
  readonly area: number | null;
  readonly volume: number | null;
  /** Mean over the triangles of the innermost bounding volume: that of the leaf, or in leaf-free trees that of its parent. */
  readonly innerArea: number | null;
  readonly innerVolume: number | null;
}

/** Maximum number of measured nodes in the top levels, and about the number below them. Cutting the faces of a 26-DOP is slow. */
const maxMeasured = 4096;

/**
 * Computes the tightness from all nodes with a volume of their own. Exact up to rounding, except for large trees of k-DOPs.
 * There all nodes of the top levels are measured, which make up most of the sums, and every n-th node below. The other nodes
 * are estimated from their boxes, with the mean ratio of the measured ones. The error on the corpus is below one percent.
 */
export function treeTightness(tree: Tree, maxNodes = maxMeasured): Tightness {
  const { createMeasure, isMeasureSlow } = treeKinds[tree.kind];
  const isSampled = isMeasureSlow && tree.nodeCount > 2 * maxNodes;
  const measure = createMeasure();
  const { area, volume, innerArea, innerVolume } = isSampled ? estimateSums(tree, maxNodes, measure) : sumAll(tree, measure);
  const [x, y, z] = [0, 1, 2].map((k) => tree.bounds[k + 3] - tree.bounds[k]) as [number, number, number];
  const root = measureBox(x, y, z);
  return {
    area: ratio(area, root.area),
    volume: ratio(volume, root.volume),
    innerArea: ratio(innerArea / tree.triangles, root.area),
    innerVolume: ratio(innerVolume / tree.triangles, root.volume),
  };
}

/** Sums over nodes. The inner sums count a node once for each triangle whose innermost volume it is. */
interface Sums {
  area: number;
  volume: number;
  innerArea: number;
  innerVolume: number;
}

function noSums(): Sums {
  return { area: 0, volume: 0, innerArea: 0, innerVolume: 0 };
}

function add(sums: Sums, { area, volume }: Measure, triangles: number): void {
  sums.area += area;
  sums.volume += volume;
  sums.innerArea += triangles * area;
  sums.innerVolume += triangles * volume;
}

/** Returns the number of triangles whose innermost volume is that of a node. */
function innermostOf(tree: Tree, node: number): number {
  const children = childCount(tree, node);
  if (children === 0) return leafCount(tree, node);
  let count = 0;
  for (let i = 0; i < children; i++) {
    const child = childAt(tree, node, i);
    if (!hasVolume(tree, child)) count += leafCount(tree, child);
  }
  return count;
}

function sumAll(tree: Tree, measure: VolumeMeasure): Sums {
  const sums = noSums();
  for (let node = 0; node < tree.nodeCount; node++) {
    if (hasVolume(tree, node)) add(sums, measure(tree, node), innermostOf(tree, node));
  }
  return sums;
}

function estimateSums(tree: Tree, maxNodes: number, measure: VolumeMeasure): Sums {
  const isTop = topNodes(tree, maxNodes);
  const step = Math.ceil(tree.nodeCount / maxNodes);
  const box = new Float32Array(6);
  const top = noSums();
  // Below the top levels: boxes of all nodes, boxes of the measured nodes, and volumes of the measured nodes.
  const allBoxes = noSums();
  const someBoxes = noSums();
  const some = noSums();
  for (let node = 0; node < tree.nodeCount; node++) {
    const triangles = innermostOf(tree, node);
    if (isTop[node] === 1) {
      add(top, measure(tree, node), triangles);
      continue;
    }
    readNodeBox(tree, node, box);
    const around = measureBox(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
    add(allBoxes, around, triangles);
    if (node % step !== 0) continue;
    add(someBoxes, around, triangles);
    add(some, measure(tree, node), triangles);
  }
  const whole = (key: keyof Sums): number => top[key] + (someBoxes[key] > 0 ? (allBoxes[key] * some[key]) / someBoxes[key] : 0);
  return { area: whole('area'), volume: whole('volume'), innerArea: whole('innerArea'), innerVolume: whole('innerVolume') };
}

/** Returns (N) 1 for the nodes of the top levels: as many levels as have at most `maxNodes` nodes together. */
function topNodes(tree: Tree, maxNodes: number): Uint8Array {
  const isTop = new Uint8Array(tree.nodeCount);
  let level: Uint32Array = Uint32Array.of(0);
  for (let depth = 1, count = 1; count <= maxNodes && level.length > 0; depth++, count += level.length) {
    for (const node of level) isTop[node] = 1;
    level = nodesAtLevel(tree, depth);
  }
  return isTop;
}

function ratio(sum: number, whole: number): number | null {
  const value = sum / whole;
  return whole > 0 && Number.isFinite(value) ? value : null;
}

/** Surface area and volume of a node's bounding volume, in mesh units squared and cubed. `treeTightness` is for many nodes. */
export function volumeMeasure(tree: Tree, node: number): Measure {
  return treeKinds[tree.kind].createMeasure()(tree, node);
}
