import type { MeshFacts } from './facts.ts';

/** Facts of several surfaces, each counted by itself: a vertex or an edge that two of them share counts twice. */
export type BodyFacts = Omit<MeshFacts, 'boundsMin' | 'boundsMax'> & { readonly bodies: number };

/** Returns the facts with those of one more surface; `null` for none before. */
export function addBodyFacts(sum: BodyFacts | null, { boundsMin: _min, boundsMax: _max, ...facts }: MeshFacts): BodyFacts {
  if (sum === null) return { ...facts, bodies: 1 };
  return {
    bodies: sum.bodies + 1,
    triangles: sum.triangles + facts.triangles,
    weldedVertices: sum.weldedVertices + facts.weldedVertices,
    edges: sum.edges + facts.edges,
    boundaryEdges: sum.boundaryEdges + facts.boundaryEdges,
    nonManifoldEdges: sum.nonManifoldEdges + facts.nonManifoldEdges,
    inconsistentEdges: sum.inconsistentEdges + facts.inconsistentEdges,
    duplicateTriangles: sum.duplicateTriangles + facts.duplicateTriangles,
    repeatedVertexTriangles: sum.repeatedVertexTriangles + facts.repeatedVertexTriangles,
    zeroAreaTriangles: sum.zeroAreaTriangles + facts.zeroAreaTriangles,
    components: sum.components + facts.components,
    area: sum.area + facts.area,
    signedVolume: sum.signedVolume + facts.signedVolume,
    nonFiniteVertices: sum.nonFiniteVertices + facts.nonFiniteVertices,
  };
}
