/** The triangle mesh shapes of a `.bullet` file. */
export interface BulletMesh {
  /** (3·V) */
  readonly positions: Float32Array;
  /** (3·T) in the order of the shapes and their parts. */
  readonly index: Uint32Array;
  readonly sourceTriangles: null;
  /** Triangles of each shape. */
  readonly shapes: readonly number[];
  /** One for each shape that has one. */
  readonly trees: readonly BulletTree[];
}

/** The checked tree of a shape. */
export interface BulletTree {
  /** (4·N) words of the nodes. */
  readonly links: Int32Array;
  /** (8·N) the same as u16. */
  readonly boxes: Uint16Array;
  readonly min: readonly number[];
  readonly stepsPerUnit: readonly number[];
  /** First triangle of each part. */
  readonly firsts: readonly number[];
}
