import type { HealthReport } from '../health/report/check-health.ts';
import { repairMesh, type RepairStep } from '../health/repair/repair-mesh.ts';
import { type RaisedFinding, raisedFindings } from '../health/repair/raised-findings.ts';
import type { GivenRepairs } from '../health/repair/repair.ts';
import { healthCodes, type HealthCode } from '../health/health-check.ts';
import type { Severity } from '../finding.ts';
import { openMeshBytes, writeMeshBytes } from '../mesh/mesh-bytes.ts';
import type { HealthOptions } from '../options/health-options.ts';
import type { JobHost } from './job-host.ts';

export interface RepairJobRequest {
  readonly kind: 'repair';
  readonly mesh: ArrayBuffer | SharedArrayBuffer;
  /** See `requestedRepairs`. */
  readonly options: GivenRepairs;
  /** Of the checks before and after. */
  readonly health: HealthOptions;
}

export interface RepairJobResult {
  readonly kind: 'repair';
  /** See `openMeshBytes`; in shared memory if the host allocates it. */
  readonly mesh: ArrayBuffer | SharedArrayBuffer;
  readonly report: RepairReport;
}

/** What repairs changed, as plain data without elements. */
export interface RepairReport {
  readonly steps: readonly RepairStep[];
  readonly triangles: { readonly before: number; readonly after: number };
  readonly vertices: { readonly before: number; readonly after: number };
  /** All findings before and after, in the order of the checks. */
  readonly findings: readonly ComparedFinding[];
  /** The errors and warnings of which there are more after than before. */
  readonly raised: readonly RaisedFinding[];
  readonly milliseconds: number;
}

/** The number of a finding before and after; 0 where it is not found. */
export interface ComparedFinding {
  readonly code: HealthCode;
  readonly severity: Severity;
  readonly title: string;
  readonly before: number;
  readonly after: number;
}

/** Repairs a mesh. The animation of the mesh is not kept. @throws InspectorError as `repairMesh`, and `invalid-bytes`; whatever `progress` throws. */
export async function runRepair({ mesh: bytes, options, health }: RepairJobRequest, host: JobHost): Promise<RepairJobResult> {
  const start = performance.now();
  const before = openMeshBytes(bytes);
  const repaired = await repairMesh(before, options, health, host.progress);
  const { mesh } = repaired;
  const findings = comparedFindings(repaired.before, repaired.after);
  const report: RepairReport = {
    steps: repaired.steps,
    triangles: { before: before.indices.length / 3, after: mesh.indices.length / 3 },
    vertices: { before: before.positions.length / 3, after: mesh.positions.length / 3 },
    findings,
    raised: raisedFindings(findings, repaired.steps),
    milliseconds: performance.now() - start,
  };
  return { kind: 'repair', mesh: writeMeshBytes(mesh, host.allocateMesh), report };
}

function comparedFindings(before: HealthReport, after: HealthReport): readonly ComparedFinding[] {
  const countOf = (report: HealthReport, code: HealthCode): number => report.findings.find((finding) => finding.code === code)?.count ?? 0;
  const all = new Map([...before.findings, ...after.findings].map((finding) => [finding.code, finding]));
  return healthCodes.flatMap((code) => {
    const finding = all.get(code);
    if (finding === undefined) return [];
    const { severity, title } = finding;
    return [{ code, severity, title, before: countOf(before, code), after: countOf(after, code) }];
  });
}
