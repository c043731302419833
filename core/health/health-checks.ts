import { boundaryLoops } from './checks/boundary-loops.ts';
import { duplicateTriangles } from './checks/duplicate-triangles.ts';
import { inconsistentWinding } from './checks/inconsistent-winding.ts';
import { nonFiniteVertices } from './checks/non-finite-vertices.ts';
import { nonManifoldEdges } from './checks/non-manifold-edges.ts';
import { oppositeTriangles } from './checks/opposite-triangles.ts';
import { repeatedVertexTriangles } from './checks/repeated-vertex-triangles.ts';
import { selfIntersections } from './checks/self-intersections.ts';
import { zeroAreaTriangles } from './checks/zero-area-triangles.ts';
import type { HealthCheck } from './health-check.ts';

/** Every check, in the order in which findings are told: data first, then triangles, edges, and the mesh as a whole. */
export const healthChecks: readonly HealthCheck[] = [
  nonFiniteVertices,
  repeatedVertexTriangles,
  zeroAreaTriangles,
  duplicateTriangles,
  oppositeTriangles,
  boundaryLoops,
  nonManifoldEdges,
  inconsistentWinding,
  selfIntersections,
];
