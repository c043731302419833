import { InspectorError } from '#core/error';
import { overBudget, type Budget, type OverBudget } from '#core/health/budget';
import { triangleCount, vertexCount } from '#core/mesh/triangle-mesh';
import type { HealthOptions } from '#core/options/health-options';
import type { ImportOptions } from '#core/options/import-options';
import type { MeshWork } from '../mesh-work.ts';
import { checkFindings } from './check-findings.ts';

/** How files are checked. */
export interface CheckSettings {
  readonly options: HealthOptions;
  readonly reading: ImportOptions;
  /** `null` where none was given: then nothing is over it. */
  readonly budget: Budget | null;
}

/** What `--json` tells of one file. */
export type CheckReport = Awaited<ReturnType<typeof checkFile>>;

/** @throws InspectorError as reading and checking do; `no-triangles` for a file without any. */
export async function checkFile({ read, run }: MeshWork, file: string, { options, reading, budget }: CheckSettings) {
  const { mesh, imported, readMilliseconds } = await read(file, reading);
  if (triangleCount(mesh) === 0) throw noTriangles(file);
  const { report, milliseconds } = await run(file, 'checking', { kind: 'check', mesh: imported.mesh, options });
  const findings = checkFindings(imported.findings, report.findings);
  return {
    file,
    format: imported.format,
    triangles: triangleCount(mesh),
    vertices: vertexCount(mesh),
    options,
    facts: report.facts,
    mass: report.mass,
    findings,
    overBudget: budget === null ? null : overBudget(budget, findings.map(({ atLeast, ...finding }) => ({ ...finding, isAtLeast: atLeast }))),
    timings: { readMilliseconds, parseMilliseconds: imported.milliseconds, checkMilliseconds: milliseconds },
  };
}

/** Whether a report breaks its budget. */
export function isOver({ overBudget: over }: { readonly overBudget: readonly OverBudget[] | null }): boolean {
  return over !== null && over.length > 0;
}

function noTriangles(file: string): InspectorError {
  return new InspectorError({
    code: 'no-triangles',
    message: 'The mesh has no triangle',
    cure: 'See what boxwood inspect finds in the file',
    place: { file },
  });
}
