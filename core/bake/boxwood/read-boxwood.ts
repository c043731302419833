import { InspectorError } from '../../error.ts';
import { unknownSpace } from '../../mesh/source-space.ts';
import type { ColliderRole } from '../../mesh/collider-role.ts';
import type { MeshPart, TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { finiteFacts } from '../../mesh/finite-facts.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { treeVersion } from '../../tree/layout.ts';
import { checkBakedTree } from './check-baked-tree.ts';
import { checkedChunk, readChunkTable } from './chunk-table.ts';
import type { BoxwoodContents } from './contents.ts';
import { chunkKinds, entryBytes, boxwoodHeaderBytes, maxTrees, damagedBoxwood, type Chunk } from './layout.ts';
import { metaVersion, readMeta, type BoxwoodMeta } from './meta-chunk.ts';
import { partsVersion, readParts } from './parts-chunk.ts';

/** Contents with checked trees in buffers of their own. */
export interface CheckedBoxwood extends BoxwoodContents {
  readonly trees: readonly Uint8Array<ArrayBuffer>[];
}

/**
 * Views trusted bytes as a baked file. Table, parts and META chunk are read; large arrays are viewed in place, and only copied if `bytes`
 * is not aligned. The time does not depend on the size of mesh and trees.
 * @throws InspectorError as `readBoxwoodFile`, for the parts that it reads.
 */
export function openBoxwood(bytes: Uint8Array): BoxwoodContents {
  return view(bytes, readChunkTable(bytes));
}

/**
 * Reads an untrusted baked file and checks all of it: every checksum, the ranges of indices and parts, every tree against the mesh.
 * Each tree gets its own buffer, which can be transferred. Optional chunks of unknown kinds are only checked by their checksum.
 * @throws InspectorError `invalid-bytes` or `truncated` for a damaged file, `unsupported-dialect` for a later version,
 *   `unsupported-feature` for an unknown required chunk; the location is the byte in the file. Whatever `progress` throws.
 */
export function readBoxwoodFile(bytes: Uint8Array, progress: Progress = noProgress): CheckedBoxwood {
  const chunks = readChunkTable(bytes);
  requireFewTrees(chunks);
  for (const chunk of chunks) {
    progress((0.4 * chunk.offset) / bytes.length);
    checkedChunk(bytes, chunk);
  }
  const contents = view(bytes, chunks);
  checkIndices(contents.mesh, one(chunks, chunkKinds.indices).offset);
  const treeChunks = ofKind(chunks, chunkKinds.tree);
  const facts = finiteFacts(contents.mesh);
  const trees = treeChunks.flatMap((chunk, i) => {
    progress(0.4 + (0.6 * i) / treeChunks.length);
    return checkBakedTree(bytes, chunk, contents.mesh, facts);
  });
  progress(1);
  return { ...contents, trees };
}

function view(bytes: Uint8Array, chunks: readonly Chunk[]): BoxwoodContents {
  chunks.forEach((chunk, i) => requireKnown(chunk, boxwoodHeaderBytes + i * entryBytes));
  requireFewTrees(chunks);
  const vertices = one(chunks, chunkKinds.vertices);
  const indices = one(chunks, chunkKinds.indices);
  const parts = one(chunks, chunkKinds.parts);
  if (vertices.length % 24 !== 0) throw damagedBoxwood('the size of its vertices is not a multiple of 24 bytes', vertices.offset);
  if (indices.length % 12 !== 0) throw damagedBoxwood('the size of its triangles is not a multiple of 12 bytes', indices.offset);
  const { roles, collided, materials, ...description } = meta(bytes, chunks, indices.length / 12);
  const polygons = atMostOne(chunks, chunkKinds.polygons);
  return {
    mesh: {
      positions: new Float64Array(...place(bytes, vertices, 8)),
      indices: new Uint32Array(...place(bytes, indices, 4)),
      parts: readParts(contentOf(bytes, parts), indices.length / 12, parts.offset).map((part, i) =>
        withRole(part, roles.get(i), collided.has(i)),
      ),
      ...(materials !== null && { materials }),
      ...(polygons !== null && { polygons: readPolygons(bytes, polygons, indices.length / 12) }),
    },
    trees: ofKind(chunks, chunkKinds.tree).map((chunk) => contentOf(bytes, chunk)),
    ...description,
  };
}

const knownVersions: ReadonlyMap<string, number> = new Map([
  [chunkKinds.vertices, 1],
  [chunkKinds.indices, 1],
  [chunkKinds.parts, partsVersion],
  [chunkKinds.polygons, 1],
  [chunkKinds.tree, treeVersion],
  [chunkKinds.meta, metaVersion],
]);

function requireKnown({ kind, version, required }: Chunk, byte: number): void {
  if (!required || knownVersions.get(kind) === version) return;
  throw new InspectorError({
    code: 'unsupported-feature',
    message: `This baked file needs version ${version} of the chunk ${kind}, which is not supported`,
    fix: 'Open it with the Boxwood version that baked it, or bake it again',
    location: { byte },
  });
}

/** Checks the number of trees before any tree is read. */
function requireFewTrees(chunks: readonly Chunk[]): void {
  const trees = ofKind(chunks, chunkKinds.tree);
  if (trees.length > maxTrees) throw damagedBoxwood(`it has ${trees.length} trees, the limit is ${maxTrees}`, trees[maxTrees].offset);
}

function meta(bytes: Uint8Array, chunks: readonly Chunk[], triangles: number): BoxwoodMeta {
  const chunk = atMostOne(chunks, chunkKinds.meta);
  return chunk === null
    ? { source: null, space: unknownSpace, findings: [], ignored: [], roles: new Map(), collided: new Set(), materials: null }
    : readMeta(contentOf(bytes, chunk), chunk.offset, triangles);
}

/** The chunk POLY, version 1: u32 first triangle and u32 triangles of each polygon, ascending, without overlap. */
function readPolygons(bytes: Uint8Array, chunk: Chunk, triangles: number): Uint32Array {
  if (chunk.length % 8 !== 0) throw damagedBoxwood('the size of its polygons is not a multiple of 8 bytes', chunk.offset);
  const polygons = new Uint32Array(...place(bytes, chunk, 4));
  let end = 0;
  for (let i = 0; i < polygons.length; i += 2) {
    if (polygons[i] < end || polygons[i + 1] < 2 || polygons[i] + polygons[i + 1] > triangles)
      throw damagedBoxwood(`polygon ${i / 2} is out of range or not ascending`, chunk.offset + 4 * i);
    end = polygons[i] + polygons[i + 1];
  }
  return polygons;
}

function withRole(part: MeshPart, role: ColliderRole | undefined, hasCollider: boolean): MeshPart {
  return { ...part, ...(role !== undefined && { role }), ...(hasCollider && { hasCollider }) };
}

/** Returns the chunks of a kind in the known version; other versions of it are optional and ignored. */
function ofKind(chunks: readonly Chunk[], kind: string): readonly Chunk[] {
  return chunks.filter((chunk) => chunk.kind === kind && chunk.version === knownVersions.get(kind));
}

function atMostOne(chunks: readonly Chunk[], kind: string): Chunk | null {
  const found = ofKind(chunks, kind);
  if (found.length > 1) throw damagedBoxwood(`it has ${found.length} ${kind} chunks`, found[1].offset);
  return found[0] ?? null;
}

function one(chunks: readonly Chunk[], kind: string): Chunk {
  const chunk = atMostOne(chunks, kind);
  if (chunk === null) throw damagedBoxwood(`it has no ${kind} chunk`, boxwoodHeaderBytes);
  return chunk;
}

function contentOf(bytes: Uint8Array, { offset, length }: Chunk): Uint8Array {
  return bytes.subarray(offset, offset + length);
}

/** Returns the arguments of a typed array over the chunk: a view of the file if the alignment allows, else a copy. */
function place(bytes: Uint8Array, chunk: Chunk, elementBytes: number): [buffer: ArrayBufferLike, byteOffset: number, length: number] {
  const content = contentOf(bytes, chunk);
  const length = chunk.length / elementBytes;
  return content.byteOffset % elementBytes === 0
    ? [content.buffer, content.byteOffset, length]
    : [new Uint8Array(content).buffer, 0, length];
}

function checkIndices({ positions, indices }: TriangleMesh, offset: number): void {
  const vertices = positions.length / 3;
  for (let i = 0; i < indices.length; i++) {
    if (indices[i] >= vertices)
      throw damagedBoxwood(`triangle ${Math.floor(i / 3)} names vertex ${indices[i]} of ${vertices}`, offset + 4 * i);
  }
}
