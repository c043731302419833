import { invalidArgument } from '#core/error';
import type { CheckedFile } from './check-files.ts';
import type { CheckFinding } from './check-findings.ts';

/** Length of each list of a finding in the JSON without `--elements`. */
const usualLength = 1000;

/** Returns the length that `--elements` sets; infinite for `all`. @throws InspectorError `invalid-argument`. */
export function readElements(text: string): number {
  // `first` is what older versions called the default.
  if (text === '' || text === 'first') return usualLength;
  if (text === 'none') return 0;
  if (text === 'all') return Infinity;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw invalidArgument(`--elements cannot be ${JSON.stringify(text)}`, 'Use none, all, or a number such as 1000');
}

/**
 * Returns a file with findings that list at most `length` elements, with the groups and measures that belong to
 * them, and at most as many triangles and single ignored ones. Counts and totals stay those of everything.
 */
export function withShortLists(checked: CheckedFile, length: number): CheckedFile {
  if (checked.report === null || length === Infinity) return checked;
  return { ...checked, report: { ...checked.report, findings: checked.report.findings.map((finding) => withShortList(finding, length)) } };
}

function withShortList(finding: CheckFinding, length: number): CheckFinding {
  const { elements, groups, measures, triangles, ignored } = finding;
  if (elements.length <= length && triangles.length <= length && ignored.items.length <= length) return finding;
  // The last group can be longer than its listed elements: its count is exact.
  const listedGroups = groups === null ? null : groups.filter(({ first }) => first < length);
  const items = listedGroups?.length ?? length;
  return {
    ...finding,
    elements: elements.slice(0, length),
    groups: listedGroups,
    measures: measures === null ? null : { ...measures, values: measures.values.slice(0, items) },
    triangles: triangles.slice(0, length),
    ignored: { ...ignored, items: ignored.items.slice(0, length) },
  };
}
