/**
 * The part of a glTF 2.0 document that a mesh needs. The validator has checked it: indices refer to existing elements
 * and values have their types. Exceptions are documented at the readers, which check these themselves.
 */
export interface GltfDocument {
  readonly scene?: number;
  readonly scenes?: readonly { readonly name?: string; readonly nodes?: readonly number[] }[];
  readonly nodes?: readonly GltfNode[];
  readonly meshes?: readonly GltfMesh[];
  readonly accessors?: readonly GltfAccessor[];
  readonly bufferViews?: readonly GltfBufferView[];
  readonly buffers?: readonly GltfBuffer[];
  readonly materials?: readonly { readonly name?: string }[];
  /** Skins and animations are not checked. */
  readonly skins?: unknown;
  readonly animations?: unknown;
  readonly extensionsUsed?: readonly string[];
  readonly extensionsRequired?: readonly string[];
  readonly extensions?: unknown;
}

export interface GltfNode {
  readonly name?: string;
  readonly children?: readonly number[];
  readonly mesh?: number;
  readonly skin?: number;
  readonly weights?: readonly number[];
  readonly matrix?: readonly number[];
  readonly translation?: readonly number[];
  readonly rotation?: readonly number[];
  readonly scale?: readonly number[];
  readonly extensions?: Readonly<Record<string, unknown>>;
  readonly extras?: unknown;
}

export interface GltfMesh {
  readonly name?: string;
  readonly weights?: readonly number[];
  readonly primitives: readonly GltfPrimitive[];
}

export interface GltfPrimitive {
  readonly attributes: Readonly<Record<string, number>>;
  readonly indices?: number;
  readonly mode?: number;
  readonly material?: number;
  readonly targets?: readonly unknown[];
  readonly extensions?: Readonly<Record<string, unknown>>;
}

export interface GltfAccessor {
  readonly bufferView?: number;
  readonly byteOffset?: number;
  readonly componentType: number;
  readonly normalized?: boolean;
  readonly count: number;
  readonly type: string;
  readonly min?: readonly number[];
  readonly max?: readonly number[];
  readonly sparse?: {
    readonly count: number;
    readonly indices: { readonly bufferView: number; readonly byteOffset?: number; readonly componentType: number };
    readonly values: { readonly bufferView: number; readonly byteOffset?: number };
  };
}

export interface GltfBufferView {
  readonly buffer: number;
  readonly byteOffset?: number;
  readonly byteLength: number;
  readonly byteStride?: number;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

export interface GltfBuffer {
  readonly uri?: string;
  readonly byteLength: number;
  readonly extensions?: Readonly<Record<string, unknown>>;
}

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
