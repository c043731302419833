import {
  type BuilderExports,
  type Kernel,
  type KernelExports,
  blockBytes,
  buildOutOfMemory,
  checkFits,
  codeBits,
  entryWords,
  loadMesh,
  meshMemory,
  noHost,
  reserve,
  reserved,
  tooLarge,
  unsigned,
  viewF64,
  viewU8,
  wideNodeBytes,
} from '../../../kernel/index.ts';
import { triangleCount, vertexCount, type TriangleMesh } from '../../../mesh/triangle-mesh.ts';
import type { BuildOptions } from '../../../options/build-options.ts';
import type { Progress } from '../../../progress.ts';
import { headerBytes } from '../../layout.ts';
import { byteLengthOf } from '../../view-tree.ts';
import { writeHeader } from '../../write-header.ts';
import { chooseFrame, isSoundFrame, type WideFrame } from './frame.ts';
import { wideFormat, wideHeaderBytes, wideSections, writeWideHeader, type WideHeader, type WideSections } from './wide-sections.ts';

/** Number of triangles or vertices between two calls of `progress`: some tens of milliseconds. */
export const step = 1 << 18;
/** Memory of the builder per triangle: three records of 32 bytes, its position in the order, and two keys. */
const triangleMemory = 116;
/** Fraction of the time at the end of each phase. */
export const phases = { bounds: 0.03, primitives: 0.12, placed: 0.22, built: 0.85 };

/**
 * Returns the bytes of a wide tree (T9), built in WebAssembly by binned SAH. Meshes with thousands of triangles are first divided by
 * clusters along a Morton curve (`assembly/build`). The same mesh and options give the same bytes on every machine. Returns `null` for
 * meshes without a valid f32 frame and without finite triangles: TypeScript builds their trees.
 * @throws InspectorError `too-large` without memory; whatever `progress` throws.
 */
export function buildWide(from: Kernel, mesh: TriangleMesh, options: BuildOptions, progress: Progress): ArrayBuffer | null {
  const triangles = triangleCount(mesh);
  if (triangles === 0) return null;
  checkWideBuildFits(mesh);
  const kernel = from.instantiate(noHost);
  const aim = takeAim(kernel, mesh, progress);
  const measured = aim === null ? null : writePrimitives(kernel, aim, triangles, progress);
  if (measured === null) return null;
  reserved(kernel.sortPrimitives());
  inSteps(triangles, phases.primitives, phases.placed, progress, (first, end) => kernel.placePrimitives(first, end));
  divide(kernel, measured, options, progress);
  reserved(kernel.beginFinish());
  inSteps(unsigned(kernel.nodeCount), phases.built, 1, progress, (first, end) => kernel.finishNodes(first, end), step / 8);
  const output = beginOutput(kernel, measured, triangles, options);
  copyComplete(kernel, output, nothingComplete, allComplete(kernel));
  const bytes = endOutput(output, kernel.isExact.value === 1);
  progress(1);
  return bytes;
}

/** @throws InspectorError `too-large`. */
export function checkWideBuildFits(mesh: TriangleMesh): void {
  checkFits(meshMemory(mesh) + triangleMemory * triangleCount(mesh));
}

/** The first frame of a build. */
export interface Aim {
  readonly frame: WideFrame;
  /** (6) the exact box of the finite vertices. */
  readonly bounds: Float64Array;
  /** Address of the box of the primitives. */
  readonly box: number;
}

export interface Measured {
  readonly frame: WideFrame;
  /** (6) the exact box of the finite triangles. */
  readonly bounds: Float64Array;
  /** Number of finite triangles. */
  readonly triangles: number;
}

/** Copies the mesh to the kernel, reserves its primitives and finds the frame of its vertices; `null` where no vertex is finite. */
export function takeAim(kernel: BuilderExports, mesh: TriangleMesh, progress: Progress): Aim | null {
  loadMesh(kernel, mesh);
  const box = reserve(kernel, 48);
  emptyBox(kernel, box);
  inSteps(vertexCount(mesh), 0, phases.bounds, progress, (first, end) => kernel.growByVertices(first, end, box));
  const bounds = readBox(kernel, box);
  if (!(bounds[0] <= bounds[3])) return null;
  reserved(kernel.reservePrimitives(triangleCount(mesh), box));
  const frame = chooseFrame(bounds, kernel.isF32.value === 1);
  setFrame(kernel, frame, bounds);
  return { frame, bounds, box };
}

/** Writes the primitives in the frame, and corrects the frame where necessary; `null` where there is no valid frame or no finite triangle. */
export function writePrimitives(kernel: BuilderExports, { frame, box }: Aim, meshTriangles: number, progress: Progress): Measured | null {
  for (let used = frame; ; ) {
    emptyBox(kernel, box);
    let triangles = 0;
    kernel.restartPrimitives();
    inSteps(meshTriangles, phases.bounds, phases.primitives, progress, (first, end) => {
      triangles = kernel.addPrimitives(first, end);
    });
    const bounds = readBox(kernel, box);
    if (triangles === 0) return null;
    // Vertices that no finite triangle uses may have enlarged the box.
    const right = chooseFrame(bounds, kernel.isF32.value === 1);
    if (!isSoundFrame(right, bounds)) return null;
    if (isSameFrame(right, used)) return { frame: used, bounds, triangles };
    used = right;
    setFrame(kernel, used, bounds);
  }
}

export function isSameFrame(a: WideFrame, b: WideFrame): boolean {
  return a.scale === b.scale && a.origin.every((value, k) => value === b.origin[k]);
}

function emptyBox(kernel: BuilderExports, box: number): void {
  viewF64(kernel, box, 6).fill(Infinity, 0, 3).fill(-Infinity, 3);
}

function readBox(kernel: BuilderExports, box: number): Float64Array {
  return viewF64(kernel, box, 6).slice();
}

/** Cells of the Morton curve on each axis. */
const cells = 1 << codeBits;

function setFrame(kernel: BuilderExports, { origin, scale }: WideFrame, bounds: Float64Array): void {
  kernel.setFrame(origin[0], origin[1], origin[2], scale);
  const low = (k: 0 | 1 | 2): number => 2 * (bounds[k] - origin[k]) * scale;
  const size = Math.max(...[0, 1, 2].map((k) => (bounds[k + 3] - bounds[k]) * scale));
  // Cubic cells for sums of two corners, so for twice the coordinates.
  kernel.setGrid(low(0), low(1), low(2), size > 0 ? Math.min(cells / (2 * size), 2 ** 100) : 0);
}

function divide(kernel: KernelExports, measured: Measured, options: BuildOptions, progress: Progress): void {
  const { triangles } = measured;
  beginBuild(kernel, measured, kernel.clusterPrimitives(0, triangles), options);
  for (;;) {
    const placed = stepped(kernel.stepBuild(step));
    progress(phases.placed + (phases.built - phases.placed) * (placed / triangles));
    if (placed >= triangles) return;
  }
}

export function beginBuild(
  kernel: BuilderExports,
  { frame }: Measured,
  clusters: number,
  { leafTriangles, maxDepth, minExtent }: BuildOptions,
): void {
  reserved(kernel.beginBuild(clusters, leafTriangles, maxDepth, minExtent > 0 ? minExtent * frame.scale : -1));
}

/** Returns the result of a step of the builder. @throws InspectorError `too-large` where it ran out of memory. */
export function stepped(given: number): number {
  if (given === buildOutOfMemory) throw tooLarge('There is not enough memory for the tree of this mesh');
  return given >>> 0;
}

/** Bytes of a tree, with the results of the kernel copied into it. */
export interface Output {
  readonly bytes: ArrayBuffer;
  readonly wide: WideHeader;
  readonly sections: WideSections;
}

/** Numbers of complete nodes, blocks and entries, counted from the first. */
export interface Complete {
  readonly nodes: number;
  readonly blocks: number;
  readonly entries: number;
}

export const nothingComplete: Complete = { nodes: 0, blocks: 0, entries: 0 };

export function allComplete(kernel: BuilderExports): Complete {
  return { nodes: unsigned(kernel.nodeCount), blocks: unsigned(kernel.blockCount), entries: kernel.tableLength() >>> 0 };
}

/** Allocates the bytes of a divided tree, with header and leaf order. @throws InspectorError `too-large`. */
export function beginOutput(
  kernel: BuilderExports,
  { frame, bounds, triangles }: Measured,
  meshTriangles: number,
  options: BuildOptions,
): Output {
  const { nodes: stored, blocks, entries: nodes } = allComplete(kernel);
  const wide = { scale: frame.scale, stored, blocks, isExact: false };
  const bytes = newBytes(byteLengthOf(wideFormat, nodes, triangles, meshTriangles, wide));
  const depth = nodes === 1 ? 0 : unsigned(kernel.levels);
  writeHeader(
    bytes,
    wideFormat,
    { nodes, leaves: unsigned(kernel.leafCount), triangles, meshTriangles, depth },
    options,
    frame.origin,
    bounds,
  );
  const output = { bytes, wide, sections: wideSections(headerBytes + wideHeaderBytes, wide, nodes, triangles) };
  copyOut(kernel, output, output.sections.orderAt, unsigned(kernel.order), 0, 4 * triangles);
  return output;
}

/** Copies the nodes, blocks and entries that are newly complete. */
export function copyComplete(kernel: BuilderExports, output: Output, before: Complete, now: Complete): void {
  const { nodesAt, blocksAt, entriesAt } = output.sections;
  copyOut(kernel, output, nodesAt, unsigned(kernel.builtNodes), wideNodeBytes * before.nodes, wideNodeBytes * now.nodes);
  copyOut(kernel, output, blocksAt, unsigned(kernel.builtBlocks), blockBytes * before.blocks, blockBytes * now.blocks);
  copyOut(kernel, output, entriesAt, unsigned(kernel.table), 4 * entryWords * before.entries, 4 * entryWords * now.entries);
}

/** Copies bytes [from, end) of a part of the tree, which starts at `to` in the output and at `address` in the kernel. */
function copyOut(kernel: BuilderExports, { bytes }: Output, to: number, address: number, from: number, end: number): void {
  new Uint8Array(bytes, to + from, end - from).set(viewU8(kernel, address + from, end - from));
}

/** Completes the header after everything is copied. */
export function endOutput({ bytes, wide }: Output, isExact: boolean): ArrayBuffer {
  writeWideHeader(new DataView(bytes), { ...wide, isExact });
  return bytes;
}

function newBytes(length: number): ArrayBuffer {
  try {
    return new ArrayBuffer(length);
  } catch {
    throw tooLarge(`There is not enough memory for a tree of ${(length / 2 ** 30).toFixed(1)} GiB`);
  }
}

/** Does work on [0, count) in steps, with progress between the fractions `from` and `to`. */
function inSteps(
  count: number,
  from: number,
  to: number,
  progress: Progress,
  work: (first: number, end: number) => void,
  length = step,
): void {
  for (let first = 0; first < count; first += length) {
    work(first, Math.min(count, first + length));
    progress(from + (to - from) * Math.min(1, (first + length) / count));
  }
}
