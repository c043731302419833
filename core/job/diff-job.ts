import { diffChecks, diffFields, diffGeometry, diffSurfaces, type ChecksDiff, type GeometryDiff } from '../diff/mesh-diff.ts';
import type { Finding } from '../finding.ts';
import type { SurfaceChange } from '../health/repair/surface-change.ts';
import { keptTrees } from '../health/repair/treed-for-distances.ts';
import { openMeshBytes } from '../mesh/mesh-bytes.ts';
import type { HealthOptions } from '../options/health-options.ts';
import type { Progress } from '../progress.ts';

/** A version of a mesh. */
export interface DiffedVersion {
  readonly mesh: ArrayBuffer | SharedArrayBuffer;
  /** Of its import. */
  readonly findings: readonly Finding[];
}

export interface DiffJobRequest {
  readonly kind: 'diff';
  readonly before: DiffedVersion;
  readonly after: DiffedVersion;
  /** Of the checks of both versions. */
  readonly health: HealthOptions;
  /** Whether the distance between the surfaces is measured. */
  readonly withDistance: boolean;
}

export interface DiffJobResult extends GeometryDiff, ChecksDiff {
  readonly kind: 'diff';
  /** Largest distances; `null` if they were not measured. */
  readonly surface: SurfaceChange | null;
  /** Mean distances over the whole area of each version; `null` if they were not measured. */
  readonly meanDistance: MeanChange | null;
  readonly milliseconds: number;
}

/** Mean distances between two versions, weighted by area, mesh units; `null` where there is no area or no other surface. */
export interface MeanChange {
  /** From the version before to the one after. */
  readonly removed: number | null;
  readonly added: number | null;
}

/** Compares two versions of a mesh. @throws InspectorError `invalid-bytes`, and as `checkHealth`; whatever `progress` throws. */
export function runDiff({ before, after, health, withDistance }: DiffJobRequest, progress: Progress): DiffJobResult {
  const start = performance.now();
  const old = { mesh: openMeshBytes(before.mesh), findings: before.findings };
  const now = { mesh: openMeshBytes(after.mesh), findings: after.findings };
  const { diff, changes } = diffGeometry(old.mesh, now.mesh);
  const part = (first: number): Progress => {
    return (fraction) => progress(first + fraction / 4);
  };
  const checks = diffChecks(old, now, health, (fraction) => progress(fraction / 2));
  const treedFor = keptTrees();
  const surface = withDistance ? diffSurfaces(old.mesh, now.mesh, changes, part(0.5), treedFor) : null;
  const fields = withDistance ? diffFields(old.mesh, now.mesh, changes, part(0.75), treedFor) : null;
  const meanDistance = fields === null ? null : { removed: fields.before?.mean ?? null, added: fields.after?.mean ?? null };
  return { kind: 'diff', ...diff, ...checks, surface, meanDistance, milliseconds: performance.now() - start };
}
