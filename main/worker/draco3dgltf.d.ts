/** The package ships no types; these are the parts that are used, from Draco's `javascript/emscripten/draco_web_decoder.idl`. */
declare module 'draco3dgltf/draco_decoder_gltf_nodejs.js' {
  export interface Status {
    ok(): boolean;
    error_msg(): string;
  }
  export interface Mesh {
    num_faces(): number;
    num_points(): number;
  }
  export interface Attribute {
    num_components(): number;
    /** A null pointer is an object with pointer 0. */
    readonly ptr: number;
  }
  export interface Decoder {
    DecodeArrayToMesh(bytes: Int8Array, byteLength: number, mesh: Mesh): Status;
    GetTrianglesUInt32Array(mesh: Mesh, byteLength: number, pointer: number): boolean;
    /** The index of the first attribute of a type, -1 for none. */
    GetAttributeId(mesh: Mesh, type: number): number;
    GetAttribute(mesh: Mesh, index: number): Attribute;
    GetAttributeByUniqueId(mesh: Mesh, uniqueId: number): Attribute;
    GetAttributeDataArrayForAllPoints(mesh: Mesh, attribute: Attribute, type: number, byteLength: number, pointer: number): boolean;
  }
  export interface DecoderModule {
    readonly Decoder: new () => Decoder;
    readonly Mesh: new () => Mesh;
    readonly POSITION: number;
    readonly DT_INT8: number;
    readonly DT_UINT8: number;
    readonly DT_INT16: number;
    readonly DT_UINT16: number;
    readonly DT_UINT32: number;
    readonly DT_FLOAT32: number;
    /** Replaced when the memory grows. */
    readonly HEAPU8: Uint8Array<ArrayBuffer>;
    _malloc(byteLength: number): number;
    _free(pointer: number): void;
    destroy(object: object): void;
  }
  export default function createDecoderModule(options: {
    readonly print: () => void;
    readonly printErr: () => void;
    /** Instantiates the module instead of the package; calls `done` with the instance. */
    readonly instantiateWasm: (
      imports: WebAssembly.Imports,
      done: (instance: WebAssembly.Instance) => void,
    ) => WebAssembly.Instance['exports'];
  }): Promise<DecoderModule>;
}
