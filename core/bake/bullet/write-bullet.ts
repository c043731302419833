import { InspectorError } from '../../error.ts';
import type { Progress } from '../../progress.ts';
import type { Baked, BakeInput } from '../bake-input.ts';
import { ByteWriter } from '../byte-writer.ts';
import { kindNote, leafMesh, type LeafMesh } from '../leaf-mesh.ts';
import { partsLostNote } from '../part-names.ts';
import { inSourceOrder, sourceRanks } from '../source-order.ts';
import { bulletStructs, dnaBytes, type BulletStructName } from './dna.ts';
import { bulletHead, bulletHeadBytes, chunkHeadBytes, maxBulletTriangles, quantisedNodeBytes, triangleMeshShapeType } from './layout.ts';
import { bulletSteps, type BulletSteps } from './quantised-box.ts';
import { quantisedNodes, subtreeHeaders } from './quantised-nodes.ts';

/** Fraction of the progress before the tree. */
const treeFrom = 0.2;
/** Old pointers of the chunks: any numbers but 0. */
const pointers = { shape: 1, parts: 2, vertices: 3, indices: 4, tree: 5, nodes: 6, subtrees: 7, dna: 8 } as const;

/**
 * Writes a `.bullet` file for `btBulletWorldImporter` of Bullet 3: one triangle mesh shape with its quantised tree. Triangles keep their order,
 * so the triangle index of a hit is that of the source.
 * @throws whatever `progress` throws; InspectorError as `leafMesh`; `too-large` beyond the limits of Bullet.
 */
export function writeBullet(input: BakeInput, progress: Progress): Baked {
  const leaves = leafMesh(input, 'A .bullet file', 'finite', (fraction) => progress(treeFrom * fraction));
  const triangles = leaves.index.length / 3;
  if (triangles > maxBulletTriangles) {
    throw new InspectorError({
      code: 'too-large',
      message: `The mesh has ${triangles} triangles, and a part of a Bullet mesh numbers ${maxBulletTriangles}`,
      fix: 'Divide the mesh, or bake fewer parts of it',
      location: {},
    });
  }
  const ranks = sourceRanks(leaves.sourceTriangles);
  const { min, max } = boundsOf(leaves);
  const steps = bulletSteps(min, max);
  if (!steps.stepsPerUnit.every((value) => value > 0)) {
    const message = 'The mesh is wider than 3.4e38 units, where the boxes of Bullet end';
    throw new InspectorError({ code: 'too-large', message, fix: 'Scale the mesh', location: {} });
  }
  const nodes = quantisedNodes(leaves, ranks, steps, (fraction) => progress(treeFrom + (1 - treeFrom) * fraction));
  const chunks = chunksOf(leaves, inSourceOrder(leaves.index, ranks), steps, nodes);
  const out = new ByteWriter(bulletHeadBytes + chunks.reduce((sum, { bytes }) => sum + chunkHeadBytes + bytes.length, 0));
  out.array(new TextEncoder().encode(bulletHead));
  for (const { code, struct, count, pointer, bytes } of chunks) {
    out.array(new TextEncoder().encode(code)).u32(bytes.length, pointer, 0, struct === null ? 0 : bulletStructs[struct].number, count);
    out.array(bytes);
  }
  const notes = [...leaves.notes, ...partsLostNote(input.mesh.parts), ...kindNote(leaves.tree, nodes.length / quantisedNodeBytes)];
  return { bytes: out.bytes, notes };
}

interface Chunk {
  readonly code: string;
  readonly struct: BulletStructName | null;
  readonly count: number;
  readonly pointer: number;
  readonly bytes: Uint8Array;
}

function chunksOf({ positions }: LeafMesh, indices: Uint32Array, steps: BulletSteps, nodes: Uint8Array): readonly Chunk[] {
  const vertices = positions.length / 3;
  const subtrees = subtreeHeaders(nodes);
  const chunk = (code: string, struct: BulletStructName | null, pointer: number, bytes: Uint8Array): Chunk => {
    const count = struct === null ? 1 : bytes.length / bulletStructs[struct].bytes;
    return { code, struct, count, pointer, bytes };
  };
  return [
    chunk('ARAY', 'btVector3FloatData', pointers.vertices, new Uint8Array(fourEach(positions).buffer)),
    chunk('ARAY', 'btIntIndexData', pointers.indices, new Uint8Array(indices.buffer, indices.byteOffset, indices.byteLength)),
    chunk('ARAY', 'btMeshPartData', pointers.parts, partBytes(indices.length / 3, vertices)),
    chunk('ARAY', 'btQuantizedBvhNodeData', pointers.nodes, nodes),
    chunk('ARAY', 'btBvhSubtreeInfoData', pointers.subtrees, subtrees),
    chunk('QBVH', 'btQuantizedBvhFloatData', pointers.tree, treeBytes(steps, nodes, subtrees)),
    chunk('SHAP', 'btTriangleMeshShapeData', pointers.shape, shapeBytes()),
    chunk('DNA1', null, pointers.dna, dnaBytes()),
  ];
}

/** Vertices with a fourth number, 0. */
function fourEach(positions: Float32Array): Float32Array<ArrayBuffer> {
  const four = new Float32Array((4 * positions.length) / 3);
  for (let i = 0; i < positions.length; i++) four[4 * Math.floor(i / 3) + (i % 3)] = positions[i];
  return four;
}

function partBytes(triangles: number, vertices: number): Uint8Array {
  const out = new ByteWriter(bulletStructs.btMeshPartData.bytes);
  return out.u32(pointers.vertices, 0, 0, 0, pointers.indices, 0, 0, 0, 0, 0, 0, 0, triangles, vertices).bytes;
}

function treeBytes({ min, max, stepsPerUnit }: BulletSteps, nodes: Uint8Array, subtrees: Uint8Array): Uint8Array {
  const count = nodes.length / quantisedNodeBytes;
  const out = new ByteWriter(bulletStructs.btQuantizedBvhFloatData.bytes);
  out.f32(...min, 0, ...max, 0, ...stepsPerUnit, 0);
  // Quantised; no other nodes; traversal without a stack.
  out.u32(count, 1, 0, count).u32(0, 0, pointers.nodes, 0, pointers.subtrees, 0);
  return out.u32(0, subtrees.length / bulletStructs.btBvhSubtreeInfoData.bytes).bytes;
}

function shapeBytes(): Uint8Array {
  const out = new ByteWriter(bulletStructs.btTriangleMeshShapeData.bytes);
  out.u32(0, 0, triangleMeshShapeType, 0);
  out.u32(pointers.parts, 0).f32(1, 1, 1, 0).u32(1, 0);
  // No double tree, no internal edges, and the margin of a new shape: 0.
  return out.u32(pointers.tree, 0, 0, 0, 0, 0, 0, 0).bytes;
}

function boundsOf({ positions, index }: LeafMesh): { readonly min: readonly number[]; readonly max: readonly number[] } {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (const vertex of index) {
    for (let k = 0; k < 3; k++) {
      min[k] = Math.min(min[k], positions[3 * vertex + k]);
      max[k] = Math.max(max[k], positions[3 * vertex + k]);
    }
  }
  return { min, max };
}
