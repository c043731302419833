import type { CheckedFile } from './check-files.ts';
import type { CheckFinding } from './check-findings.ts';

/** Maximum length of each list of a finding in the JSON, unless `--elements all` lists everything. */
export const maxListed = 1000;

/**
 * Returns a file with findings that list at most `maxListed` elements, with the groups and measures that belong to
 * them, and at most as many triangles and single ignored ones. Counts and totals stay those of everything.
 */
export function withShortLists(checked: CheckedFile): CheckedFile {
  if (checked.report === null) return checked;
  return { ...checked, report: { ...checked.report, findings: checked.report.findings.map(withShortList) } };
}

function withShortList(finding: CheckFinding): CheckFinding {
  const { elements, groups, measures, triangles, ignored } = finding;
  if (elements.length <= maxListed && triangles.length <= maxListed && ignored.items.length <= maxListed) return finding;
  // The last group can be longer than its listed elements: its count is exact.
  const listedGroups = groups === null ? null : groups.filter(({ first }) => first < maxListed);
  const items = listedGroups?.length ?? maxListed;
  return {
    ...finding,
    elements: elements.slice(0, maxListed),
    groups: listedGroups,
    measures: measures === null ? null : { ...measures, values: measures.values.slice(0, items) },
    triangles: triangles.slice(0, maxListed),
    ignored: { ...ignored, items: ignored.items.slice(0, maxListed) },
  };
}
