import type { DiffJobResult } from '#core/job';
import type { HealthFacts } from '#core/health';

export type DiffReport = ReturnType<typeof diffReport>;

/** Returns the report of `boxwood diff`, as `--json` prints it. */
export function diffReport(before: string, after: string, result: DiffJobResult) {
  const { isSame, triangles, vertices, parts, facts, surface, meanDistance, findings, milliseconds } = result;
  return {
    before,
    after,
    same: isSame && findings.every((finding) => finding.before === finding.after),
    triangles,
    vertices,
    parts,
    facts: versionsOf(facts.before, facts.after),
    surface,
    meanDistance,
    findings,
    timings: { diffMilliseconds: milliseconds },
  };
}

type FactVersions = { readonly [Name in keyof HealthFacts]: { readonly before: HealthFacts[Name]; readonly after: HealthFacts[Name] } };

/** Returns each fact with its values in both versions. */
function versionsOf(before: HealthFacts, after: HealthFacts): FactVersions {
  const names = Object.keys(before) as (keyof HealthFacts)[];
  return Object.fromEntries(names.map((name) => [name, { before: before[name], after: after[name] }])) as FactVersions;
}
