/** What goes into a GLB: one node and one mesh a part. */
export interface GlbScene {
  readonly parts: readonly GlbPart[];
  /** Of every node; `null` for none. */
  readonly translation: readonly number[] | null;
  readonly source: string | null;
}

export interface GlbPart {
  readonly name: string;
  /** Of a collider whose name does not tell; `null` for other parts. */
  readonly extras: Readonly<Record<string, string>> | null;
  /** (3·v), every one used. */
  readonly positions: Float32Array<ArrayBuffer>;
  /** (3·t) */
  readonly indices: Uint32Array<ArrayBuffer>;
}

const magic = 0x46546c67;
const jsonChunk = 0x4e4f534a;
const binaryChunk = 0x004e4942;
const arrayBuffer = 34962;
const elementArrayBuffer = 34963;
const float = 5126;
const unsignedShort = 5123;
const unsignedInt = 5125;
/** The largest index is not used: it restarts a primitive. */
const most16 = 0xfffe;

/** The bytes of a GLB 2.0; see the glTF 2.0 specification, section 4. */
export function packGlb(scene: GlbScene): Uint8Array<ArrayBuffer> {
  const binary = layOutBuffers(scene.parts);
  const json = new TextEncoder().encode(JSON.stringify(documentOf(scene, binary)));
  const jsonLength = alignedToFour(json.length);
  const binaryAt = 12 + 8 + jsonLength + 8;
  const bytes = new Uint8Array(binaryAt + binary.byteLength);
  const view = new DataView(bytes.buffer);
  [magic, 2, bytes.length, jsonLength, jsonChunk].forEach((word, i) => view.setUint32(4 * i, word, true));
  bytes.fill(0x20, 20, 20 + jsonLength);
  bytes.set(json, 20);
  view.setUint32(binaryAt - 8, binary.byteLength, true);
  view.setUint32(binaryAt - 4, binaryChunk, true);
  for (const { positions, indices, positionsAt, indicesAt } of binary.parts) {
    bytes.set(bytesOf(positions), binaryAt + positionsAt);
    bytes.set(bytesOf(indices), binaryAt + indicesAt);
  }
  return bytes;
}

interface PlacedPart {
  readonly name: string;
  readonly extras: GlbPart['extras'];
  readonly positions: Float32Array<ArrayBuffer>;
  readonly indices: Uint32Array<ArrayBuffer> | Uint16Array<ArrayBuffer>;
  readonly positionsAt: number;
  readonly indicesAt: number;
}

interface Buffers {
  readonly parts: readonly PlacedPart[];
  readonly byteLength: number;
}

function layOutBuffers(parts: readonly GlbPart[]): Buffers {
  let end = 0;
  const placed = parts.map((part) => {
    const indices = part.positions.length / 3 - 1 > most16 ? part.indices : Uint16Array.from(part.indices);
    const positionsAt = end;
    const indicesAt = positionsAt + part.positions.byteLength;
    end = alignedToFour(indicesAt + indices.byteLength);
    return { ...part, indices, positionsAt, indicesAt };
  });
  return { parts: placed, byteLength: end };
}

function documentOf(scene: GlbScene, { parts, byteLength }: Buffers): object {
  const { translation, source } = scene;
  return {
    asset: { version: '2.0', generator: 'Boxwood', ...(source !== null && { extras: { source } }) },
    scene: 0,
    scenes: [{ nodes: parts.map((_, i) => i) }],
    nodes: parts.map(({ name, extras }, mesh) => ({ name, mesh, ...(translation !== null && { translation }), ...(extras !== null && { extras }) })),
    meshes: parts.map(({ name }, i) => ({ name, primitives: [{ attributes: { POSITION: 2 * i }, indices: 2 * i + 1 }] })),
    accessors: parts.flatMap(({ positions, indices }, i) => [
      { bufferView: 2 * i, componentType: float, count: positions.length / 3, type: 'VEC3', ...boundsOf(positions) },
      { bufferView: 2 * i + 1, componentType: indices instanceof Uint16Array ? unsignedShort : unsignedInt, count: indices.length, type: 'SCALAR' },
    ]),
    bufferViews: parts.flatMap(({ positions, indices, positionsAt, indicesAt }) => [
      { buffer: 0, byteOffset: positionsAt, byteLength: positions.byteLength, target: arrayBuffer },
      { buffer: 0, byteOffset: indicesAt, byteLength: indices.byteLength, target: elementArrayBuffer },
    ]),
    buffers: [{ byteLength }],
  };
}

function boundsOf(positions: Float32Array): { readonly min: readonly number[]; readonly max: readonly number[] } {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i++) {
    const axis = i % 3;
    if (positions[i] < min[axis]) min[axis] = positions[i];
    if (positions[i] > max[axis]) max[axis] = positions[i];
  }
  return { min, max };
}

function bytesOf(array: Float32Array | Uint32Array | Uint16Array): Uint8Array {
  return new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
}

function alignedToFour(length: number): number {
  return Math.ceil(length / 4) * 4;
}
