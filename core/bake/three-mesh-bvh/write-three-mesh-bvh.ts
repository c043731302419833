import { InspectorError } from '../../error.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Progress } from '../../progress.ts';
import type { Tree } from '../../tree/layout.ts';
import { triangleAt, trianglesOfRun } from '../../tree/leaf-order.ts';
import { aligned } from '../align.ts';
import type { Baked, BakeInput } from '../bake-input.ts';
import type { BakeNote } from '../bake-note.ts';
import { crc32 } from '../../crc32.ts';
import { physicsNote, transformsNote } from '../part-names.ts';
import { roundingNote, roundPositions } from '../round-positions.ts';
import { usedByTriangles } from '../used-by-triangles.ts';
import { bvhNodes } from './bvh-nodes.ts';
import { fileVersion, magic, bvhNodeBytes, preambleBytes, type BvhHeader } from './layout.ts';

/** Fraction of the progress before the nodes. */
const nodesFrom = 0.2;
/** Corners between two calls of `progress`. */
const reportStep = 3 << 12;

/**
 * Writes a file for `MeshBVH.deserialize`: f32 positions in source coordinates, the index in leaf order, one root. The header lists
 * parts as ranges of source triangles, because the leaf order mixes them.
 * @throws whatever `progress` throws; InspectorError `invalid-argument` without a tree; `too-large` for coordinates beyond f32.
 */
export function writeThreeMeshBvh({ mesh, trees }: BakeInput, progress: Progress): Baked {
  const [tree] = trees;
  if (tree === undefined) {
    throw new InspectorError({
      code: 'invalid-argument',
      message: 'A .bvh.bin file needs a tree',
      fix: 'Build a tree first',
      location: {},
    });
  }
  const replaced = heldPositions(mesh, tree);
  const rounded = roundPositions(replaced.positions, null);
  const index = leafIndex(mesh, tree, (fraction) => progress(nodesFrom * fraction));
  const nodes = bvhNodes(tree, rounded.values, index, (fraction) => progress(nodesFrom + (1 - nodesFrom) * fraction));
  const notes: readonly BakeNote[] = [
    ...roundingNote(rounded),
    ...replaced.notes,
    ...transformsNote(mesh.parts),
    ...physicsNote(mesh.parts),
    {
      code: 'order-changed',
      message: 'Triangles are in leaf order; sourceTriangles maps them to the order of the source',
      count: tree.triangles,
    },
    ...(mesh.parts.length < 2
      ? []
      : [
          {
            code: 'parts-lost',
            message: 'All parts share one root; the header lists their source triangles',
            count: mesh.parts.length,
          } as const,
        ]),
    ...(tree.kind === 'aabb'
      ? []
      : [
          {
            code: 'kind-lost',
            message: `The ${tree.kind} tree was written with AABBs around the same triangles`,
            count: nodes.byteLength / bvhNodeBytes,
          } as const,
        ]),
    ...(trees.length < 2 ? [] : [{ code: 'trees-left-out', message: 'Only the first tree was written', count: trees.length - 1 } as const]),
  ];
  return { bytes: pack(mesh, tree, rounded.values, index, nodes), notes };
}

/**
 * Replaces unused vertices that are not finite in f32 by the first vertex of the tree, because three.js computes bounds of all
 * vertices, used or not.
 */
function heldPositions(mesh: TriangleMesh, tree: Tree): { readonly positions: Float64Array; readonly notes: readonly BakeNote[] } {
  const { positions, indices } = mesh;
  const stand = 3 * indices[3 * triangleAt(tree, 0)];
  const used = usedByTriangles(mesh, 'finite');
  const held = positions.slice();
  let vertices = 0;
  for (let vertex = 0, at = 0; at < positions.length; vertex++, at += 3) {
    if (used[vertex] === 1 || [0, 1, 2].every((k) => Number.isFinite(Math.fround(positions[at + k])))) continue;
    for (let k = 0; k < 3; k++) held[at + k] = positions[stand + k];
    vertices++;
  }
  const triangles = indices.length / 3 - tree.triangles;
  const notes: BakeNote[] = [];
  const replaced = 'Unused vertices that are not finite in 32 bits were moved to a finite vertex';
  if (vertices > 0) notes.push({ code: 'vertices-replaced', message: replaced, count: vertices });
  if (triangles > 0) notes.push({ code: 'triangles-left-out', message: 'Non-finite triangles were not written', count: triangles });
  return { positions: held, notes };
}

/** Returns the index in leaf order, with 16 bits if that is enough for all vertices. */
function leafIndex(
  { positions, indices }: TriangleMesh,
  tree: Tree,
  progress: Progress,
): Uint16Array<ArrayBuffer> | Uint32Array<ArrayBuffer> {
  const index = positions.length / 3 <= 0x1_0000 ? new Uint16Array(3 * tree.triangles) : new Uint32Array(3 * tree.triangles);
  for (let i = 0; i < index.length; i += 3) {
    if (i % reportStep === 0) progress(i / index.length);
    const triangle = 3 * triangleAt(tree, i / 3);
    index[i] = indices[triangle];
    index[i + 1] = indices[triangle + 1];
    index[i + 2] = indices[triangle + 2];
  }
  return index;
}

function pack(
  mesh: TriangleMesh,
  tree: Tree,
  positions: Float32Array,
  index: Uint16Array | Uint32Array,
  nodes: ArrayBuffer,
): Uint8Array<ArrayBuffer> {
  const counts = { vertices: positions.length / 3, triangles: tree.triangles, nodes: nodes.byteLength / bvhNodeBytes };
  const parts = mesh.parts.map(({ name, firstTriangle, triangleCount }) => ({ name, firstTriangle, triangleCount }));
  const arrays = [positions, index, new Uint8Array(nodes), trianglesOfRun(tree, 0, tree.triangles)];
  // Offsets count from the end of the JSON, whose own length would otherwise depend on them.
  const offsets: number[] = [];
  let end = 0;
  for (const array of arrays) {
    offsets.push(end);
    end = aligned(end + array.byteLength);
  }
  const [positionsAt, indexAt, rootAt, sourceAt] = offsets;
  const header: BvhHeader = {
    version: fileVersion,
    ...counts,
    positions: positionsAt,
    index: indexAt,
    indexBytes: index instanceof Uint16Array ? 2 : 4,
    root: rootAt,
    sourceTriangles: sourceAt,
    split: tree.split,
    parts,
  };
  const json = new TextEncoder().encode(JSON.stringify(header));
  const dataAt = preambleBytes + aligned(json.length);
  const bytes = new Uint8Array(dataAt + end);
  bytes.fill(0x20, preambleBytes, dataAt);
  bytes.set(json, preambleBytes);
  arrays.forEach((array, i) => bytes.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), dataAt + offsets[i]));
  const view = new DataView(bytes.buffer);
  view.setUint32(0, magic, true);
  view.setUint32(4, dataAt - preambleBytes, true);
  view.setUint32(8, crc32(bytes, preambleBytes, dataAt), true);
  view.setUint32(12, crc32(bytes, dataAt), true);
  return bytes;
}
