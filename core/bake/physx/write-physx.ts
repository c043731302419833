import { InspectorError } from '../../error.ts';
import type { Progress } from '../../progress.ts';
import { activeEdges } from '../active-edges.ts';
import type { Baked, BakeInput } from '../bake-input.ts';
import type { BakeNote } from '../bake-note.ts';
import { ByteWriter } from '../byte-writer.ts';
import { emptySlot, fourWide, innerSlot, largestCoordinate, slotsPerNode, type FourWide } from '../four-wide.ts';
import { kindNote, leafMesh, type LeafMesh } from '../leaf-mesh.ts';
import { partsLostNote } from '../part-names.ts';
import {
  bv4BlockBytes,
  bv4BlockWords,
  bvh34,
  childShift,
  dataWord,
  edgeFlags,
  emptyData,
  maxBv4LeafTriangles,
  maxSlots,
  maxTriangles,
  physxFlags,
  physxMagic,
  physxVersion,
  bv4HeaderBytes,
  bv4Magic,
  bv4Version,
} from './layout.ts';

/** Fractions of the progress before the tree and before the edges. */
const treeFrom = 0.2;
const edgesFrom = 0.7;
/** The error of f32 coordinates by which PhysX, too, grows its boxes. */
const epsilonPart = 2 ** -22;
const headerBytes = 28;
/** Epsilon, box and the count of the edge flags. */
const footerBytes = 32;

/**
 * Writes a cooked triangle mesh for `PxPhysics::createTriangleMesh` of PhysX 5. It has f32 vertices, triangles in leaf order with a table of
 * their source triangles, and an unquantised tree of four children a node. It also says which edges take part in contacts. Triangles without
 * area are left out, as PhysX's own cooking does: its rays would hit them anywhere.
 * @throws whatever `progress` throws; InspectorError as `leafMesh`; `too-large` beyond the limits of PhysX.
 */
export function writePhysx(input: BakeInput, progress: Progress): Baked {
  const leaves = leafMesh(input, 'A cooked PhysX mesh', 'with area', (fraction) => progress(treeFrom * fraction));
  const { tree, positions, index } = leaves;
  const triangles = index.length / 3;
  const epsilon = Math.fround(largestCoordinate(leaves) * epsilonPart);
  // PhysX tests up to 15 triangles one by one.
  const wide =
    triangles <= maxBv4LeafTriangles
      ? null
      : fourWide(leaves, maxBv4LeafTriangles, epsilon, (fraction) => progress(treeFrom + (edgesFrom - treeFrom) * fraction));
  const slots = slotsPerNode * (wide?.nodes ?? 0);
  if (slots > maxSlots) throw tooLarge(`The tree needs ${slots} nodes, and PhysX numbers ${maxSlots}`);
  if (triangles > maxTriangles) throw tooLarge(`The mesh has ${triangles} triangles, and PhysX numbers ${maxTriangles}`);
  progress(edgesFrom);
  const notes: readonly BakeNote[] = [
    ...leaves.notes,
    { code: 'order-changed', message: 'Triangles are in leaf order; the face remap names their source triangles', count: triangles },
    ...partsLostNote(input.mesh.parts),
    ...kindNote(tree, slots),
  ];
  const remap = remapTable(leaves.sourceTriangles);
  const size =
    headerBytes +
    positions.byteLength +
    index.byteLength +
    4 +
    remap.byteLength +
    bv4HeaderBytes +
    bv4BlockBytes * (wide?.nodes ?? 0) +
    footerBytes +
    triangles;
  const out = new ByteWriter(size);
  writeMesh(out, leaves, remap);
  writeTree(out, leaves, wide, epsilon);
  writeFooter(out, leaves, epsilon);
  return { bytes: out.bytes, notes };
}

function tooLarge(message: string): InspectorError {
  return new InspectorError({ code: 'too-large', message, fix: 'Build the tree with larger leaves, or divide the mesh', location: {} });
}

/** PhysX reads the table in the fewest bytes that hold its largest number. */
function remapTable(triangles: Uint32Array): Uint8Array | Uint16Array | Uint32Array {
  const max = triangles.reduce((most, triangle) => Math.max(most, triangle), 0);
  return max <= 0xff ? Uint8Array.from(triangles) : max <= 0xffff ? Uint16Array.from(triangles) : triangles;
}

function writeMesh(out: ByteWriter, { positions, index, sourceTriangles }: LeafMesh, remap: ReturnType<typeof remapTable>): void {
  const flags = physxFlags.faceRemap | (index instanceof Uint16Array ? physxFlags.indices16 : 0);
  out.u8(...physxMagic).u32(physxVersion, bvh34, flags, positions.length / 3, index.length / 3);
  out.array(positions).array(index);
  out.u32(sourceTriangles.reduce((most, triangle) => Math.max(most, triangle), 0)).array(remap);
}

function writeTree(out: ByteWriter, leaves: LeafMesh, wide: FourWide | null, epsilon: number): void {
  const { min, max } = boundsOf(leaves, epsilon);
  out.u8(...bv4Magic).u32(bv4Version);
  out.f32(...min.map((value, k) => (value + max[k]) / 2), Math.hypot(...min.map((value, k) => (max[k] - value) / 2)));
  const root = wide === null ? 0 : (childrenOf(wide, 0) - 2) << 1;
  // Of quantised trees only: six coefficients.
  out
    .u32(root)
    .f32(0, 0, 0, 0, 0, 0)
    .u32(0, slotsPerNode * (wide?.nodes ?? 0));
  if (wide !== null) out.array(blocksOf(wide));
}

function childrenOf({ counts }: FourWide, node: number): number {
  const end = counts.subarray(slotsPerNode * node, slotsPerNode * (node + 1)).indexOf(emptySlot);
  return end < 0 ? slotsPerNode : end;
}

function blocksOf(wide: FourWide): Uint32Array {
  const { nodes, firsts, counts, boxes } = wide;
  const words = new Uint32Array(bv4BlockWords * nodes);
  const floats = new Float32Array(words.buffer);
  for (let slot = 0; slot < slotsPerNode * nodes; slot++) {
    const at = bv4BlockWords * Math.floor(slot / slotsPerNode) + (slot % slotsPerNode);
    const [first, count] = [firsts[slot], counts[slot]];
    for (let k = 0; k < 6; k++) floats[at + slotsPerNode * k] = boxes[6 * slot + k];
    words[at + dataWord] =
      count === emptySlot
        ? emptyData
        : count === innerSlot
          ? ((slotsPerNode * first) << childShift) | ((childrenOf(wide, first) - 2) << 1)
          : (((first << 4) | count) << 1) | 1;
  }
  return words;
}

function writeFooter(out: ByteWriter, leaves: LeafMesh, epsilon: number): void {
  const { min, max } = boundsOf(leaves, epsilon);
  const active = activeEdges(leaves.positions, leaves.index);
  out.f32(epsilon, ...min, ...max).u32(active.length);
  out.array(active.map((bits) => edgeFlags.reduce((sum, flag, edge) => sum | (((bits >> edge) & 1) * flag), 0)));
}

/** Returns the box of the triangles, grown like the boxes of leaves. */
function boundsOf({ positions, index }: LeafMesh, epsilon: number): { readonly min: readonly number[]; readonly max: readonly number[] } {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < index.length; i++) {
    for (let k = 0; k < 3; k++) {
      const value = positions[3 * index[i] + k];
      if (value < min[k]) min[k] = value;
      if (value > max[k]) max[k] = value;
    }
  }
  return { min: min.map((value) => value - epsilon), max: max.map((value) => value + epsilon) };
}
