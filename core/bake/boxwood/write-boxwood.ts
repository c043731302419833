import { InspectorError } from '../../error.ts';
import { aligned } from '../align.ts';
import { writeChunkTable } from './chunk-table.ts';
import type { BoxwoodContents } from './contents.ts';
import { crc32 } from '../../crc32.ts';
import { chunkKinds, entryBytes, boxwoodHeaderBytes, maxTrees, type Chunk } from './layout.ts';
import { metaVersion, writeMeta } from './meta-chunk.ts';
import { partsVersion, writeParts } from './parts-chunk.ts';
import type { ColliderRole } from '../../mesh/collider-role.ts';
import type { TriangleMesh } from '../../mesh/triangle-mesh.ts';
import { noProgress, type Progress } from '../../progress.ts';
import { treeVersion } from '../../tree/layout.ts';

/**
 * Writes a `.boxwood` file, version 1. The bytes depend on the contents only.
 * @throws whatever `progress` throws; InspectorError `invalid-argument` for more than `maxTrees` trees.
 */
export function writeBoxwood(contents: BoxwoodContents, progress: Progress = noProgress): Uint8Array<ArrayBuffer> {
  const { mesh, trees } = contents;
  if (trees.length > maxTrees) {
    const message = `A .boxwood file stores at most ${maxTrees} trees, not ${trees.length}`;
    throw new InspectorError({ code: 'invalid-argument', message, fix: 'Bake fewer trees', location: {} });
  }
  const pieces: readonly Piece[] = [
    { kind: chunkKinds.vertices, version: 1, required: true, bytes: bytesOf(mesh.positions) },
    { kind: chunkKinds.indices, version: 1, required: true, bytes: bytesOf(mesh.indices) },
    { kind: chunkKinds.parts, version: partsVersion, required: true, bytes: writeParts(mesh.parts) },
    ...(mesh.polygons === undefined ? [] : [{ kind: chunkKinds.polygons, version: 1, required: false, bytes: bytesOf(mesh.polygons) }]),
    ...trees.map((bytes) => ({ kind: chunkKinds.tree, version: treeVersion, required: false, bytes })),
    {
      kind: chunkKinds.meta,
      version: metaVersion,
      required: false,
      bytes: writeMeta({
        ...contents,
        roles: rolesOf(mesh),
        collided: new Set(mesh.parts.flatMap(({ hasCollider }, i) => (hasCollider === true ? [i] : []))),
        materials: mesh.materials ?? null,
      }),
    },
  ];
  return layOut(pieces, progress);
}

function rolesOf({ parts }: TriangleMesh): ReadonlyMap<number, ColliderRole> {
  return new Map(parts.flatMap(({ role }, i) => (role === undefined ? [] : [[i, role]])));
}

/** A chunk without its offset. */
export interface Piece {
  readonly kind: string;
  readonly version: number;
  readonly required: boolean;
  readonly bytes: Uint8Array;
}

/** Lays out any chunks as a valid file, for `writeBoxwood` and for tests of later versions. */
export function layOut(pieces: readonly Piece[], progress: Progress = noProgress): Uint8Array<ArrayBuffer> {
  const chunks: Chunk[] = [];
  const total = pieces.reduce((sum, { bytes }) => sum + bytes.length, 0);
  let done = 0;
  let end = boxwoodHeaderBytes + pieces.length * entryBytes;
  for (const { bytes, ...piece } of pieces) {
    chunks.push({ ...piece, offset: end, length: bytes.length, checksum: crc32(bytes) });
    end = aligned(end + bytes.length);
    // A checksum takes a second per gigabyte; work can be cancelled between chunks.
    progress((done += bytes.length) / total);
  }
  const file = new Uint8Array(end);
  pieces.forEach(({ bytes }, i) => file.set(bytes, chunks[i].offset));
  writeChunkTable(file, chunks);
  return file;
}

function bytesOf(array: Float64Array | Uint32Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}
