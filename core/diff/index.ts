/** The differences between two versions of a mesh. */
export { type CheckedVersion, type FindingChange, findingChanges, isWorse } from './finding-changes.ts';
export {
  type ChecksDiff,
  diffChecks,
  diffFarthest,
  diffFields,
  diffGeometry,
  diffSurfaces,
  type GeometryDiff,
  type MeshVersion,
  type Versions,
} from './mesh-diff.ts';
export type { PartChange, PartState } from './part-changes.ts';
export { changeStates, comparedCoordinate, type TriangleChanges, type TriangleCounts } from './triangle-changes.ts';
