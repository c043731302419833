import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Attribute, Decoder, DecoderModule, Mesh } from 'draco3dgltf/draco_decoder_gltf_nodejs.js';
import { dracoStepLimit, type DecodeDraco, type DracoAttributeRequest, type DracoMesh } from '#core/import';
import { countLoops, loopCounter } from './count-loops.ts';

/**
 * Draco's own decoder for Node, for one import. It is loaded at the first call. It is released when the import is done, because its
 * memory never shrinks, or when a call aborts, because an aborted instance has no known state. A stream that it refuses leaves it as it was.
 * Its steps are the iterations of all of its loops.
 */
export function createDracoDecoder(): DecodeDraco {
  let loaded: Promise<LoadedDecoder> | null = null;
  return async (bytes, requests, maxSteps) => {
    loaded ??= load().catch((cause: unknown) => {
      loaded = null;
      throw cause;
    });
    const { draco, stepsLeft } = await loaded;
    stepsLeft.value = BigInt(maxSteps);
    let result: DracoMesh | Error;
    try {
      result = decode(draco, bytes, requests);
    } catch (thrown) {
      loaded = null;
      throw stepsLeft.value <= 0n ? dracoStepLimit(maxSteps, bytes.length) : thrown;
    }
    if (result instanceof Error) throw result;
    return result;
  };
}

interface LoadedDecoder {
  readonly draco: DecoderModule;
  /** The steps until it traps. */
  readonly stepsLeft: WebAssembly.Counter;
}

async function load(): Promise<LoadedDecoder> {
  // The file itself: the package's entry loads the encoder too.
  const { default: createDecoderModule } = await import('draco3dgltf/draco_decoder_gltf_nodejs.js');
  const module = await (compiled ??= compile().catch((cause: unknown) => {
    // The next import tries again: the file may have been locked, or memory short.
    compiled = null;
    throw cause;
  }));
  let instance: WebAssembly.Instance | null = null;
  const draco = await createDecoderModule({
    print: () => {},
    printErr: () => {},
    instantiateWasm: (imports, done) => {
      instance = new WebAssembly.Instance(module, imports);
      done(instance);
      return instance.exports;
    },
  });
  return { draco, stepsLeft: counterOf(instance) };
}

/** The module, for all decoders of a thread: to compile it takes longer than to start it. */
let compiled: Promise<WebAssembly.Module> | null = null;

async function compile(): Promise<WebAssembly.Module> {
  const path = createRequire(import.meta.url).resolve('draco3dgltf/draco_decoder_gltf.wasm');
  return WebAssembly.compile(countLoops(await readFile(path)));
}

function counterOf(instance: WebAssembly.Instance | null): WebAssembly.Counter {
  const counter = instance?.exports[loopCounter];
  if (!(counter instanceof WebAssembly.Global)) throw new Error('The Draco decoder has no counter');
  return counter;
}

/** Returns the mesh, or the error with which the decoder refused the stream. @throws whatever aborts it. */
function decode(draco: DecoderModule, bytes: Uint8Array, requests: readonly DracoAttributeRequest[]): DracoMesh | Error {
  const decoder = new draco.Decoder();
  const mesh = new draco.Mesh();
  try {
    // The binding copies whatever it can index; its types say signed bytes.
    const status = decoder.DecodeArrayToMesh(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), bytes.length, mesh);
    if (!status.ok()) return new Error(status.error_msg());
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
