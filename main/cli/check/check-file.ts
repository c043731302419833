import {
  type Budget,
  checksNotRun,
  chosenChecks,
  ignoredFor,
  ignoredForOtherContent,
  type IgnoreList,
  isHealthCode,
  joinIgnored,
  type MassReport,
  massWarning,
  overBudget,
  type OverBudget,
  unmatchedIgnored,
} from '#core/health';
import { shownFile } from '../../remote/address.ts';
import type { MeshWork } from '../mesh-work.ts';
import type { CheckCache } from './check-cache.ts';
import { checkFindings, foundByBoth, spentOf } from './check-findings.ts';
import { examineFile, type ExamineSettings } from './examine-file.ts';

/** How files are checked. */
export interface CheckSettings extends ExamineSettings {
  /** `null` without a budget: then nothing is over it. */
  readonly budget: Budget | null;
  /** In addition to the list of a baked file. */
  readonly ignoring: IgnoreList;
  /** `null` to check every file again. */
  readonly cache: CheckCache | null;
}

/** The report of one file, as `--json` prints it. */
export type CheckReport = Awaited<ReturnType<typeof checkFile>>;

/** @throws InspectorError as `examineFile`. */
export async function checkFile(work: MeshWork, file: string, settings: CheckSettings) {
  const { options, reading, budget, ignoring, cache } = settings;
  const { examined, timings } = await (cache === null ? examineFile(work, file, settings) : cache.examine(work, file, settings));
  const { format, triangles, vertices, source, report } = examined;
  const ignored = joinIgnored(examined.ignored, ignoredFor(ignoring, source, reading));
  const found = foundByBoth(examined.findings, report.findings);
  const findings = checkFindings(found, examined, ignored);
  // A code whose check did not run is not reported as unmatched.
  const checkedCodes = new Set<string>(chosenChecks(options.only).map(({ code }) => code));
  const unmatched = unmatchedIgnored(
    found.map(({ finding }) => finding),
    ignored,
  ).filter(({ code }) => checkedCodes.has(code) || !isHealthCode(code));
  return {
    file: shownFile(file),
    format,
    triangles,
    vertices,
    options,
    facts: report.facts,
    mass: withWarning(report.mass),
    colliderMass: withWarning(report.colliderMass),
    colliders: report.colliders.map((collider) => ({ ...collider, mass: withWarning(collider.mass) })),
    engine: report.engine === null ? null : { ...report.engine, metresPerUnit: examined.metresPerUnit },
    snagRolls: report.snagRolls,
    notRun: checksNotRun(options),
    findings,
    ignored: { unmatched, ofOtherContent: ignoredForOtherContent(ignoring, source, reading) },
    overBudget: budget === null ? null : overBudget(budget, findings.map(spentOf)),
    timings,
  };
}

/** Adds the warning that a surface without a volume has no mass; its numbers, which mean nothing, become `null`. */
function withWarning(mass: MassReport | null) {
  if (mass === null) return null;
  const warning = massWarning(mass);
  if (warning === null) return { ...mass, warning };
  const { density, surface } = mass;
  return { density, volume: null, mass: null, centre: null, inertia: null, principalMoments: null, principalAxes: null, surface, warning };
}

/** Whether a report breaks its budget. */
export function isOverBudget({ overBudget: over }: { readonly overBudget: readonly OverBudget[] | null }): boolean {
  return over !== null && over.length > 0;
}
