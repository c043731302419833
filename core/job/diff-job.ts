import { diffChecks, diffGeometry, diffSurfaces, type ChecksDiff, type GeometryDiff } from '../diff/mesh-diff.ts';
import type { Finding } from '../finding.ts';
import type { SurfaceChange } from '../health/repair/surface-change.ts';
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
  /** `null` if it was not measured. */
  readonly surface: SurfaceChange | null;
  readonly milliseconds: number;
}

/** Compares two versions of a mesh. @throws InspectorError `invalid-bytes`, and as `checkHealth`; whatever `progress` throws. */
export function runDiff({ before, after, health, withDistance }: DiffJobRequest, progress: Progress): DiffJobResult {
  const start = performance.now();
  const old = { mesh: openMeshBytes(before.mesh), findings: before.findings };
  const now = { mesh: openMeshBytes(after.mesh), findings: after.findings };
  const { diff, changes } = diffGeometry(old.mesh, now.mesh);
  const checks = diffChecks(old, now, health, (fraction) => progress((2 * fraction) / 3));
  const surface = withDistance ? diffSurfaces(old.mesh, now.mesh, changes, (fraction) => progress((2 + fraction) / 3)) : null;
  return { kind: 'diff', ...diff, ...checks, surface, milliseconds: performance.now() - start };
}
