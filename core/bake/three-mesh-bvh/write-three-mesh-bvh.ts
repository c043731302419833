import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import type { Progress } from '../../progress.ts';
import { aligned } from '../align.ts';
import type { Baked, BakeInput } from '../bake-input.ts';
import type { BakeNote } from '../bake-note.ts';
import { crc32 } from '../../crc32.ts';
import { kindNote, leafMesh, type LeafMesh } from '../leaf-mesh.ts';
import { partsLostNote } from '../part-names.ts';
import { bvhNodes } from './bvh-nodes.ts';
import { fileVersion, magic, bvhNodeBytes, preambleBytes, type BvhHeader } from './layout.ts';

/** Fraction of the progress before the nodes. */
const nodesFrom = 0.2;

/**
 * Writes a file for `MeshBVH.deserialize`: f32 positions in source coordinates, the index in leaf order, one root. The header lists
 * parts as ranges of source triangles, because the leaf order mixes them.
 * @throws whatever `progress` throws; InspectorError `invalid-argument` without a tree; `too-large` for coordinates beyond f32.
 */
export function writeThreeMeshBvh(input: BakeInput, progress: Progress): Baked {
  const leaves = leafMesh(input, 'A .bvh.bin file', 'finite', (fraction) => progress(nodesFrom * fraction));
  const { tree, positions, index } = leaves;
  const { parts } = input.mesh;
  const nodes = bvhNodes(tree, positions, index, (fraction) => progress(nodesFrom + (1 - nodesFrom) * fraction));
  const notes: readonly BakeNote[] = [
    ...leaves.notes,
    {
      code: 'order-changed',
      message: 'Triangles are in leaf order; sourceTriangles maps them to the order of the source',
      count: tree.triangles,
    },
    ...partsLostNote(parts, 'All parts share one root; the header lists their source triangles'),
    ...kindNote(tree, nodes.byteLength / bvhNodeBytes),
  ];
  return { bytes: pack(input.mesh, leaves, nodes), notes };
}

function pack(mesh: TriangleMesh, { tree, positions, index, sourceTriangles }: LeafMesh, nodes: ArrayBuffer): Uint8Array<ArrayBuffer> {
  const counts = { vertices: positions.length / 3, triangles: tree.triangles, nodes: nodes.byteLength / bvhNodeBytes };
  const parts = mesh.parts.map(({ name, firstTriangle, triangleCount }) => ({ name, firstTriangle, triangleCount }));
  const arrays = [positions, index, new Uint8Array(nodes), sourceTriangles];
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
