import { InspectorError } from '../../error.ts';
import type { Progress } from '../../progress.ts';
import { roundDownHalf, roundUpHalf, maxHalfBits } from '../../math/half-float.ts';
import { activeEdges, joltFlatSine } from '../active-edges.ts';
import type { Baked, BakeInput } from '../bake-input.ts';
import type { BakeNote } from '../bake-note.ts';
import { ByteWriter } from '../byte-writer.ts';
import { emptySlot, fourWide, innerSlot, largestCoordinate, slotsPerNode, type FourWide } from '../four-wide.ts';
import { kindNote, leafMesh, type LeafMesh } from '../leaf-mesh.ts';
import { partsLostNote } from '../part-names.ts';
import { joltVertexGrid, type JoltGrid } from '../../mesh/jolt-vertex-grid.ts';
import {
  countShift,
  joltStamp,
  leafBytes,
  maxJoltLeaf,
  maxJoltLevels,
  meshShapeType,
  nodeBytes,
  nodeHalves,
  nodesAt,
  nodeWords,
  offsetMask,
  propertiesWord,
  stateHeaderBytes,
  unusedCount,
  joltVertexBytes,
} from './layout.ts';
import { gridVertices, type GridVertices } from './grid-vertices.ts';
import { packLeaves, type JoltLeaf } from './pack-leaves.ts';

/** Fractions of the progress before the tree and before the leaves. */
const treeFrom = 0.2;
const leavesFrom = 0.7;
/** Vertices are named by 29 bits of four bytes each. */
const maxTreeBytes = 2 ** 31;
/** The difference of fused multiplication, by which boxes grow. */
const paddingPart = 2 ** -22;

/**
 * Writes the binary state of a mesh shape for `Shape::sRestoreFromBinaryState` of Jolt 5.5. Vertices are on its grid, boxes in half floats. The
 * user data of each triangle is its source triangle. Edges take part in contacts as Jolt decides by default.
 * @throws whatever `progress` throws; InspectorError as `leafMesh`; `too-large` beyond the limits of Jolt.
 */
export function writeJolt(input: BakeInput, progress: Progress): Baked {
  const leaves = leafMesh(input, 'A Jolt mesh shape', 'jolt', (fraction) => progress(treeFrom * fraction));
  const grid = joltVertexGrid(leaves.positions, leaves.index);
  if (!grid.step.every(Number.isFinite))
    throw tooLarge('The mesh is wider than 3.4e38 units, where the grid of Jolt ends', 'Scale the mesh');
  const vertices = gridVertices(grid, leaves, input.mesh.positions);
  const held = { ...leaves, positions: vertices.positions };
  const padding = largestCoordinate(held) * paddingPart;
  const wide = fourWide(held, maxJoltLeaf, padding, (fraction) => progress(treeFrom + (leavesFrom - treeFrom) * fraction));
  checkDepth(wide);
  progress(leavesFrom);
  return { bytes: bytesOf(leaves, grid, vertices, wide), notes: notesOf(input, leaves, vertices, wide) };
}

function notesOf(input: BakeInput, leaves: LeafMesh, { largestError, moved }: GridVertices, wide: FourWide): readonly BakeNote[] {
  const triangles = leaves.index.length / 3;
  const message = 'Coordinates were rounded to the 2,097,152 points an axis of the grid of Jolt';
  return [
    ...(moved === 0 ? [] : [{ code: 'rounded', message, count: moved, largest: largestError } as const]),
    ...leaves.notes.filter(({ code }) => code !== 'rounded'),
    { code: 'order-changed', message: 'Triangles are in leaf order; their user data name their source triangles', count: triangles },
    ...partsLostNote(input.mesh.parts),
    ...kindNote(leaves.tree, slotsPerNode * wide.nodes),
  ];
}

function tooLarge(message: string, fix: string): InspectorError {
  return new InspectorError({ code: 'too-large', message, fix, location: {} });
}

function tooManyBytes(found: number, limit: number): InspectorError {
  return tooLarge(`The tree and its leaves have ${found} bytes, and Jolt addresses ${limit}`, 'Divide the mesh');
}

function checkDepth({ nodes, counts, firsts }: FourWide): void {
  const level = new Uint32Array(nodes).fill(1);
  let levels = 1;
  for (let slot = 0; slot < slotsPerNode * nodes; slot++) {
    if (counts[slot] !== innerSlot) continue;
    level[firsts[slot]] = level[Math.floor(slot / slotsPerNode)] + 1;
    levels = Math.max(levels, level[firsts[slot]]);
  }
  if (levels > maxJoltLevels)
    throw tooLarge(
      `The tree has ${levels} levels of four children, and Jolt walks ${maxJoltLevels}`,
      'Build the tree with the split "median"',
    );
}

function bytesOf(leaves: LeafMesh, grid: JoltGrid, vertices: GridVertices, wide: FourWide): Uint8Array<ArrayBuffer> {
  const isLeafOnly = wide.nodes === 1 && wide.counts[1] === emptySlot;
  const nodes = isLeafOnly ? 0 : wide.nodes;
  const leafSlots = leafSlotsOf(wide);
  const offsets = new Float64Array(wide.counts.length);
  let end = nodesAt + nodeBytes * nodes;
  const listed: JoltLeaf[] = [];
  for (const slot of leafSlots) {
    offsets[slot] = end;
    listed.push({ first: wide.firsts[slot], count: wide.counts[slot], offset: end });
    end += leafBytes(wide.counts[slot], true);
  }
  const lastOffset = listed[listed.length - 1].offset;
  if (lastOffset / 4 > offsetMask) throw tooManyBytes(lastOffset, 4 * offsetMask);
  const active = activeEdges(leaves.positions, leaves.index, joltFlatSine);
  const packed = packLeaves(listed, leaves, active, end);
  const treeBytes = end + joltVertexBytes * packed.vertices.length;
  if (treeBytes > maxTreeBytes) throw tooManyBytes(treeBytes, maxTreeBytes);
  const out = new ByteWriter(stateHeaderBytes + treeBytes);
  out.u8(meshShapeType, ...joltStamp).u32(treeBytes);
  const bounds = rootBox(wide);
  const root = isLeafOnly ? properties(wide.counts[0], nodesAt) : properties(0, nodesAt);
  out.f32(...bounds).u32(root);
  out.u8(32 - Math.clz32(lastOffset / 4), 0, 0, 0);
  out.f32(...grid.min, ...grid.step);
  if (!isLeafOnly) out.array(nodesOf(wide, offsets));
  out.array(packed.bytes);
  for (const vertex of packed.vertices) out.u32(vertices.words[2 * vertex], vertices.words[2 * vertex + 1]);
  return out.bytes;
}

/** Returns the slots of leaves in leaf order. */
function leafSlotsOf({ nodes, counts, firsts }: FourWide): Uint32Array {
  const slots: number[] = [];
  for (let slot = 0; slot < slotsPerNode * nodes; slot++) if (counts[slot] !== innerSlot && counts[slot] !== emptySlot) slots.push(slot);
  return Uint32Array.from(slots).sort((a, b) => firsts[a] - firsts[b]);
}

function properties(triangles: number, offset: number): number {
  return ((triangles << countShift) | (offset / 4)) >>> 0;
}

function rootBox({ counts, boxes }: FourWide): readonly number[] {
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let slot = 0; slot < slotsPerNode && counts[slot] !== emptySlot; slot++) {
    for (let k = 0; k < 3; k++) {
      box[k] = Math.min(box[k], boxes[6 * slot + k]);
      box[k + 3] = Math.max(box[k + 3], boxes[6 * slot + k + 3]);
    }
  }
  return box;
}

function nodesOf(wide: FourWide, offsets: Float64Array): Uint32Array {
  const { nodes, firsts, counts, boxes } = wide;
  const words = new Uint32Array(nodeWords * nodes);
  const halves = new Uint16Array(words.buffer);
  for (let slot = 0; slot < slotsPerNode * nodes; slot++) {
    const [node, place] = [Math.floor(slot / slotsPerNode), slot % slotsPerNode];
    const isUnused = counts[slot] === emptySlot;
    for (let k = 0; k < 6; k++) {
      const value = boxes[6 * slot + k];
      halves[nodeHalves * node + slotsPerNode * k + place] = isUnused ? maxHalfBits : k < 3 ? roundDownHalf(value) : roundUpHalf(value);
    }
    words[nodeWords * node + propertiesWord + place] = isUnused
      ? (unusedCount << countShift) >>> 0
      : counts[slot] === innerSlot
        ? properties(0, nodesAt + nodeBytes * firsts[slot])
        : properties(counts[slot], offsets[slot]);
  }
  return words;
}
