/** The bytes of a mesh and its tree as a worker holds them: shared where the page may share memory, else a copy. */
export interface HeldBytes {
  /** (3·V) source space. */
  readonly positions: Float64Array;
  /** (3·T) */
  readonly indices: Uint32Array;
  readonly tree: ArrayBuffer | SharedArrayBuffer;
}
