/** Meshes: triangles, parts, topology, mass properties, materials and animation. */
export { curveStride, curveWays, shiftedCurve } from './animation/curve.ts';
export type { NodePose } from './animation/node-pose.ts';
export { poseAt } from './animation/pose-at.ts';
export type {
  AnimatedNode,
  Channel,
  ChannelPath,
  Clip,
  MorphBlend,
  SceneAnimation,
  VertexRun,
  VertexSkin,
} from './animation/scene-animation.ts';
export { eulerTurn, poseOfSteps, scaleMatrix, stepNumbers, type TransformStep, translationMatrix } from './animation/transform-step.ts';
export { type InheritedScale, transposed, worldOrigin, worldPose, type WorldPose } from './animation/world-pose.ts';
export { type Bounds, boundsCenter, boundsRadius, grownBounds, meshBounds } from './bounds.ts';
export { checkPlacedSize, checkMeshSize } from './check-mesh-size.ts';
export { checkSurface } from './check-surface.ts';
export { type CoincidentTriangles, coincidentTriangles, doesAscend } from './coincident-triangles.ts';
export {
  type ColliderPhysics,
  type CollisionFilter,
  collisionFilterText,
  type CombineMode,
  combineModes,
  isAmount,
  isNames,
  type PhysicsMaterial,
  physicsMaterialText,
  physicsText,
  readColliderPhysics,
} from './collider-physics.ts';
export type { ColliderRole, ColliderShape, ExactShape } from './collider-role.ts';
export { type ColliderOfTriangles, collidersOfTriangles, colliderText } from './colliders-of-triangles.ts';
export { components } from './components.ts';
export { finiteFacts, type FiniteFacts } from './finite-facts.ts';
export { isClosed } from './is-closed.ts';
export { countOpenEdges, type OpenEdgeCount, openEdgesText } from './count-open-edges.ts';
export { mainBounds } from './main-bounds.ts';
export { integralsOf, massOfSolids, type MassProperties } from './mass-properties.ts';
export { allocateMeshArrays, openMeshAnimation, openMeshBytes, openMeshSurface, writeMeshBytes } from './mesh-bytes.ts';
export { partInstances } from './part-instances.ts';
export { partLabel, partNameOf } from './part-label.ts';
export { partsByName } from './parts-by-name.ts';
export { exactText, roleByName, roleText, wholeName, withRoles } from './part-role.ts';
export { type Pieces, pieces } from './pieces.ts';
export { fileRoles, roleOfFile, type FileRole } from './file-role.ts';
export { readRole } from './read-role.ts';
export { shapeIntegrals } from './shape-integrals.ts';
export {
  axisVector,
  lengthUnits,
  metresOf,
  signedAxes,
  type SignedAxis,
  type SourceSpace,
  unitName,
  unknownSpace,
} from './source-space.ts';
export { surfaceMeasures, type SurfaceMeasures } from './surface-measures.ts';
export {
  beginMaterial,
  materialCounts,
  materialNumber,
  materialOf,
  type MaterialRuns,
  materialRuns,
  materialsOfTriangles,
  readMaterials,
  type SurfaceMaterials,
  takeMaterials,
} from './surface-materials.ts';
export { isEndless, tessellate } from './tessellate-shape.ts';
export {
  edgeCount,
  isForward,
  isInconsistent,
  type MeshTopology,
  meshTopology,
  nextSide,
  none,
  previousSide,
  sidesOnEdge,
  topologyOfWelded,
  triangleStates,
  usedVertices,
} from './topology.ts';
export { isFiniteTriangle, type MeshPart, partOfTriangle, triangleCount, type TriangleMesh, vertexCount } from './triangle-mesh.ts';
export { chosenSets, type TriangleSets, triangleSets } from './triangle-sets.ts';
export { sameCorners, triangleVertices } from './triangle-vertices.ts';
export { createUnionFind, findRoot, type UnionFind, unite } from './union-find.ts';
export { type VertexCorners, vertexCorners } from './vertex-corners.ts';
export { weldVertices } from './weld-vertices.ts';
