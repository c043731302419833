import type { FromWork, ToWork, WorkThread } from '../../work-messages.ts';

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
  /** (p) bits of `pairResult`, written by the threads. */
  readonly results: Uint8Array;
}

/** What is found of a pair: its surfaces share a point; separating axes decided that; its scales differ too much for any test. */
export const pairResult = { overlap: 1, byAxes: 2, undecided: 4 } as const;

/** A range of `order`. */
export interface NarrowBatch {
  readonly from: number;
  readonly to: number;
}

/** A thread that runs `serveNarrow`, and its messages. */
export type NarrowThread = WorkThread<NarrowScene, NarrowStep, NarrowBatch, null>;
export type ToNarrow = ToWork<NarrowScene, NarrowStep, NarrowBatch>;
export type FromNarrow = FromWork<null>;
