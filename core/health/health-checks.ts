import { boundaryLoops } from './checks/boundary-loops.ts';
import { coplanarOverlaps } from './checks/coplanar-overlaps.ts';
import { dentedHulls } from './checks/dented-hulls.ts';
import { duplicateTriangles } from './checks/duplicate-triangles.ts';
import { fallThroughs } from './checks/fall-throughs.ts';
import { missingVolume, phantomVolume } from './checks/engine-volumes.ts';
import { movedVertices } from './checks/moved-vertices.ts';
import { refusedShapes } from './checks/refused-shapes.ts';
import { vanishedTriangles } from './checks/vanished-triangles.ts';
import { filledHulls } from './checks/filled-hulls.ts';
import { flatHulls } from './checks/flat-hulls.ts';
import { floatingComponents } from './checks/floating-components.ts';
import { ghostEdges } from './checks/ghost-edges.ts';
import { highValenceVertices } from './checks/high-valence-vertices.ts';
import { hugeTriangles } from './checks/huge-triangles.ts';
import { inconsistentWinding } from './checks/inconsistent-winding.ts';
import { insideOutPieces } from './checks/inside-out-pieces.ts';
import { misnamedColliders } from './checks/misnamed-colliders.ts';
import { missingColliders } from './checks/missing-colliders.ts';
import { nearlyEqualVertices } from './checks/nearly-equal-vertices.ts';
import { nestedPieces } from './checks/nested-pieces.ts';
import { nonFiniteVertices } from './checks/non-finite-vertices.ts';
import { nonManifoldEdges } from './checks/non-manifold-edges.ts';
import { nonManifoldVertices } from './checks/non-manifold-vertices.ts';
import { nonOrientablePieces } from './checks/non-orientable-pieces.ts';
import { openHulls } from './checks/open-hulls.ts';
import { oppositeTriangles } from './checks/opposite-triangles.ts';
import { outOfRangeVertices } from './checks/out-of-range-vertices.ts';
import { precisionCollapse } from './checks/precision-collapse.ts';
import { precisionLoss } from './checks/precision-loss.ts';
import { repeatedVertexTriangles } from './checks/repeated-vertex-triangles.ts';
import { selfIntersections } from './checks/self-intersections.ts';
import { sliverAngle } from './checks/sliver-angle.ts';
import { sliverHeight } from './checks/sliver-height.ts';
import { snagEdges } from './checks/snag-edges.ts';
import { strayColliders } from './checks/stray-colliders.ts';
import { thinWalls } from './checks/thin-walls.ts';
import { tJunctions } from './checks/t-junctions.ts';
import { tinyComponents } from './checks/tiny-components.ts';
import { tinyTriangles } from './checks/tiny-triangles.ts';
import { triangleBudget } from './checks/triangle-budget.ts';
import { unusedVertices } from './checks/unused-vertices.ts';
import { unweldedVertices } from './checks/unwelded-vertices.ts';
import { vertexBudget } from './checks/vertex-budget.ts';
import { zeroAreaTriangles } from './checks/zero-area-triangles.ts';
import type { HealthCheck } from './health-check.ts';

/** All checks, in the order of the findings. */
export const healthChecks: readonly HealthCheck[] = [
  nonFiniteVertices,
  outOfRangeVertices,
  unusedVertices,
  unweldedVertices,
  nearlyEqualVertices,
  repeatedVertexTriangles,
  zeroAreaTriangles,
  sliverAngle,
  sliverHeight,
  duplicateTriangles,
  oppositeTriangles,
  hugeTriangles,
  tinyTriangles,
  precisionCollapse,
  precisionLoss,
  boundaryLoops,
  tJunctions,
  nonManifoldEdges,
  nonManifoldVertices,
  highValenceVertices,
  inconsistentWinding,
  nonOrientablePieces,
  insideOutPieces,
  selfIntersections,
  coplanarOverlaps,
  nestedPieces,
  thinWalls,
  tinyComponents,
  floatingComponents,
  ghostEdges,
  openHulls,
  dentedHulls,
  flatHulls,
  filledHulls,
  strayColliders,
  missingColliders,
  misnamedColliders,
  vertexBudget,
  triangleBudget,
  snagEdges,
  fallThroughs,
  refusedShapes,
  vanishedTriangles,
  missingVolume,
  phantomVolume,
  movedVertices,
];
