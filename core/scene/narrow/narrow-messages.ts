import type { InspectorErrorData } from '../../error.ts';

/** What all threads of a narrow phase share: no bytes are copied. */
export interface NarrowScene {
  /** The meshes of the scene with their trees: bytes of `writeMeshBytes` and of a tree. */
  readonly meshes: readonly { readonly mesh: ArrayBuffer | SharedArrayBuffer; readonly tree: ArrayBuffer | SharedArrayBuffer }[];
  /** (n) the mesh of each instance. */
  readonly meshOf: Uint32Array;
}

/** The pairs of one step. */
export interface NarrowStep {
  /** (16·n) scene from mesh. */
  readonly matrices: Float64Array;
  /** (2·p) instances i < j. */
  readonly pairs: Uint32Array;
  /** (p) the pairs in the order in which batches take them. */
  readonly order: Uint32Array;
  /** (p) written by the threads: 1 where the surfaces share a point. */
  readonly overlaps: Uint8Array;
}

/** A range of `order`. */
export interface NarrowBatch {
  readonly from: number;
  readonly to: number;
}

export type ToNarrow =
  | { readonly kind: 'scene'; readonly scene: NarrowScene }
  | { readonly kind: 'step'; readonly step: NarrowStep }
  | { readonly kind: 'batch'; readonly batch: NarrowBatch };

/** Reply of a thread: its batch is done, or a pair of it cannot be tested. */
export type FromNarrow = 'done' | { readonly error: InspectorErrorData };

/** A thread that runs `serveNarrow`. The host starts and ends it, because `core` has no thread API. */
export interface NarrowThread {
  /** Sends a message. The thread may still be starting. */
  readonly post: (message: ToNarrow) => void;
  /** Sets the receiver of replies. It gets `null` when the thread could not start or has ended. */
  readonly listen: (receive: (message: FromNarrow | null) => void) => void;
  readonly end: () => void;
}
