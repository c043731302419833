/** A mesh shape of Jolt. */
export interface JoltMesh {
  /** (3·V) one vertex for each grid point in use. */
  readonly positions: Float32Array;
  /** (3·T) in the order of the leaves in the file. */
  readonly index: Uint32Array;
  /** (T) triangle of the source; `null` if the file does not name them. */
  readonly sourceTriangles: Uint32Array | null;
  readonly tree: JoltTree;
}

/** The checked tree of a mesh shape. */
export interface JoltTree {
  readonly bytes: DataView;
  readonly root: number;
  /** The first triangle of each leaf, by its byte offset. */
  readonly firstOfLeaf: ReadonlyMap<number, number>;
}
