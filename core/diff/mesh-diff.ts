import type { Finding } from '../finding.ts';
import { checkHealth, type HealthFacts } from '../health/report/check-health.ts';
import { farthestPoints, type FarthestPoint } from '../health/repair/farthest-points.ts';
import { surfaceFields, type SurfaceFields } from '../health/repair/surface-fields.ts';
import { surfaceDistances, type SurfaceChange } from '../health/repair/surface-change.ts';
import type { TreedForDistances } from '../health/repair/treed-for-distances.ts';
import { meshBounds, type Bounds } from '../mesh/bounds.ts';
import { triangleCount, vertexCount, type TriangleMesh } from '../mesh/triangle-mesh.ts';
import type { HealthOptions } from '../options/health-options.ts';
import type { Progress } from '../progress.ts';
import { findingChanges, type CheckedVersion, type FindingChange } from './finding-changes.ts';
import { partChanges, type PartChange } from './part-changes.ts';
import {
  countTriangles,
  differentTriangles,
  triangleChanges,
  triangleKeys,
  type TriangleChanges,
  type TriangleCounts,
} from './triangle-changes.ts';

/** A value in two versions of a mesh. */
export interface Versions<Value> {
  readonly before: Value;
  readonly after: Value;
}

/** What differs between the triangles and parts of two versions of a mesh. */
export interface GeometryDiff {
  /** Whether both versions have the same triangles and the same parts, in any order. */
  readonly isSame: boolean;
  readonly triangles: Versions<number> & TriangleCounts;
  readonly vertices: Versions<number>;
  /** See `meshBounds`. */
  readonly bounds: Versions<Bounds | null>;
  readonly parts: readonly PartChange[];
}

/** Returns what differs between two versions of a mesh, and the state of each triangle. Linear time but for sorting the triangles of a part. */
export function diffGeometry(
  before: TriangleMesh,
  after: TriangleMesh,
): { readonly diff: GeometryDiff; readonly changes: TriangleChanges } {
  const keys = triangleKeys(before, after);
  const changes = triangleChanges(keys);
  const counts = countTriangles(changes);
  const parts = partChanges(before, after, keys);
  const [old, now] = [triangleCount(before), triangleCount(after)];
  const diff: GeometryDiff = {
    isSame: counts.same === old && counts.same === now && parts.every(({ state }) => state === 'same'),
    triangles: { before: old, after: now, ...counts },
    vertices: { before: vertexCount(before), after: vertexCount(after) },
    bounds: { before: meshBounds(before), after: meshBounds(after) },
    parts,
  };
  return { diff, changes };
}

/**
 * Returns the largest distance between two versions, both ways. Only triangles that differ are measured. @param treedFor see `keptTrees`; by default
 * the trees are built. @throws whatever `progress` throws.
 */
export function diffSurfaces(
  before: TriangleMesh,
  after: TriangleMesh,
  changes: TriangleChanges,
  progress: Progress,
  treedFor?: TreedForDistances,
): SurfaceChange {
  const different = { lost: differentTriangles(changes.before), gained: differentTriangles(changes.after) };
  return surfaceDistances(before, after, different, undefined, progress, treedFor);
}

/** Returns the distances between two versions all over both surfaces; see `surfaceFields`. @throws whatever `progress` throws. */
export function diffFields(
  before: TriangleMesh,
  after: TriangleMesh,
  changes: TriangleChanges,
  progress: Progress,
  treedFor?: TreedForDistances,
): SurfaceFields {
  const different = { lost: differentTriangles(changes.before), gained: differentTriangles(changes.after) };
  return surfaceFields(before, after, different, progress, treedFor);
}

/** Returns where the largest distances between two versions are; see `farthestPoints`. @throws whatever `progress` throws. */
export function diffFarthest(
  before: TriangleMesh,
  after: TriangleMesh,
  changes: TriangleChanges,
  surface: SurfaceChange,
  progress: Progress,
  treedFor?: TreedForDistances,
): Versions<FarthestPoint | null> {
  const different = { lost: differentTriangles(changes.before), gained: differentTriangles(changes.after) };
  return farthestPoints(before, after, different, surface, progress, treedFor);
}

/** What differs between the checks of two versions. */
export interface ChecksDiff {
  readonly facts: Versions<HealthFacts>;
  /** See `findingChanges`. */
  readonly findings: readonly FindingChange[];
}

/** A version of a mesh. */
export interface MeshVersion {
  readonly mesh: TriangleMesh;
  /** Of its import. */
  readonly findings: readonly Finding[];
}

/** Checks two versions and returns what differs. @throws InspectorError as `checkHealth`; whatever `progress` throws. */
export function diffChecks(before: MeshVersion, after: MeshVersion, health: HealthOptions, progress: Progress): ChecksDiff {
  const check = ({ mesh, findings }: MeshVersion, part: 0 | 1): CheckedVersion => ({
    imported: findings,
    report: checkHealth(mesh, health, (fraction) => progress((part + fraction) / 2)),
  });
  const [old, now] = [check(before, 0), check(after, 1)];
  return { facts: { before: old.report.facts, after: now.report.facts }, findings: findingChanges(old, now) };
}
