import { unknownSpace } from '#core/mesh/source-space';
import { meshBounds } from '#core/mesh/bounds';
import { triangleCount, vertexCount, type TriangleMesh } from '#core/mesh/triangle-mesh';
import { importOptions } from '#core/options/import-options';
import { buildOptions, type BuildOptions } from '#core/options/build-options';
import { defaultValues } from '#core/options/option';
import { buildTree } from '#core/tree/build-tree';
import { openTree } from '#core/tree/open-tree';
import type { Tree } from '#core/tree/layout';
import { subtreeCosts } from '#core/tree/subtree-costs';
import { treeStatistics } from '#core/tree/statistics';
import type { Palette } from '../../../renderer/scene/palette.ts';
import type { FetchedTree, PageDocument, Scene } from '../../../renderer/state/store/records.ts';
import { createStore, type WritableStore } from '../../../renderer/state/store/store.ts';

/** A document as it is when its mesh has arrived. */
export function openDocument(id: number, mesh: TriangleMesh): PageDocument {
  const summary = {
    format: 'obj',
    dialect: '',
    source: { file: `${id}.obj`, dialect: 'OBJ', byteLength: 0, sha256: `${id}`.repeat(64).slice(0, 64) },
    sideSha256: null,
    units: null,
    space: unknownSpace,
    scenes: null,
    importing: defaultValues(importOptions),
    colliders: [],
    triangles: triangleCount(mesh),
    vertices: vertexCount(mesh),
    byteLength: 0,
    findings: [],
    readMilliseconds: 0,
    parseMilliseconds: 0,
  } as const;
  return {
    summary: {
      id,
      name: `${id}.obj`,
      byteLength: 0,
      phase: 'ready',
      progress: 1,
      replaces: null,
      files: { kind: 'asRead' },
      mesh: summary,
      trees: [],
      ignored: [],
      bake: null,
      repair: null,
      repairOf: null,
      error: null,
    },
    mesh: { mesh, bounds: meshBounds(mesh), transferMilliseconds: 0 },
    firstFrameMilliseconds: null,
  };
}

export function treeOf(mesh: TriangleMesh, change: Partial<BuildOptions> = {}): Tree {
  return openTree(buildTree(mesh, { ...defaultValues(buildOptions), ...change }));
}

export function loadedTree(mesh: TriangleMesh): FetchedTree {
  const tree = treeOf(mesh);
  const options = defaultValues(buildOptions);
  const summary = { id: 1, options, statistics: treeStatistics(tree), milliseconds: 0 };
  return { summary, tree, costShares: subtreeCosts(tree), transferMilliseconds: 0 };
}

/** A store with these meshes as documents 1, 2, …, each with its tree; the first is active. */
export function storeWith(meshes: readonly TriangleMesh[], change: Partial<Scene> = {}): WritableStore {
  const store = createStore();
  store.documents.value = meshes.map((mesh, at) => openDocument(at + 1, mesh));
  const trees = new Map(meshes.map((mesh, at) => [at + 1, loadedTree(mesh)]));
  store.history.rewrite((scene) => ({ ...scene, activeDocument: 1, trees, ...change }));
  return store;
}

export const palette: Palette = {
  meshBase: [0.6, 0.6, 0.6],
  meshBehind: [0.5, 0.5, 0.5],
  meshOther: [0.4, 0.4, 0.4],
  collider: [0.8, 0.7, 0.4],
  cut: [0.8, 0.8, 0.8],
  facingWalkable: [0.4, 0.6, 0.9],
  facingSteep: [0.7, 0.6, 0.4],
  facingDown: [0.3, 0.3, 0.3],
  meshEdge: [0, 0, 0],
  gridLine: [0.3, 0.3, 0.3],
  selection: [0.25, 0.5, 1],
  hit: [1, 1, 0],
  error: [0.84, 0.37, 0],
  warning: [0.9, 0.62, 0],
  info: [0.87, 0.9, 0.93],
  added: [0.4, 0.8, 0.7],
  changed: [0.6, 0.5, 0.9],
  removed: [0.8, 0.3, 0.4],
  good: [0, 0.6, 0.4],
  contactA: [0.8, 0.4, 0],
  contactB: [0, 0.4, 0.7],
  crossing: [1, 1, 1],
  crossingHidden: [0.3, 0.3, 0.3],
  movingMesh: [0.8, 0.5, 0.65],
  traceOpened: [0.3, 0.78, 0.7],
  traceWaiting: [0.94, 0.64, 0.23],
  traceCulled: [0.69, 0.35, 0.5],
  traceSkipped: [0.56, 0.5, 0.91],
  traceTested: [0.78, 0.94, 0.91],
  traceMiss: [0.56, 0.7, 1],
  axisX: [0.9, 0.4, 0.4],
  axisY: [0.5, 0.7, 0.3],
  axisZ: [0.3, 0.5, 0.9],
  hover: [1, 1, 1],
  underLine: [0.1, 0.1, 0.1],
};
