import { InspectorError } from '#core/error';
import { chosenChecks } from '#core/health/check-health';
import { isHealthCode } from '#core/health/health-check';
import { overBudget, type Budget, type OverBudget } from '#core/health/budget';
import { ignoredFor, ignoredForOtherContent, type IgnoreList } from '#core/health/ignore-list';
import { unmatchedIgnored } from '#core/health/ignored';
import { joinIgnored } from '#core/health/join-ignored';
import { triangleCount, vertexCount } from '#core/mesh/triangle-mesh';
import type { HealthOptions } from '#core/options/health-options';
import type { ImportOptions } from '#core/options/import-options';
import type { MeshWork } from '../mesh-work.ts';
import { checkFindings, foundByBoth, spentOf } from './check-findings.ts';

/** How files are checked. */
export interface CheckSettings {
  readonly options: HealthOptions;
  readonly reading: ImportOptions;
  /** `null` where none was given: then nothing is over it. */
  readonly budget: Budget | null;
  /** Beside what a baked file brings. */
  readonly ignoring: IgnoreList;
}

/** What `--json` tells of one file. */
export type CheckReport = Awaited<ReturnType<typeof checkFile>>;

/** @throws InspectorError as reading and checking do; `no-triangles` for a file without any. */
export async function checkFile({ read, run }: MeshWork, file: string, { options, reading, budget, ignoring }: CheckSettings) {
  const { mesh, imported, readMilliseconds } = await read(file, reading);
  if (triangleCount(mesh) === 0) throw noTriangles(file);
  const { report, milliseconds } = await run(file, 'checking', { kind: 'check', mesh: imported.mesh, options });
  const ignored = joinIgnored(imported.ignored, ignoredFor(ignoring, imported.source, reading));
  const found = foundByBoth(imported.findings, report.findings);
  const findings = checkFindings(found, mesh, ignored);
  // A code that was not looked for is not missed.
  const looked = new Set<string>(chosenChecks(options.only).map(({ code }) => code));
  const unmatched = unmatchedIgnored(found.map(({ finding }) => finding), ignored).filter(({ code }) => looked.has(code) || !isHealthCode(code));
  return {
    file,
    format: imported.format,
    triangles: triangleCount(mesh),
    vertices: vertexCount(mesh),
    options,
    facts: report.facts,
    mass: report.mass,
    findings,
    ignored: { unmatched, ofOtherContent: ignoredForOtherContent(ignoring, imported.source, reading) },
    overBudget: budget === null ? null : overBudget(budget, findings.map(spentOf)),
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
