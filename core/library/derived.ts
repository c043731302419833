import type { ConvexHull } from '../convex/hull/convex-hull.ts';
import { type PreparedHull, withFeatures } from '../convex/pair/hull-features.ts';
import { invalidArgument } from '../error.ts';
import { createSeparationWorkspace, type SeparationWorkspace } from '../convex/pair/separation-workspace.ts';
import { isClosed } from '../mesh/is-closed.ts';
import { isTooLarge, theKernel } from '../kernel/index.ts';
import { triangleCount, type TriangleMesh } from '../mesh/triangle-mesh.ts';
import { quickTree } from '../options/build-options.ts';
import { loadPair, type LoadedPair } from '../pair/loaded/load-pair.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { TreedMesh } from '../pair/treed-mesh.ts';
import { type BoxWorkspace, createBoxWorkspace } from '../query/box/workspace.ts';
import { type ClosestWorkspace, createClosestWorkspace } from '../query/closest/workspace.ts';
import { insideTest } from '../query/inside-closed-mesh.ts';
import { windingSurface, type WindingSurface } from '../query/inside/surface.ts';
import { createWindingTree, type WindingTree } from '../query/inside/winding-tree.ts';
import { createShapeWorkspace, type ShapeWorkspace } from '../query/overlap-descent.ts';
import { createRayWorkspace, type RayWorkspace } from '../query/ray/workspace.ts';
import { createSphereWorkspace, type SphereWorkspace } from '../query/sphere/workspace.ts';
import { createSweepWorkspace, type SweepWorkspace } from '../sweep/convex/workspace.ts';
import { buildTree } from '../tree/build-tree.ts';
import { chooseFrame, isSoundFrame } from '../tree/kinds/wide/frame.ts';
import { loadTree } from '../tree/kinds/wide/load-tree.ts';
import type { Tree } from '../tree/layout.ts';
import { openTree } from '../tree/open-tree.ts';

/*
 * Facts derived from immutable meshes and trees, and scratch memory for queries of a tree, kept as long as these live. The only module state of the
 * library: without it every call would find and reserve them again, or every caller would carry them.
 */
const closed = new WeakMap<TriangleMesh, boolean>();
const surfaces = new WeakMap<TriangleMesh, WindingSurface>();
/** Of all triangles, and of the last list of parts. */
const windings = new WeakMap<Tree, WeakMap<TriangleMesh, Map<string, WindingTree>>>();
const insides = new WeakMap<Tree, WeakMap<TriangleMesh, (point: Vec3) => boolean | null>>();
const hulls = new WeakMap<ConvexHull, HeldHull>();
const pairs = new WeakMap<Tree, WeakMap<Tree, LoadedPair | null>>();
const loadedTrees = new WeakMap<Tree, WeakMap<TriangleMesh, Tree>>();
/** Scratch memory of single queries. To make it takes longer than most queries. */
const rayWorkspaces = new WeakMap<Tree, RayWorkspace>();
const shapeWorkspaces = new WeakMap<Tree, ShapeWorkspace>();
const boxWorkspaces = new WeakMap<Tree, BoxWorkspace>();
const sphereWorkspaces = new WeakMap<Tree, SphereWorkspace>();
const closestWorkspaces = new WeakMap<Tree, ClosestWorkspace>();
const sweepWorkspaces = new WeakMap<Tree, SweepWorkspace>();

/** A hull with what tests of pairs need, and the memory of tests in which it is the first one. */
export interface HeldHull {
  readonly prepared: PreparedHull;
  readonly workspace: SeparationWorkspace;
}

/** Returns a hull with what tests of pairs need; found once. */
export function heldHull(hull: ConvexHull): HeldHull {
  const known = hulls.get(hull);
  if (known !== undefined) return known;
  const found = { prepared: withFeatures(hull), workspace: createSeparationWorkspace() };
  hulls.set(hull, found);
  return found;
}

/** Returns whether a mesh is closed; found once. */
export function isKnownClosed(mesh: TriangleMesh): boolean {
  const known = closed.get(mesh);
  if (known !== undefined) return known;
  const found = isClosed(mesh);
  closed.set(mesh, found);
  return found;
}

/** Returns the test of points inside a closed mesh, with the memory of its rays; made once. */
export function insideTestOf(tree: Tree, mesh: TriangleMesh): (point: Vec3) => boolean | null {
  const ofTree = insides.get(tree) ?? new WeakMap<TriangleMesh, (point: Vec3) => boolean | null>();
  insides.set(tree, ofTree);
  const known = ofTree.get(mesh);
  if (known !== undefined) return known;
  const found = insideTest(tree, mesh);
  ofTree.set(mesh, found);
  return found;
}

/**
 * Returns the far fields of a tree for winding numbers of some parts, all with the empty text; built once, for other parts than the last ones again.
 * @throws InspectorError `invalid-argument` for a tree of another mesh, and a name that selects no part.
 */
export function windingOf(tree: Tree, mesh: TriangleMesh, parts: string): WindingTree {
  const ofTree = windings.get(tree) ?? new WeakMap<TriangleMesh, Map<string, WindingTree>>();
  windings.set(tree, ofTree);
  const ofMesh = ofTree.get(mesh) ?? new Map<string, WindingTree>();
  ofTree.set(mesh, ofMesh);
  const known = ofMesh.get(parts);
  if (known !== undefined) return known;
  const surface = parts === '' ? (surfaces.get(mesh) ?? windingSurface(mesh)) : windingSurface(mesh, parts);
  if (parts === '') surfaces.set(mesh, surface);
  const built = createWindingTree(tree, mesh, surface);
  for (const other of ofMesh.keys()) if (other !== '') ofMesh.delete(other);
  ofMesh.set(parts, built);
  return built;
}

/**
 * Returns the memory in which WebAssembly queries two meshes; copied once. `null` where it serves not both trees.
 * @throws InspectorError `invalid-argument` without a tree.
 */
export function memoryOf(a: TreedMesh, b: TreedMesh): LoadedPair | null {
  if (a.tree == null || b.tree == null)
    throw invalidArgument('A mesh of the pair has no tree', 'Give { mesh, tree } for each, with the tree from buildTree(mesh)');
  const ofA = pairs.get(a.tree) ?? new WeakMap<Tree, LoadedPair | null>();
  pairs.set(a.tree, ofA);
  const known = ofA.get(b.tree);
  if (known !== undefined) return known;
  const loaded = loadPair(a, b);
  ofA.set(b.tree, loaded);
  return loaded;
}

export function rayWorkspaceOf(tree: Tree): RayWorkspace {
  return keptFor(rayWorkspaces, tree, createRayWorkspace);
}

/** Returns the memory for queries of planes and segments. */
export function shapeWorkspaceOf(tree: Tree): ShapeWorkspace {
  return keptFor(shapeWorkspaces, tree, createShapeWorkspace);
}

export function boxWorkspaceOf(tree: Tree): BoxWorkspace {
  return keptFor(boxWorkspaces, tree, createBoxWorkspace);
}

export function sphereWorkspaceOf(tree: Tree): SphereWorkspace {
  return keptFor(sphereWorkspaces, tree, createSphereWorkspace);
}

export function closestWorkspaceOf(tree: Tree): ClosestWorkspace {
  return keptFor(closestWorkspaces, tree, createClosestWorkspace);
}

export function sweepWorkspaceOf(tree: Tree): SweepWorkspace {
  return keptFor(sweepWorkspaces, tree, createSweepWorkspace);
}

function keptFor<Made>(kept: WeakMap<Tree, Made>, tree: Tree, make: (tree: Tree) => Made): Made {
  const known = kept.get(tree);
  if (known !== undefined) return known;
  const made = make(tree);
  kept.set(tree, made);
  return made;
}

/** A query in JavaScript takes as long as the build of about eight triangles in WebAssembly. */
const trianglesPerQuery = 4;
/** Fewer queries end before an instance of WebAssembly starts. */
const minQueries = 256;

/**
 * Returns the tree by which this many queries take the shortest time: the tree itself, or a wide one in WebAssembly, which is built once. Results do
 * not depend on it.
 */
export function treeForMany(tree: Tree, mesh: TriangleMesh, queries: number): Tree {
  if (queries < minQueries || trianglesPerQuery * queries < triangleCount(mesh) || !isReplaceable(tree)) return tree;
  const ofTree = loadedTrees.get(tree) ?? new WeakMap<TriangleMesh, Tree>();
  loadedTrees.set(tree, ofTree);
  const known = ofTree.get(mesh);
  if (known !== undefined) return known;
  const found = loadedInstead(tree, mesh);
  ofTree.set(mesh, found);
  return found;
}

/** Whether WebAssembly could hold another tree of the mesh: f32 needs a frame. */
function isReplaceable({ loaded, kind, nodeCount, bounds }: Tree): boolean {
  return theKernel !== null && loaded === null && kind !== 'wide' && nodeCount > 0 && isSoundFrame(chooseFrame(bounds, false), bounds);
}

/** Returns a wide tree in WebAssembly; without memory for it the given tree. */
function loadedInstead(tree: Tree, mesh: TriangleMesh): Tree {
  try {
    const wide = loadTree(openTree(buildTree(mesh, quickTree)), mesh);
    return wide.loaded === null ? tree : wide;
  } catch (error) {
    if (isTooLarge(error) || error instanceof RangeError) return tree;
    throw error;
  }
}
