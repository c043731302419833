import { InspectorError } from '../../error.ts';
import type { Progress } from '../../progress.ts';
import type { Baked, BakeInput } from '../bake-input.ts';
import { ByteWriter } from '../byte-writer.ts';
import { kindNote, leafMesh, type LeafMesh } from '../leaf-mesh.ts';
import { partsLostNote } from '../part-names.ts';
import { inSourceOrder, sourceRanks } from '../source-order.ts';
import { bulletFileBytes, type WrittenChunk } from './chunks.ts';
import { bulletStructs } from './dna.ts';
import { maxBulletTriangles, quantisedNodeBytes, triangleMeshShapeType } from './layout.ts';
import { bulletSteps, type BulletSteps } from './quantised-box.ts';
import { quantisedNodes, subtreeHeaders } from './quantised-nodes.ts';

/** Fraction of the progress before the tree. */
const treeFrom = 0.2;
/** Chunks of a mesh shape, in the order of their pointers from the first. */
const chunkNumbers = { shape: 0, parts: 1, vertices: 2, indices: 3, tree: 4, nodes: 5, subtrees: 6 } as const;
type ChunkPointers = Readonly<Record<keyof typeof chunkNumbers, number>>;
/** Pointers that a mesh shape takes. */
export const meshShapePointers = Object.keys(chunkNumbers).length;

/**
 * Writes a `.bullet` file for `btBulletWorldImporter` of Bullet 3: one triangle mesh shape with its quantised tree. Triangles keep their order,
 * so the triangle index of a hit is that of the source.
 * @throws whatever `progress` throws; InspectorError as `leafMesh`; `too-large` beyond the limits of Bullet.
 */
export function writeBullet(input: BakeInput, progress: Progress): Baked {
  const { chunks, notes, leaves, nodes } = meshShapeChunks(input, { code: 'SHAP', firstPointer: 1, name: 0 }, progress);
  return {
    bytes: bulletFileBytes(chunks, bulletStructs, 1 + meshShapePointers),
    notes: [...notes, ...partsLostNote(input.mesh.parts), ...kindNote(leaves.tree, nodes)],
  };
}

/** Where a mesh shape is in a file. */
export interface MeshShapePlace {
  /** `SHAP` for a shape of its own, `ARAY` for one in a compound. */
  readonly code: 'SHAP' | 'ARAY';
  readonly firstPointer: number;
  /** Pointer to the name; 0 for none. */
  readonly name: number;
}

/** Chunks of a triangle mesh shape, the shape last. */
export interface MeshShapeChunks {
  readonly chunks: readonly WrittenChunk[];
  readonly notes: Baked['notes'];
  readonly leaves: LeafMesh;
  /** Nodes of its tree. */
  readonly nodes: number;
}

/**
 * Returns the chunks of a mesh and its first tree as a shape.
 * @throws whatever `progress` throws; InspectorError as `leafMesh`; `too-large` beyond the limits of Bullet.
 */
export function meshShapeChunks(input: BakeInput, place: MeshShapePlace, progress: Progress): MeshShapeChunks {
  const written = bulletTree(input, progress);
  const { leaves, nodes } = written;
  return { chunks: chunksOf(written, place), notes: leaves.notes, leaves, nodes: nodes.length / quantisedNodeBytes };
}

/** A mesh with its tree as Bullet stores it. */
export interface WrittenTree {
  readonly leaves: LeafMesh;
  /** (3·T) in the order of the source. */
  readonly indices: Uint32Array;
  readonly steps: BulletSteps;
  /** 16 bytes each. */
  readonly nodes: Uint8Array;
}

/**
 * Returns a mesh with its first tree as Bullet stores it.
 * @throws whatever `progress` throws; InspectorError as `leafMesh`; `too-large` beyond the limits of Bullet.
 */
export function bulletTree(input: BakeInput, progress: Progress): WrittenTree {
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
  return { leaves, indices: Uint32Array.from(inSourceOrder(leaves.index, ranks)), steps, nodes };
}

function chunksOf(
  { leaves: { positions }, indices, steps, nodes }: WrittenTree,
  { code, firstPointer, name }: MeshShapePlace,
): readonly WrittenChunk[] {
  const vertices = positions.length / 3;
  const subtrees = subtreeHeaders(nodes);
  const pointers = Object.fromEntries(
    Object.entries(chunkNumbers).map(([chunk, number]) => [chunk, firstPointer + number]),
  ) as ChunkPointers; // of the same names
  const indexBytes = new Uint8Array(indices.buffer, indices.byteOffset, indices.byteLength);
  return [
    { code: 'ARAY', struct: 'btVector3FloatData', pointer: pointers.vertices, bytes: fourEach(positions) },
    { code: 'ARAY', struct: 'btIntIndexData', pointer: pointers.indices, bytes: indexBytes },
    { code: 'ARAY', struct: 'btMeshPartData', pointer: pointers.parts, bytes: partBytes(pointers, indices.length / 3, vertices) },
    { code: 'ARAY', struct: 'btQuantizedBvhNodeData', pointer: pointers.nodes, bytes: nodes },
    { code: 'ARAY', struct: 'btBvhSubtreeInfoData', pointer: pointers.subtrees, bytes: subtrees },
    { code: 'QBVH', struct: 'btQuantizedBvhFloatData', pointer: pointers.tree, bytes: treeBytes(pointers, steps, nodes, subtrees) },
    { code, struct: 'btTriangleMeshShapeData', pointer: pointers.shape, bytes: shapeBytes(pointers, name) },
  ];
}

/** Returns the bytes of vertices with a fourth number, 0. */
export function fourEach(positions: Float32Array): Uint8Array<ArrayBuffer> {
  const four = new Float32Array((4 * positions.length) / 3);
  for (let i = 0; i < positions.length; i++) four[4 * Math.floor(i / 3) + (i % 3)] = positions[i];
  return new Uint8Array(four.buffer);
}

function partBytes(pointers: ChunkPointers, triangles: number, vertices: number): Uint8Array {
  const out = new ByteWriter(bulletStructs.btMeshPartData.bytes);
  return out.u32(pointers.vertices, 0, 0, 0, pointers.indices, 0, 0, 0, 0, 0, 0, 0, triangles, vertices).bytes;
}

function treeBytes(pointers: ChunkPointers, { min, max, stepsPerUnit }: BulletSteps, nodes: Uint8Array, subtrees: Uint8Array): Uint8Array {
  const count = nodes.length / quantisedNodeBytes;
  const out = new ByteWriter(bulletStructs.btQuantizedBvhFloatData.bytes);
  out.f32(...min, 0, ...max, 0, ...stepsPerUnit, 0);
  // Quantised; no other nodes; traversal without a stack.
  out.u32(count, 1, 0, count).u32(0, 0, pointers.nodes, 0, pointers.subtrees, 0);
  return out.u32(0, subtrees.length / bulletStructs.btBvhSubtreeInfoData.bytes).bytes;
}

function shapeBytes(pointers: ChunkPointers, name: number): Uint8Array {
  const out = new ByteWriter(bulletStructs.btTriangleMeshShapeData.bytes);
  out.u32(name, 0, triangleMeshShapeType, 0);
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
