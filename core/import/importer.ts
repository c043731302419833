import type { Finding } from '../finding.ts';
import type { SourceSpace } from '../mesh/source-space.ts';
import type { SceneAnimation } from '../mesh/animation/scene-animation.ts';
import type { ColliderPhysics } from '../mesh/collider-physics.ts';
import type { ColliderShape, ExactShape } from '../mesh/collider-role.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { ImportOptions } from '../options/import-options.ts';
import type { Progress } from '../progress.ts';
import type { CurvedSurface } from '../patch/curved-surface.ts';
import type { FormatName } from './formats.ts';
import type { ByteSource } from './source/byte-source.ts';
import type { ReadHelp } from './stl/facet-blocks.ts';

/** What an importer needs from its host. */
export interface ImportContext {
  /** Name of the file without a folder. Used in messages, and for its extension if the bytes do not show the format. */
  readonly fileName: string;
  readonly progress: Progress;
  /**
   * Returns the bytes of a side file by its decoded URI (no percent signs), relative to the opened file; `null` if it
   * was not supplied. The host restricts it to the opened folder or the dropped files.
   * @throws InspectorError `unsafe-path`, `unreadable`.
   */
  readonly readSideFile: (relativePath: string) => Promise<Uint8Array | null>;
  /** Draco decoder. Without it, meshes with only Draco data are refused as `unsupported-feature`. */
  readonly decodeDraco?: DecodeDraco | undefined;
  /**
   * Allocates the final memory of a mesh. A mesh of known size is read directly into it. Without it, importers
   * allocate.
   */
  readonly allocateMesh?: ((byteLength: number) => ArrayBuffer | SharedArrayBuffer) | undefined;
  /** Other threads that help with a file which is read in pieces. */
  readonly readHelp?: ReadHelp | undefined;
  /** Maximum bytes of a mesh's positions and indices; without it, only the engine limits them. */
  readonly maxMeshBytes?: number | undefined;
  /** Options of the import; defaults without them. */
  readonly options?: Partial<ImportOptions> | undefined;
}

/**
 * Decodes one Draco mesh of bitstream version 2.2. Draco needs a WebAssembly module that only the host can load.
 *
 * Rejects with any error for bytes that it cannot decode; the importer converts the error. Damaged bytes can keep a decoder
 * busy for minutes: one that counts its steps ends after `maxSteps` with `dracoStepLimit`. The host manages its memory.
 */
export type DecodeDraco = (bytes: Uint8Array, attributes: readonly DracoAttributeRequest[], maxSteps: number) => Promise<DracoMesh>;

/** An attribute to decode, as numbers of a glTF component type (5120 to 5126). */
export interface DracoAttributeRequest {
  /** Draco's unique id, or the first attribute of positions. */
  readonly attribute: number | 'position';
  readonly componentType: number;
}

export interface DracoMesh {
  readonly points: number;
  /** (3·F) */
  readonly indices: Uint32Array;
  /** In the order of the requested attributes. `values` is (components·points), integers as stored. */
  readonly attributes: readonly { readonly components: number; readonly values: ArrayLike<number> }[];
}

export interface ImportedMesh {
  readonly format: FormatName;
  /** Name of the dialect to show: `binary STL`, `PLY, binary big-endian`, `glTF 2.0, GLB`. */
  readonly dialect: string;
  readonly mesh: TriangleMesh;
  readonly findings: readonly Finding[];
  /** Lines of the first vertices that are not finite, up to the limit of a finding. Text formats only. */
  readonly nonFiniteLines?: readonly number[];
  /** Unit, up axis and handedness, as the file or its format defines them. */
  readonly space: SourceSpace;
  /** Name of its length unit, `null` when unknown. */
  readonly units: string | null;
  /** Colliders that the file defines and that are not part of the mesh; see the option `colliders`. */
  readonly colliders?: readonly ApartCollider[];
  /** Animations of the mesh. Their vertices are those of `mesh`. */
  readonly animation?: SceneAnimation | null;
  /** The Bézier patches of which triangles of the mesh were made. Left out without any. */
  readonly surface?: CurvedSurface;
  /** The scenes, if the format supports several and the file has any. */
  readonly scenes?: SceneChoice | null;
}

/** A collider that only an extension refers to. */
export interface ApartCollider {
  /** Name of its node. */
  readonly name: string;
  readonly shape: ColliderShape;
  readonly isTrigger: boolean;
  /** An analytic shape in its own space; `null` for a mesh. */
  readonly exact: ExactShape | null;
  /** Triangle count of the mesh; 0 for an analytic shape. */
  readonly triangles: number;
  /** 16 numbers, column-major. */
  readonly worldFromShape: readonly number[];
  readonly pointer: string;
  /** Omitted if the file defines none. */
  readonly physics?: ColliderPhysics;
}

/** The scenes of a file, of which one was read. */
export interface SceneChoice {
  /** In file order; empty for a scene without a name. */
  readonly names: readonly string[];
  readonly chosen: number;
}

/** Result of the reader of one format. `space` is omitted if the format does not define it. */
export type ReadFile = Omit<ImportedMesh, 'units' | 'space'> & {
  readonly space?: SourceSpace;
  /** `true` if the reader has checked that all coordinates are finite, so that no second check is needed. */
  readonly isFinite?: boolean;
  /** Returns the byte of a vertex in the file. Only for binary formats with vertices of a fixed size. */
  readonly vertexByte?: (vertex: number) => number;
  /** Number of meshes that neither the scene nor a collider uses, for the message about a scene without triangles. */
  readonly unshownMeshes?: number;
  /** (P) The line of each of the mesh's polygons, 0 if unknown; omitted if all are unknown. */
  readonly polygonLines?: Uint32Array;
};

/**
 * Reads one format. It can read the file in pieces.
 * @throws InspectorError for invalid bytes; `cancelled`.
 */
export type Importer = (source: ByteSource, context: ImportContext) => Promise<ReadFile>;
