import {
  byMedian,
  bySah,
  bySeeds,
  bySweep,
  checkFits,
  divisionBoxNumbers,
  isTooLarge,
  type Kernel,
  type KernelExports,
  loadMesh,
  meshMemory,
  noHost,
  nothingToReinsert,
  reserve,
  reserved,
  unsigned,
  viewF64,
  viewU32,
} from '../../kernel/index.ts';
import type { Vec3 } from '../../math/vec3.ts';
import { boundsCenter, type Bounds } from '../../mesh/bounds.ts';
import { triangleCount, type TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { BuildOptions } from '../../options/build-options.ts';
import type { Progress } from '../../progress.ts';
import { aabbBytes, aabbFormat, aabbWords } from '../kinds/aabb/node-aabb.ts';
import { stepped } from '../kinds/wide/build-wide.ts';
import { headerBytes } from '../layout.ts';
import { halvedFrom, maxTreeDepth } from '../max-tree-depth.ts';
import { byteLengthOf } from '../view-tree.ts';
import { reinsertionBatch, reinsertionRounds } from '../splits/reinsert.ts';
import { writeHeader } from '../write-header.ts';

const topDownSplits = { median: byMedian, seeds: bySeeds, sah: bySah, sweep: bySweep } as const;

/** Triangles between two calls of `progress`: some tens of milliseconds. */
const step = 1 << 18;
/** Number of triangles between two copies of indices. */
const indexStep = 1 << 14;
/** Bytes of a record of f64, and of a triangle in the order. */
const recordMemory = 56;
const orderMemory = 4;
/** Bytes of three sorted lists, an area and a mark. */
const sweepMemory = 3 * 56 + 8 + 1;
/** Bytes of the order along a curve with the changes of its codes, and to sort it. What follows takes the place of the latter. */
const curveMemory = 5;
const sortMemory = 24;
/** Bytes of two clusters with their boxes, merges and triangle, and of one that waits to be written; and of their numbers and sides while neighbours are merged. */
const clustersMemory = 2 * 48 + 4 * 4 + 4;
const sidesMemory = 8 + 48;
/** Bytes of what does not grow with the mesh, such as stacks and counts. */
const smallMemory = 2 ** 20;
/** Share of the time to write the records, and to sort them for a sweep on one axis. */
const recordsPart = 0.1;
/** Fractions of the time at the end of parts of a bottom-up build. */
const sorted = 0.25;
const merged = 0.5;
const reinserted = 0.9;
/** Approximate number of calls of `progress` while the kernel divides, and the minimum effort between two of them, in triangles. */
const reports = 64;
const minEffort = 4096;

/**
 * Returns the bytes of a tree of kind `aabb` as `buildBoxTree` does, to the last bit, divided in WebAssembly. `null` for meshes that do not fit the
 * memory of WebAssembly: TypeScript builds their trees.
 * @throws whatever `progress` throws.
 */
export function divideInKernel(from: Kernel, mesh: TriangleMesh, options: BuildOptions, progress: Progress): ArrayBuffer | null {
  try {
    const triangles = triangleCount(mesh);
    const memory = memoryFor(mesh, options);
    // A leaf may hold one triangle.
    checkFits(memory + 2 * aabbBytes * triangles);
    const kernel = from.instantiate(noHost);
    // Without memory for all at once, each part grows the memory, or is refused.
    kernel.growOnce(memory + aabbBytes * expectedNodes(triangles, options) + smallMemory);
    return divide(kernel, mesh, options, progress);
  } catch (error) {
    if (isTooLarge(error)) return null;
    throw error;
  }
}

/** Returns the bytes for a mesh and what is reserved for each triangle, without nodes. */
function memoryFor(mesh: TriangleMesh, { split, minExtent }: BuildOptions): number {
  const triangles = triangleCount(mesh);
  const bytes = meshMemory(mesh);
  if (split === 'ploc') return bytes + (curveMemory + clustersMemory + sidesMemory) * triangles;
  if (split === 'morton') return bytes + (curveMemory + (minExtent > 0 ? clustersMemory : sortMemory)) * triangles;
  // The second list of records takes the place of the vertices, and indices are copied a few at a time.
  const lists = Math.max(bytes - 12 * triangles, recordMemory * triangles) + (recordMemory + orderMemory) * triangles;
  return split === 'sweep' ? lists + sweepMemory * triangles : lists;
}

function divide(kernel: KernelExports, mesh: TriangleMesh, options: BuildOptions, progress: Progress): ArrayBuffer {
  const meshTriangles = triangleCount(mesh);
  const { split, leafTriangles, maxDepth, minExtent } = options;
  const isAlongCurve = split === 'morton' || split === 'ploc';
  const triangles = (isAlongCurve ? measureCurve : addRecords)(kernel, mesh, progress);
  const bounds = readBounds(kernel, triangles);
  // Never −0, to which half of the smallest f64 rounds.
  const [x, y, z] = bounds === null ? [0, 0, 0] : boundsCenter(bounds);
  const divided: Divided = { triangles, meshTriangles, origin: [x + 0, y + 0, z + 0], bounds };
  const halveFrom = halvedFrom(triangles);
  const deepest = maxDepth === 0 ? 0xffff_ffff : maxDepth;
  kernel.setLimits(leafTriangles, deepest, minExtent, halveFrom, maxTreeDepth(triangles) - halveFrom);
  if (isAlongCurve) mergeBottomUp(kernel, divided, options, progress);
  else divideTopDown(kernel, split, divided, options, progress);
  return copyTree(kernel, divided, options);
}

/** Reserves memory to sort along a curve, and measures the triangles. Returns the number of finite ones. */
function measureCurve(kernel: KernelExports, mesh: TriangleMesh, progress: Progress): number {
  const meshTriangles = triangleCount(mesh);
  loadMesh(kernel, mesh);
  reserved(kernel.reserveCurve(meshTriangles));
  let triangles = 0;
  for (let first = 0; first < meshTriangles; first += step) {
    triangles = kernel.measureCurve(first, Math.min(meshTriangles, first + step));
    progress(recordsPart * (first / meshTriangles));
  }
  return triangles;
}

/**
 * Reserves memory for records, and adds those of the triangles. Returns the number of finite ones. Nothing reads the indices later, so those of a few
 * triangles at a time are copied to the same memory.
 */
function addRecords(kernel: KernelExports, mesh: TriangleMesh, progress: Progress): number {
  const meshTriangles = triangleCount(mesh);
  const few = reserve(kernel, 12 * indexStep);
  loadMesh(kernel, { ...mesh, indices: mesh.indices.subarray(0, 0) });
  reserved(kernel.reserveRecords(meshTriangles));
  let triangles = 0;
  for (let first = 0; first < meshTriangles; first += indexStep) {
    const end = Math.min(meshTriangles, first + indexStep);
    viewU32(kernel, few, 3 * (end - first)).set(mesh.indices.subarray(3 * first, 3 * end));
    // The kernel reads the indices of a triangle at 12 times its number.
    kernel.useIndices(few - 12 * first);
    triangles = kernel.addRecords(first, end);
    if (first % step === 0) progress(recordsPart * (first / meshTriangles));
  }
  return triangles;
}

function divideTopDown(
  kernel: KernelExports,
  split: keyof typeof topDownSplits,
  divided: Divided,
  options: BuildOptions,
  progress: Progress,
): void {
  const { triangles } = divided;
  if (split === 'sweep') sortAxes(kernel, progress);
  const before = split === 'sweep' ? 4 * recordsPart : recordsPart;
  reserved(kernel.beginDivision(topDownSplits[split]));
  beginNodes(kernel, divided, options);
  // Every level of the tree processes each triangle once.
  const effort = Math.max(minEffort, Math.ceil((triangles * Math.max(1, Math.log2(triangles / options.leafTriangles))) / reports));
  for (let placed = 0; placed < triangles; ) {
    placed = stepped(kernel.stepDivision(effort));
    progress(before + (1 - before) * (placed / triangles));
  }
}

/** Begins the list of nodes: the last thing that is allocated. */
function beginNodes(kernel: KernelExports, { triangles, origin }: Divided, options: BuildOptions): void {
  reserved(kernel.beginDividedNodes(expectedNodes(triangles, options), ...origin));
}

/** Returns the approximate number of nodes. Leaves are about half full. */
function expectedNodes(triangles: number, { leafTriangles }: BuildOptions): number {
  return Math.min(2 * triangles, Math.ceil((4 * triangles) / leafTriangles));
}

function sortAxes(kernel: KernelExports, progress: Progress): void {
  reserved(kernel.reserveSorted());
  for (let axis = 0; axis < 3; axis++) {
    progress(recordsPart * (1 + axis));
    reserved(kernel.sortAxis(axis));
  }
}

/** Merges clusters along the curve, as `mergeAlongCurve` or as `mergeNeighbours` and `reinsert` do, and writes them as nodes. */
function mergeBottomUp(kernel: KernelExports, divided: Divided, options: BuildOptions, progress: Progress): void {
  const { triangles } = divided;
  kernel.sortAlongCurve();
  progress(sorted);
  if (options.split === 'morton' && options.minExtent === 0) return writeAlongCurve(kernel, divided, options, progress);
  reserved(kernel.reserveClusters());
  if (options.split === 'morton') reserved(kernel.mergeAlongCurve());
  else mergeNeighbours(kernel, triangles, progress);
  reserved(kernel.beginFlattening());
  beginNodes(kernel, divided, options);
  const effort = Math.ceil(triangles / reports);
  for (let placed = 0; placed < triangles; ) {
    placed = stepped(kernel.stepFlattening(effort));
    progress(reinserted + (1 - reinserted) * (placed / triangles));
  }
}

/** Writes the nodes of `mergeAlongCurve` directly. With a minimum extent, boxes decide, which are not known yet. */
function writeAlongCurve(kernel: KernelExports, divided: Divided, options: BuildOptions, progress: Progress): void {
  const { triangles } = divided;
  reserved(kernel.beginCurveNodes());
  beginNodes(kernel, divided, options);
  const effort = Math.ceil(triangles / reports);
  for (let placed = 0; placed < triangles; ) {
    placed = stepped(kernel.stepCurveNodes(effort));
    progress(sorted + (1 - sorted) * (placed / triangles));
  }
}

function mergeNeighbours(kernel: KernelExports, triangles: number, progress: Progress): void {
  reserved(kernel.beginNeighbours());
  for (let left = triangles; left > 1; ) {
    left = kernel.mergeNeighbours() >>> 0;
    progress(sorted + (merged - sorted) * (1 - left / triangles));
  }
  const state = reserved(kernel.beginReinsertion());
  if (state === nothingToReinsert) return;
  const batch = reinsertionBatch(triangles);
  for (let round = 0; round < reinsertionRounds; round++) {
    const chosen = stepped(kernel.chooseLargest(batch));
    for (let first = 0; first < chosen; first += minEffort) {
      progress(merged + (reinserted - merged) * ((round + first / chosen) / reinsertionRounds));
      kernel.reinsert(first, Math.min(chosen, first + minEffort));
    }
  }
}

interface Divided {
  readonly triangles: number;
  readonly meshTriangles: number;
  readonly origin: Vec3;
  readonly bounds: Bounds | null;
}

function readBounds(kernel: KernelExports, triangles: number): Bounds | null {
  if (triangles === 0) return null;
  const [a, b, c, d, e, f] = viewF64(kernel, unsigned(kernel.whole), divisionBoxNumbers) as unknown as [...Vec3, ...Vec3]; // six of six
  return { min: [a + 0, b + 0, c + 0], max: [-d + 0, -e + 0, -f + 0] };
}

/** Returns the complete bytes of the tree; see `layout.ts`. */
function copyTree(kernel: KernelExports, { triangles, meshTriangles, origin, bounds }: Divided, options: BuildOptions): ArrayBuffer {
  const nodes = unsigned(kernel.dividedNodeCount);
  const counts = { nodes, leaves: unsigned(kernel.dividedLeafCount), triangles, meshTriangles, depth: unsigned(kernel.dividedDepth) };
  const bytes = new ArrayBuffer(byteLengthOf(aabbFormat, nodes, triangles));
  writeHeader(bytes, aabbFormat, counts, options, origin, bounds === null ? [0, 0, 0, 0, 0, 0] : [...bounds.min, ...bounds.max]);
  const words = nodes * aabbWords;
  new Uint32Array(bytes, headerBytes, words).set(viewU32(kernel, unsigned(kernel.dividedNodes), words));
  new Uint32Array(bytes, headerBytes + 4 * words).set(viewU32(kernel, unsigned(kernel.dividedOrder), triangles));
  return bytes;
}
