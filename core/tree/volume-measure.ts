import type { Tree, TreeKind } from './layout.ts';
import { readNodeBox } from './node-box.ts';
import { nodesAtLevel } from './nodes-at-level.ts';
import { hasVolume } from './nodes.ts';
import { slabCounts, type DopKind } from './volume/dop-directions.ts';
import { createFaceWorkspace, measureDop, type FaceWorkspace, type Measure } from './volume/dop-polytope.ts';
import { halfWord, obbWords } from './volume/node-obb.ts';
import { radiusWord, sphereWords } from './volume/node-sphere.ts';

/** How tightly a tree bounds its mesh: surfaces and contents of the volumes of its nodes, added up, over those of the root's box. */
export interface Tightness {
  /** `null` where the root's box has no surface, or no content. */
  readonly area: number | null;
  readonly volume: number | null;
}

/** So many nodes of the top levels are measured, and about as many of those below them: cutting the faces of a 26-DOP takes its time. */
const mostMeasured = 4096;

/**
 * Sums over all nodes with a volume of their own. They are exact up to rounding, but for k-DOPs of many nodes: those of the top
 * levels, which make up most of the sums, are measured; of the others every n-th is, and what those are beside their boxes is
 * taken to hold of the rest. On the corpus that is within one percent.
 */
export function treeTightness(tree: Tree, mostNodes = mostMeasured): Tightness {
  const workspace = createFaceWorkspace();
  const isSlow = isDop(tree.kind) && tree.nodeCount > 2 * mostNodes;
  const { area, volume } = isSlow ? estimateDops(tree, mostNodes, workspace) : sumAll(tree, workspace);
  const [x, y, z] = [0, 1, 2].map((k) => tree.bounds[k + 3] - tree.bounds[k]) as [number, number, number];
  return { area: ratio(area, 2 * (x * y + y * z + z * x)), volume: ratio(volume, x * y * z) };
}

function isDop(kind: TreeKind): kind is DopKind {
  return kind in slabCounts;
}

function sumAll(tree: Tree, workspace: FaceWorkspace): Measure {
  const box = new Float32Array(6);
  let area = 0, volume = 0;
  for (let node = 0; node < tree.nodeCount; node++) {
    if (!hasVolume(tree, node)) continue;
    const own = volumeMeasure(tree, node, workspace, box);
    area += own.area;
    volume += own.volume;
  }
  return { area, volume };
}

function estimateDops(tree: Tree, mostNodes: number, workspace: FaceWorkspace): Measure {
  const isTop = topNodes(tree, mostNodes);
  const step = Math.ceil(tree.nodeCount / mostNodes);
  const box = new Float32Array(6);
  let area = 0, volume = 0;
  // Below the top: boxes of all, boxes of those that are measured, and what those measure.
  let boxArea = 0, boxVolume = 0, someArea = 0, someVolume = 0, ownArea = 0, ownVolume = 0;
  for (let node = 0; node < tree.nodeCount; node++) {
    if (isTop[node] === 1) {
      const own = volumeMeasure(tree, node, workspace, box);
      area += own.area;
      volume += own.volume;
      continue;
    }
    readNodeBox(tree, node, box);
    const around = boxMeasure(box[3] - box[0], box[4] - box[1], box[5] - box[2]);
    boxArea += around.area;
    boxVolume += around.volume;
    if (node % step !== 0) continue;
    const own = volumeMeasure(tree, node, workspace, box);
    someArea += around.area;
    someVolume += around.volume;
    ownArea += own.area;
    ownVolume += own.volume;
  }
  return {
    area: area + (someArea > 0 ? (boxArea * ownArea) / someArea : 0),
    volume: volume + (someVolume > 0 ? (boxVolume * ownVolume) / someVolume : 0),
  };
}

/** (N) 1 for the nodes of the top levels, as many whole levels as have at most so many nodes together. */
function topNodes(tree: Tree, mostNodes: number): Uint8Array {
  const isTop = new Uint8Array(tree.nodeCount);
  let level: Uint32Array = Uint32Array.of(0);
  for (let depth = 1, count = 1; count <= mostNodes && level.length > 0; depth++, count += level.length) {
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
      return { area: 4 * Math.PI * radius ** 2, volume: (4 / 3) * Math.PI * radius ** 3 };
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
