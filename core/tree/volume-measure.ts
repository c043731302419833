import type { Tree, TreeKind } from './layout.ts';
import { readNodeBox } from './node-box.ts';
import { nodesAtLevel } from './nodes-at-level.ts';
import { childAt, childCount, hasVolume, leafCount } from './nodes.ts';
import { slabCounts, type DopKind } from './kinds/dop/dop-directions.ts';
import { createFaceWorkspace, measureDop, type FaceWorkspace, type Measure } from './kinds/dop/dop-polytope.ts';
import { halfWord, obbWords } from './kinds/obb/node-obb.ts';
import { radiusWord, sphereWords } from './kinds/sphere/node-sphere.ts';

/**
 * How tightly a tree bounds its mesh, over the root's box; `null` where that has no surface, or no content. Sums over all volumes tell a tree's cost, but a
 * kind that stores fewer volumes (wide nodes, no leaves) has less of them without being any tighter; what is nearest around a triangle compares kinds.
 */
export interface Tightness {
  /** Surfaces and contents of the volumes of all nodes, added up. */
  readonly area: number | null;
  readonly volume: number | null;
  /** Of the innermost volume around a triangle, mean over the triangles: that of its leaf, or in a tree without leaves that of its parent. */
  readonly innerArea: number | null;
  readonly innerVolume: number | null;
}

/** So many nodes of the top levels are measured, and about as many of those below them: cutting the faces of a 26-DOP takes its time. */
const maxMeasured = 4096;

/**
 * Sums over all nodes with a volume of their own. They are exact up to rounding, but for k-DOPs of many nodes: those of the top
 * levels, which make up most of the sums, are measured; of the others every n-th is, and what those are beside their boxes is
 * taken to hold of the rest. On the corpus that is within one percent.
 */
export function treeTightness(tree: Tree, maxNodes = maxMeasured): Tightness {
  const workspace = createFaceWorkspace();
  const isSlow = isDop(tree.kind) && tree.nodeCount > 2 * maxNodes;
  const { area, volume, innerArea, innerVolume } = isSlow ? estimateDops(tree, maxNodes, workspace) : sumAll(tree, workspace);
  const [x, y, z] = [0, 1, 2].map((k) => tree.bounds[k + 3] - tree.bounds[k]) as [number, number, number];
  const root = boxMeasure(x, y, z);
  return {
    area: ratio(area, root.area),
    volume: ratio(volume, root.volume),
    innerArea: ratio(innerArea / tree.triangles, root.area),
    innerVolume: ratio(innerVolume / tree.triangles, root.volume),
  };
}

/** Sums over nodes; the inner ones count a node as often as it is the innermost volume of a triangle. */
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

/** How many triangles have a node's volume as their innermost one. */
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

function isDop(kind: TreeKind): kind is DopKind {
  return kind in slabCounts;
}

function sumAll(tree: Tree, workspace: FaceWorkspace): Sums {
  const box = new Float32Array(6);
  const sums = noSums();
  for (let node = 0; node < tree.nodeCount; node++) {
    if (hasVolume(tree, node)) add(sums, volumeMeasure(tree, node, workspace, box), innermostOf(tree, node));
  }
  return sums;
}

function estimateDops(tree: Tree, maxNodes: number, workspace: FaceWorkspace): Sums {
  const isTop = topNodes(tree, maxNodes);
  const step = Math.ceil(tree.nodeCount / maxNodes);
  const box = new Float32Array(6);
  const top = noSums();
  // Below the top: boxes of all, boxes of those that are measured, and what those measure.
  const allBoxes = noSums();
  const someBoxes = noSums();
  const some = noSums();
  for (let node = 0; node < tree.nodeCount; node++) {
    const triangles = innermostOf(tree, node);
    if (isTop[node] === 1) {
      add(top, volumeMeasure(tree, node, workspace, box), triangles);
      continue;
    }
    readNodeBox(tree, node, box);
    const around = boxMeasure(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
    add(allBoxes, around, triangles);
    if (node % step !== 0) continue;
    add(someBoxes, around, triangles);
    add(some, volumeMeasure(tree, node, workspace, box), triangles);
  }
  const whole = (key: keyof Sums): number => top[key] + (someBoxes[key] > 0 ? (allBoxes[key] * some[key]) / someBoxes[key] : 0);
  return { area: whole('area'), volume: whole('volume'), innerArea: whole('innerArea'), innerVolume: whole('innerVolume') };
}

/** (N) 1 for the nodes of the top levels, as many whole levels as have at most so many nodes together. */
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

/** Surface and content of a node's volume, in mesh units. `box` (6) is scratch. */
export function volumeMeasure(tree: Tree, node: number, workspace: FaceWorkspace, box: Float32Array): Measure {
  switch (tree.kind) {
    case 'aabb':
    case 'quantised':
    case 'leaf-free':
    case 'compressed':
    case 'wide':
      readNodeBox(tree, node, box);
      return boxMeasure(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
    case 'sphere': {
      const radius = tree.nodesF32[node * sphereWords + radiusWord];
      // Products, since a power need not have the same last digit in every engine.
      return { area: 4 * Math.PI * radius * radius, volume: (4 / 3) * Math.PI * radius * radius * radius };
    }
    case 'obb': {
      const at = node * obbWords + halfWord;
      return boxMeasure(2 * tree.nodesF32[at], 2 * tree.nodesF32[at + 1], 2 * tree.nodesF32[at + 2]);
    }
    case 'dop6':
    case 'dop14':
    case 'dop18':
    case 'dop26':
      return measureDop(tree.kind, tree.nodesF32, node * tree.nodeWords, workspace);
  }
}

function boxMeasure(x: number, y: number, z: number): Measure {
  return { area: 2 * (x * y + y * z + z * x), volume: x * y * z };
}
