import type { Finding } from '../finding.ts';
import type { SourceSpace } from '../mesh/source-space.ts';
import type { SceneAnimation } from '../mesh/animation/scene-animation.ts';
import type { ColliderPhysics } from '../mesh/collider-physics.ts';
import type { ColliderShape, ExactShape } from '../mesh/collider-role.ts';
import type { TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { ImportOptions } from '../options/import-options.ts';
import type { Progress } from '../progress.ts';
import type { FormatName } from './formats.ts';
import type { ByteSource } from './source/byte-source.ts';

/** What an importer needs of its host. */
export interface ImportContext {
  /** Name of the file, without a folder: for messages, and for the extension where the bytes do not show the format. */
  readonly fileName: string;
  readonly progress: Progress;
  /**
   * Bytes of a side file by its URI relative to the opened file, decoded (no percent signs).
   * `null` when it was not supplied. The host keeps it inside the opened folder or the dropped set.
   * @throws InspectorError `unsafe-path`, `unreadable`.
   */
  readonly readSideFile: (relativePath: string) => Promise<Uint8Array | null>;
  /** Without it, meshes that only Draco holds are refused as `unsupported-feature`. */
  readonly decodeDraco?: DecodeDraco | undefined;
  /** Where the mesh goes in the end: one whose size is known is read right into it. Without it, into memory of its own. */
  readonly allocateMesh?: ((byteLength: number) => ArrayBuffer | SharedArrayBuffer) | undefined;
  /** Bytes of positions and indices that a mesh may take; without it, as many as the engine gives. */
  readonly maxMeshBytes?: number | undefined;
  /** What of the file is read; the defaults without it. */
  readonly options?: Partial<ImportOptions> | undefined;
}

/**
 * Decodes one Draco mesh of bitstream version 2.2: Draco needs a WebAssembly module that only the host can load.
 *
 * Rejects with any error for bytes that it cannot decode; the importer puts it into words. Its memory is the host's affair.
 */
export type DecodeDraco = (bytes: Uint8Array, attributes: readonly DracoWish[]) => Promise<DracoMesh>;

/** An attribute to be taken out, as numbers of one of glTF's component types (5120 to 5126). */
export interface DracoWish {
  /** By Draco's unique id, or the first of positions. */
  readonly attribute: number | 'position';
  readonly componentType: number;
}

export interface DracoMesh {
  readonly points: number;
  /** (3·F) */
  readonly indices: Uint32Array;
  /** In the order of the wishes; `values` is (components·points), integers as stored. */
  readonly attributes: readonly { readonly components: number; readonly values: ArrayLike<number> }[];
}

export interface ImportedMesh {
  readonly format: FormatName;
  /** The dialect in words a person would use: `binary STL`, `PLY, binary big-endian`, `glTF 2.0, GLB`. */
  readonly dialect: string;
  readonly mesh: TriangleMesh;
  readonly findings: readonly Finding[];
  /** Lines of the first vertices that are not finite, as many as a finding lists; only of text formats. */
  readonly nonFiniteLines?: readonly number[];
  /** Unit, axis up and handedness, as the file or its format says. */
  readonly space: SourceSpace;
  /** Name of its length unit, `null` when unknown. */
  readonly units: string | null;
  /** Colliders that the file names and that are not part of the mesh; see the option `colliders`. */
  readonly colliders?: readonly ApartCollider[];
  /** Where the file moves its mesh; its vertices are those of `mesh`. */
  readonly animation?: SceneAnimation | null;
  /** Where the format can hold several scenes and the file has any. */
  readonly scenes?: SceneChoice | null;
}

/** A collider that only an extension refers to. */
export interface ApartCollider {
  /** Of its node. */
  readonly name: string;
  readonly shape: ColliderShape;
  readonly isTrigger: boolean;
  /** A shape in numbers, in its own space; `null` for a mesh. */
  readonly exact: ExactShape | null;
  /** Of the mesh; 0 for a shape in numbers. */
  readonly triangles: number;
  /** 16 numbers, column-major. */
  readonly worldFromShape: readonly number[];
  readonly pointer: string;
  /** Left out where nothing is said. */
  readonly physics?: ColliderPhysics;
}

/** The scenes of a file, of which one was read. */
export interface SceneChoice {
  /** In the order of the file; empty for one without a name. */
  readonly names: readonly string[];
  readonly chosen: number;
}

/** What the reader of one format gives: `space` is left out where the format says nothing of it. */
export type ReadFile = Omit<ImportedMesh, 'units' | 'space'> & {
  readonly space?: SourceSpace;
  /** `true` where the reader has seen that all coordinates are finite, so that nobody looks again. */
  readonly isFinite?: boolean;
  /** Where in the file a vertex stands; only of binary formats whose vertices have a fixed size. */
  readonly vertexByte?: (vertex: number) => number;
  /** (P) The line of each of the mesh's polygons, 0 where it is not known; left out where none is. */
  readonly polygonLines?: Uint32Array;
};

/** Reads one format, which may pull the file in pieces. @throws InspectorError for bytes that break it; `cancelled`. */
export type Importer = (source: ByteSource, context: ImportContext) => Promise<ReadFile>;
