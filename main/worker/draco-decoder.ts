import type { Attribute, Decoder, DecoderModule, Mesh } from 'draco3dgltf/draco_decoder_gltf_nodejs.js';
import type { DecodeDraco, DracoAttributeRequest, DracoMesh } from '#core/import';

/**
 * Draco's own decoder for Node, for one import. It is loaded at the first call (12 ms). It is released when the import is done, because its
 * memory never shrinks, or when a call fails, because an aborted instance has no known state.
 */
export function createDracoDecoder(): DecodeDraco {
  let loaded: Promise<DecoderModule> | null = null;
  return async (bytes, requests) => {
    loaded ??= load();
    try {
      return decode(await loaded, bytes, requests);
    } catch (thrown) {
      loaded = null;
      throw thrown;
    }
  };
}

async function load(): Promise<DecoderModule> {
  // The file itself: the package's entry loads the encoder too.
  const { default: createDecoderModule } = await import('draco3dgltf/draco_decoder_gltf_nodejs.js');
  return createDecoderModule({ print: () => {}, printErr: () => {} });
}

function decode(draco: DecoderModule, bytes: Uint8Array, requests: readonly DracoAttributeRequest[]): DracoMesh {
  const decoder = new draco.Decoder();
  const mesh = new draco.Mesh();
  try {
    // The binding copies whatever it can index; its types say signed bytes.
    const status = decoder.DecodeArrayToMesh(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), bytes.length, mesh);
    if (!status.ok()) throw new Error(status.error_msg());
    const points = mesh.num_points();
    const indices = new Uint32Array(
      copied(draco, 12 * mesh.num_faces(), (size, pointer) => decoder.GetTrianglesUInt32Array(mesh, size, pointer)),
    );
    const attributes = requests.map(({ attribute: wanted, componentType }) => {
      const attribute = wanted === 'position' ? positionOf(draco, decoder, mesh) : decoder.GetAttributeByUniqueId(mesh, wanted);
      if (attribute.ptr === 0) throw new Error(`There is no attribute ${wanted}`);
      const components = attribute.num_components();
      const { type, list } = numbersOf(draco, componentType);
      const values = copied(draco, list.BYTES_PER_ELEMENT * components * points, (size, pointer) =>
        decoder.GetAttributeDataArrayForAllPoints(mesh, attribute, type, size, pointer),
      );
      return { components, values: new list(values) };
    });
    return { points, indices, attributes };
  } finally {
    draco.destroy(mesh);
    draco.destroy(decoder);
  }
}

/** The first attribute that says it is the position. */
function positionOf(draco: DecoderModule, decoder: Decoder, mesh: Mesh): Attribute {
  const id = decoder.GetAttributeId(mesh, draco.POSITION);
  if (id < 0) throw new Error('There are no positions');
  return decoder.GetAttribute(mesh, id);
}

/** What the decoder writes into its memory, in memory of ours. */
function copied(draco: DecoderModule, size: number, write: (size: number, pointer: number) => boolean): ArrayBuffer {
  const pointer = draco._malloc(size);
  if (pointer === 0 && size > 0) throw new Error('Draco has no memory left');
  try {
    if (!write(size, pointer)) throw new Error('The numbers cannot be had in the type that the accessor declares');
    return draco.HEAPU8.slice(pointer, pointer + size).buffer;
  } finally {
    draco._free(pointer);
  }
}

/** glTF's component types in Draco's words. */
function numbersOf(draco: DecoderModule, componentType: number) {
  switch (componentType) {
    case 5120:
      return { type: draco.DT_INT8, list: Int8Array };
    case 5121:
      return { type: draco.DT_UINT8, list: Uint8Array };
    case 5122:
      return { type: draco.DT_INT16, list: Int16Array };
    case 5123:
      return { type: draco.DT_UINT16, list: Uint16Array };
    case 5125:
      return { type: draco.DT_UINT32, list: Uint32Array };
    case 5126:
      return { type: draco.DT_FLOAT32, list: Float32Array };
    default:
      throw new Error(`The component type ${componentType} is unknown`);
  }
}
