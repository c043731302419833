import { InspectorError } from '../error.ts';
import { openAnimation, writeAnimation } from './animation/animation-bytes.ts';
import type { SceneAnimation } from './animation/scene-animation.ts';
import type { TriangleMesh } from './triangle-mesh.ts';

/**
 * A mesh as one block of bytes, little-endian, for messages between threads and over HTTP; viewed in place.
 *
 *     0  u32 magic 'BXMS'     8  u32 V vertices     16  u32 byte length of the parts
 *     4  u32 version 5       12  u32 T triangles    20  u32 P polygons
 *    24  u32 byte length of the animation, 0 for none
 *    28  u32 numbers of the curved surface, 0 for none; the rest of 64 is zero
 *    64  f64 (3·V) positions, then u32 (3·T) indices, then u32 (2·P) polygons, then `{ parts, materials }` as UTF-8 JSON, then
 *        at the next multiple of eight the animation (`animation/animation-bytes.ts`), then at the next multiple of eight f64 numbers of the curved
 *        surface (`patch/curved-surface.ts`)
 *
 * This is a message, not a file. Baked files have another format, with checksums.
 */
const magic = 0x534d5842;
const version = 5;
const headerBytes = 64;

/** Bytes that `allocateMeshArrays` reserves for the parts. More parts, or longer names, need a copy. */
const partsRoom = 4096;

/**
 * Returns memory for a mesh of a size that is known before it is read, as `allocate` gives it. `writeMeshBytes` does not copy a mesh in this memory. The buffer is
 * larger than the two arrays.
 */
export function allocateMeshArrays(
  vertices: number,
  triangles: number,
  allocate: (byteLength: number) => ArrayBuffer | SharedArrayBuffer,
): Pick<TriangleMesh, 'positions' | 'indices'> {
  const indicesAt = headerBytes + 24 * vertices;
  const buffer = allocate(indicesAt + 12 * triangles + partsRoom);
  return { positions: new Float64Array(buffer, headerBytes, 3 * vertices), indices: new Uint32Array(buffer, indicesAt, 3 * triangles) };
}

/**
 * Returns the mesh in one buffer, in shared memory if `Buffer` is `SharedArrayBuffer`. Copies once, or never: a mesh in `allocateMeshArrays` of the
 * same `allocate` returns its own buffer. `surface` is a packed curved surface, empty for none.
 */
export function writeMeshBytes<B extends ArrayBuffer | SharedArrayBuffer>(
  mesh: TriangleMesh,
  allocate: (byteLength: number) => B,
  animation: SceneAnimation | null = null,
  surface: Float64Array = new Float64Array(0),
): B {
  const parts = new TextEncoder().encode(JSON.stringify({ parts: mesh.parts, materials: mesh.materials }));
  const { positions, indices, polygons = new Uint32Array(0) } = mesh;
  const indicesAt = headerBytes + positions.byteLength;
  const polygonsAt = indicesAt + indices.byteLength;
  const partsAt = polygonsAt + polygons.byteLength;
  if (animation === null && surface.length === 0 && polygons.length === 0 && parts.length <= partsRoom && liesInMemory(mesh)) {
    const buffer = positions.buffer as B; // From the same `allocate`, by contract.
    writeHeader(buffer, mesh, { parts: partsRoom, animation: 0, surface: 0 });
    // JSON can end with blanks.
    const room = new Uint8Array(buffer, partsAt, partsRoom).fill(blank);
    room.set(parts);
    return buffer;
  }
  const moving = animation === null ? new Uint8Array(0) : writeAnimation(animation);
  const animationAt = startOf(partsAt + parts.byteLength, moving.length);
  const surfaceAt = startOf(animationAt + moving.length, surface.length);
  const buffer = allocate(surfaceAt + surface.byteLength);
  writeHeader(buffer, mesh, { parts: parts.byteLength, animation: moving.length, surface: surface.length });
  new Float64Array(buffer, headerBytes, positions.length).set(positions);
  new Uint32Array(buffer, indicesAt, indices.length).set(indices);
  new Uint32Array(buffer, polygonsAt, polygons.length).set(polygons);
  new Uint8Array(buffer, partsAt, parts.byteLength).set(parts);
  new Uint8Array(buffer, animationAt, moving.length).set(moving);
  if (surface.length > 0) new Float64Array(buffer, surfaceAt).set(surface);
  return buffer;
}

const blank = 32;

/** Whether a mesh fills memory of `allocateMeshArrays` that is not yet a message, which others may read. */
function liesInMemory({ positions, indices }: TriangleMesh): boolean {
  const { buffer } = positions;
  const end = headerBytes + positions.byteLength + indices.byteLength;
  const isFilled =
    indices.buffer === buffer &&
    positions.byteOffset === headerBytes &&
    indices.byteOffset === headerBytes + positions.byteLength &&
    buffer.byteLength === end + partsRoom;
  return isFilled && new DataView(buffer).getUint32(0, true) !== magic;
}

function writeHeader(
  buffer: ArrayBuffer | SharedArrayBuffer,
  { positions, indices, polygons }: TriangleMesh,
  lengths: { readonly parts: number; readonly animation: number; readonly surface: number },
): void {
  const header = new DataView(buffer);
  header.setUint32(0, magic, true);
  header.setUint32(4, version, true);
  header.setUint32(8, positions.length / 3, true);
  header.setUint32(12, indices.length / 3, true);
  header.setUint32(16, lengths.parts, true);
  header.setUint32(20, (polygons?.length ?? 0) / 2, true);
  header.setUint32(24, lengths.animation, true);
  header.setUint32(28, lengths.surface, true);
}

/** Returns the start of a block that follows the byte `end`; the byte itself for an empty one. */
function startOf(end: number, length: number): number {
  return length === 0 ? end : Math.ceil(end / 8) * 8;
}

/**
 * Views bytes of `writeMeshBytes` as a mesh; only the parts are copied.
 * @throws InspectorError `invalid-bytes` for a wrong header or length.
 */
export function openMeshBytes(buffer: ArrayBuffer | SharedArrayBuffer): TriangleMesh {
  const { vertices, triangles, polygons, indicesAt, polygonsAt, partsAt, partsLength } = readHeader(buffer);
  // TextDecoder rejects shared memory, so the bytes of the parts are copied.
  const partsText = new Uint8Array(partsLength);
  partsText.set(new Uint8Array(buffer, partsAt, partsLength));
  return {
    positions: new Float64Array(buffer, headerBytes, 3 * vertices),
    indices: new Uint32Array(buffer, indicesAt, 3 * triangles),
    ...(JSON.parse(new TextDecoder().decode(partsText)) as Pick<TriangleMesh, 'parts' | 'materials'>),
    ...(polygons > 0 && { polygons: new Uint32Array(buffer, polygonsAt, 2 * polygons) }),
  };
}

/**
 * Views the animation in bytes of `writeMeshBytes`; `null` without one.
 * @throws InspectorError as `openMeshBytes`.
 */
export function openMeshAnimation(buffer: ArrayBuffer | SharedArrayBuffer): SceneAnimation | null {
  const { animationAt, animationLength } = readHeader(buffer);
  return animationLength === 0 ? null : openAnimation(new Uint8Array(buffer, animationAt, animationLength));
}

/**
 * Views the packed curved surface in bytes of `writeMeshBytes`; empty without one.
 * @throws InspectorError as `openMeshBytes`.
 */
export function openMeshSurface(buffer: ArrayBuffer | SharedArrayBuffer): Float64Array {
  const { surfaceAt, surfaceLength } = readHeader(buffer);
  return surfaceLength === 0 ? new Float64Array(0) : new Float64Array(buffer, surfaceAt, surfaceLength);
}

function readHeader(buffer: ArrayBuffer | SharedArrayBuffer) {
  if (buffer.byteLength < headerBytes) throw invalid(`${buffer.byteLength} bytes, but the header alone has ${headerBytes}`, 0);
  const header = new DataView(buffer);
  if (header.getUint32(0, true) !== magic) throw invalid('the magic number is not BXMS', 0);
  if (header.getUint32(4, true) !== version) throw invalid(`version ${header.getUint32(4, true)}, wanted ${version}`, 4);
  const vertices = header.getUint32(8, true);
  const triangles = header.getUint32(12, true);
  const partsLength = header.getUint32(16, true);
  const polygons = header.getUint32(20, true);
  const indicesAt = headerBytes + 24 * vertices;
  const polygonsAt = indicesAt + 12 * triangles;
  const partsAt = polygonsAt + 8 * polygons;
  const animationLength = header.getUint32(24, true);
  const animationAt = startOf(partsAt + partsLength, animationLength);
  const surfaceLength = header.getUint32(28, true);
  const surfaceAt = startOf(animationAt + animationLength, surfaceLength);
  const end = surfaceAt + 8 * surfaceLength;
  if (buffer.byteLength !== end) {
    throw invalid(`${buffer.byteLength} bytes, wanted ${end}`, 8);
  }
  return {
    vertices,
    triangles,
    polygons,
    indicesAt,
    polygonsAt,
    partsAt,
    partsLength,
    animationAt,
    animationLength,
    surfaceAt,
    surfaceLength,
  };
}

function invalid(what: string, byte: number): InspectorError {
  return new InspectorError({
    code: 'invalid-bytes',
    message: `These bytes are not a mesh: ${what}`,
    fix: 'Open the source file again',
    location: { byte },
  });
}
