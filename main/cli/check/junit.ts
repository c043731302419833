import { chosenChecks } from '#core/health';
import type { CheckedFile } from './check-files.ts';
import type { CheckReport } from './check-file.ts';
import type { CheckFinding } from './check-findings.ts';
import type { ReportWriter } from './report-writer.ts';
import { ignoredLines } from './ignored-lines.ts';
import { flagOf } from '#core/options';
import { locationsText } from './locations-text.ts';

/** Totals of the test suites, which stand before them in the file. */
export interface JunitTotals {
  readonly tests: number;
  readonly failures: number;
  readonly errors: number;
}

export const noTests: JunitTotals = { tests: 0, failures: 0, errors: 0 };

export function addTests(totals: JunitTotals, checked: CheckedFile): JunitTotals {
  const { tests, failures, errors } = suiteOf(checked);
  return { tests: totals.tests + tests, failures: totals.failures + failures, errors: totals.errors + errors };
}

/**
 * Writes a test suite for each file with a test case for each check, as Jenkins, GitLab and others read it
 * (`resources/schemas/junit.xsd`). A finding over the budget fails. Other findings are output, a check that did not run is
 * skipped, and a file that cannot be read is an error. Without totals the suites are kept until the end.
 */
export function junitWriter(known: JunitTotals | null): ReportWriter {
  let totals = noTests;
  const kept: string[] = [];
  const head = ({ tests, failures, errors }: JunitTotals): string =>
    `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="boxwood check" tests="${tests}" failures="${failures}" errors="${errors}">\n`;
  return {
    begin: () => (known === null ? '' : head(known)),
    entry: ({ checked }) => {
      const { xml } = suiteOf(checked);
      if (known !== null) return xml;
      totals = addTests(totals, checked);
      kept.push(xml);
      return '';
    },
    end: () => `${known === null ? head(totals) + kept.join('') : ''}</testsuites>\n`,
  };
}

interface Suite extends JunitTotals {
  readonly xml: string;
}

function suiteOf({ file, report, error }: CheckedFile): Suite {
  const name = escaped(file);
  if (report === null) {
    const body = `    <testcase classname="${name}" name="read">\n      <error type="${error.code}" message="${escaped(error.message)}">${escaped(error.fix)}</error>\n    </testcase>\n`;
    return { xml: suiteText(name, 1, 0, 1, 0, 0, body), tests: 1, failures: 0, errors: 1 };
  }
  const codes = chosenChecks(report.options.only).map(({ code }) => code);
  const skipped = new Map<string, string>(
    report.notRun.flatMap(({ code, reason, option }) =>
      reason === null || option === null ? [] : [[code, `${reason}: set ${flagOf(option)}`]],
    ),
  );
  const names = [...new Set<string>([...codes, ...report.findings.map(({ code }) => code)])];
  const cases = names.map((code) => caseText(name, code, report, skipped.get(code)));
  const failures = new Set(report.overBudget?.map(({ code }) => code)).size;
  return {
    xml: suiteText(
      name,
      names.length,
      failures,
      0,
      names.filter((code) => skipped.has(code)).length,
      report.timings.checkMilliseconds / 1000,
      cases.join(''),
    ),
    tests: names.length,
    failures,
    errors: 0,
  };
}

function suiteText(name: string, tests: number, failures: number, errors: number, skipped: number, seconds: number, body: string): string {
  return `  <testsuite name="${name}" tests="${tests}" failures="${failures}" errors="${errors}" skipped="${skipped}" time="${seconds.toFixed(3)}">\n${body}  </testsuite>\n`;
}

function caseText(name: string, code: string, { findings, overBudget }: CheckReport, skipped: string | undefined): string {
  const found = findings.filter((finding) => finding.code === code);
  const head = `    <testcase classname="${name}" name="${escaped(code)}"`;
  if (skipped !== undefined) return `${head}>\n      <skipped>${escaped(skipped)}.</skipped>\n    </testcase>\n`;
  if (found.length === 0) return `${head}/>\n`;
  const text = escaped(found.map(findingText).join('\n'));
  const over = overBudget?.find((excess) => excess.code === code);
  if (over === undefined) return `${head}>\n      <system-out>${text}</system-out>\n    </testcase>\n`;
  const message = `${over.count} found, ${over.allowed} allowed`;
  return `${head}>\n      <failure type="${escaped(code)}" message="${message}">${text}</failure>\n    </testcase>\n`;
}

/** More would hide the other lines. */
const maxTrianglesShown = 100;
const maxLocationsShown = 100;

function findingText({ severity, count, counted, atLeast, ignored, message, detail, fix, triangles, locations }: CheckFinding): string {
  const shown = triangles.slice(0, maxTrianglesShown).join(' ');
  const more = triangles.length > maxTrianglesShown ? ` and ${triangles.length - maxTrianglesShown} more` : '';
  return [
    `${severity}: ${atLeast ? 'at least ' : ''}${count} ${counted}. ${message}.`,
    ...(detail === null ? [] : [`${detail}.`]),
    ...ignoredLines(ignored),
    ...(locations.length === 0 ? [] : [locationsText(locations, count, maxLocationsShown)]),
    ...(shown === '' ? [] : [`Triangles: ${shown}${more}`]),
    `${fix}.`,
  ].join('\n');
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text and attributes. Characters that XML 1.0 excludes become U+FFFD. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"]/g, (character) => entities[character]!);
}
