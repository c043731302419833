/** Feature of a triangle on which a point lies: a vertex, else an edge, else the face. */
export interface TriangleFeature {
  readonly feature: 'face' | 'edge' | 'vertex';
  /** Index of the vertex or the edge; edge i runs from vertex i to the next one. `null` for the face. */
  readonly featureIndex: 0 | 1 | 2 | null;
}

/** The seven features as small numbers, for code that must not allocate. */
export const faceCode = 0;
export const firstEdgeCode = 1;
export const firstVertexCode = 4;

export function featureOf(code: number): TriangleFeature {
  return features[code]!;
}

const features: readonly TriangleFeature[] = [
  { feature: 'face', featureIndex: null },
  { feature: 'edge', featureIndex: 0 },
  { feature: 'edge', featureIndex: 1 },
  { feature: 'edge', featureIndex: 2 },
  { feature: 'vertex', featureIndex: 0 },
  { feature: 'vertex', featureIndex: 1 },
  { feature: 'vertex', featureIndex: 2 },
];
