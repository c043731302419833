/** A cooked triangle mesh of PhysX. */
export interface PhysxMesh {
  /** (3·V) */
  readonly positions: Float32Array;
  /** (3·T) in the order of the file, which is the leaf order. */
  readonly index: Uint32Array;
  /** (T) triangle of the source; `null` if the file has no such table. */
  readonly sourceTriangles: Uint32Array | null;
  /** (28·N) blocks of four slots, see `layout.ts`; empty without a tree. Those of a quantised tree are dequantised. */
  readonly blocks: Uint32Array;
}
