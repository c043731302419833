import {
  compileSharedQueries,
  copyIn,
  instantiateSharedQueries,
  isTooLarge,
  loadMesh,
  noHost,
  rayRoomStep,
  renewSize,
  reserved,
  type SharedMemory,
  type SharedModule,
} from '../../../kernel/index.ts';
import { countSharedMemory } from '../../../memory-counter.ts';
import type { TriangleMesh } from '../../../mesh/triangle-mesh.ts';
import { checkTreeFits } from '../../check-tree-fits.ts';
import type { Tree } from '../../layout.ts';
import { isSoundFrame } from './frame.ts';
import { hostOf, type LoadedHolder, loadedOn } from './load-tree.ts';

/** A tree in WebAssembly memory that threads share: where its data are. It can be sent to other threads. */
export interface SharedTree {
  readonly module: SharedModule;
  readonly memory: SharedMemory;
  /** Addresses. */
  readonly nodes: number;
  readonly blocks: number;
  /** Address and number of the vertices, which the indices follow; `null` where the blocks hold them exactly. */
  readonly mesh: { readonly at: number; readonly vertices: number } | null;
}

/**
 * Copies a tree into WebAssembly memory that threads can share, once for all of them. Returns `null` where there is no shared memory or not enough of
 * it, for kinds other than `wide`, and where f32 has no frame for the mesh.
 * @throws InspectorError `invalid-argument` for a tree of another mesh.
 */
export function shareTree(tree: Tree, mesh: TriangleMesh): SharedTree | null {
  checkTreeFits(tree, mesh);
  if (tree.kind !== 'wide' || tree.nodeCount === 0 || !isSoundFrame({ origin: tree.origin, scale: tree.wide.scale }, tree.bounds))
    return null;
  const shared = compileSharedQueries();
  if (shared === null) return null;
  try {
    const { module } = shared;
    const memory = shared.createMemory();
    const kernel = memory === null ? null : instantiateSharedQueries(module, memory, noHost);
    if (memory === null || kernel === null) return null;
    const at = tree.wide.isExact ? null : { at: loadMesh(kernel, mesh), vertices: mesh.positions.length / 3 };
    const [nodes, blocks] = [copyIn(kernel, tree.nodesU32), copyIn(kernel, tree.wide.blocksU32)];
    countSharedMemory(memory.buffer.byteLength);
    return { module, memory, nodes, blocks, mesh: at };
  } catch (error) {
    if (isTooLarge(error)) return null;
    throw error;
  }
}

/**
 * Returns the same tree with queries in WebAssembly on the shared copy, as after `loadTree`. Only scratch memory is reserved: some hundred kilobytes.
 * Returns the tree itself where there is no memory for it: JavaScript then runs the queries.
 */
export function joinSharedTree(tree: Tree, { module, memory, nodes, blocks, mesh }: SharedTree): Tree {
  const holder: LoadedHolder = { loaded: null };
  renewSize(memory);
  const kernel = instantiateSharedQueries(module, memory, hostOf(holder));
  if (kernel === null) return tree;
  if (mesh !== null) kernel.useMesh(mesh.at, mesh.vertices);
  try {
    const loaded = loadedOn(holder, kernel, tree, { nodes, blocks }, true);
    // A batch that finds no memory later would be refused, and not left to JavaScript.
    reserved(kernel.reserveBatch());
    reserved(kernel.reserveRays(rayRoomStep));
    return { ...tree, loaded };
  } catch (error) {
    if (isTooLarge(error)) return tree;
    throw error;
  }
}
