import { positionBounds } from '../bodies/position-bounds.ts';

/** The content of a GLB: one node and one mesh for each part. */
export interface GlbScene {
  readonly parts: readonly GlbPart[];
  /** Names of the materials that primitives have. */
  readonly materials: readonly string[];
  /** Translation of every node; `null` for none. */
  readonly translation: readonly number[] | null;
  readonly source: string | null;
}

export interface GlbPart {
  readonly name: string;
  /** Extras of a collider whose name does not declare it; `null` for other parts. */
  readonly extras: Readonly<Record<string, unknown>> | null;
  /** (3·v), all of them used. */
  readonly positions: Float32Array<ArrayBuffer>;
  /** At least one; they share the positions. */
  readonly primitives: readonly GlbPrimitive[];
}

export interface GlbPrimitive {
  /** (3·t) */
  readonly indices: Uint32Array<ArrayBuffer>;
  /** Number of the material; `null` for none. */
  readonly material: number | null;
}

const magic = 0x46546c67;
const jsonChunk = 0x4e4f534a;
const binaryChunk = 0x004e4942;
const arrayBuffer = 34962;
const elementArrayBuffer = 34963;
const float = 5126;
const unsignedShort = 5123;
const unsignedInt = 5125;
/** Index 0xffff restarts a primitive and is not used. */
const maxIndex16 = 0xfffe;

/** Returns the bytes of a GLB 2.0; see the glTF 2.0 specification, section 4. */
export function packGlb(scene: GlbScene): Uint8Array<ArrayBuffer> {
  const binary = layOutBuffers(scene.parts);
  return glbBytes(
    documentOf(scene, binary),
    binary.parts.flatMap(({ views }) => views),
    binary.byteLength,
  );
}

/** Returns the bytes of a GLB of a document and its binary chunk. */
export function glbBytes(document: object, arrays: readonly PlacedView[], byteLength: number): Uint8Array<ArrayBuffer> {
  const json = new TextEncoder().encode(JSON.stringify(document));
  const jsonLength = alignedToFour(json.length);
  const binaryAt = 12 + 8 + jsonLength + 8;
  const bytes = new Uint8Array(byteLength === 0 ? binaryAt - 8 : binaryAt + byteLength);
  const view = new DataView(bytes.buffer);
  [magic, 2, bytes.length, jsonLength, jsonChunk].forEach((word, i) => view.setUint32(4 * i, word, true));
  bytes.fill(0x20, 20, 20 + jsonLength);
  bytes.set(json, 20);
  if (byteLength === 0) return bytes;
  view.setUint32(binaryAt - 8, byteLength, true);
  view.setUint32(binaryAt - 4, binaryChunk, true);
  for (const { array, at } of arrays) bytes.set(bytesOf(array), binaryAt + at);
  return bytes;
}

/** An array with its offset in the binary chunk. */
interface PlacedView {
  readonly array: Float32Array<ArrayBuffer> | Uint32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>;
  readonly at: number;
}

interface PlacedPart extends GlbPart {
  /** The positions, then the indices of each primitive. Buffer view and accessor have the same number. */
  readonly views: readonly PlacedView[];
  /** Number of the first view. */
  readonly firstView: number;
}

interface Buffers {
  readonly parts: readonly PlacedPart[];
  readonly byteLength: number;
}

function layOutBuffers(parts: readonly GlbPart[]): Buffers {
  let end = 0;
  let firstView = 0;
  const placed = parts.map((part): PlacedPart => {
    const isLarge = part.positions.length / 3 - 1 > maxIndex16;
    const arrays = [part.positions, ...part.primitives.map(({ indices }) => (isLarge ? indices : Uint16Array.from(indices)))];
    const views = arrays.map((array) => {
      const at = end;
      end = alignedToFour(at + array.byteLength);
      return { array, at };
    });
    const first = firstView;
    firstView += views.length;
    return { ...part, views, firstView: first };
  });
  return { parts: placed, byteLength: end };
}

function documentOf(scene: GlbScene, { parts, byteLength }: Buffers): object {
  const { translation, source, materials } = scene;
  return {
    asset: { version: '2.0', generator: 'Boxwood', ...(source !== null && { extras: { source } }) },
    scene: 0,
    scenes: [{ nodes: parts.map((_, i) => i) }],
    nodes: parts.map(({ name, extras }, mesh) => ({
      name,
      mesh,
      ...(translation !== null && { translation }),
      ...(extras !== null && { extras }),
    })),
    meshes: parts.map(({ name, primitives, firstView }) => ({
      name,
      primitives: primitives.map(({ material }, i) => ({
        attributes: { POSITION: firstView },
        indices: firstView + 1 + i,
        ...(material !== null && { material }),
      })),
    })),
    ...(materials.length > 0 && { materials: materials.map((name) => ({ name })) }),
    accessors: parts.flatMap(({ views, firstView, positions }) =>
      views.map(({ array }, i) => {
        return i === 0
          ? { bufferView: firstView, componentType: float, count: positions.length / 3, type: 'VEC3', ...positionBounds(positions) }
          : {
              bufferView: firstView + i,
              componentType: array instanceof Uint16Array ? unsignedShort : unsignedInt,
              count: array.length,
              type: 'SCALAR',
            };
      }),
    ),
    bufferViews: parts.flatMap(({ views }) =>
      views.map(({ array, at }, i) => ({
        buffer: 0,
        byteOffset: at,
        byteLength: array.byteLength,
        target: i === 0 ? arrayBuffer : elementArrayBuffer,
      })),
    ),
    buffers: [{ byteLength }],
  };
}

function bytesOf(array: Float32Array | Uint32Array | Uint16Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

function alignedToFour(length: number): number {
  return Math.ceil(length / 4) * 4;
}
