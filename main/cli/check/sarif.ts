import { pathToFileURL } from 'node:url';
import { isAbsolute, sep } from 'node:path';
import type { InspectorErrorData } from '#core/error';
import type { Severity } from '#core/finding';
import { healthChecks } from '#core/health';
import type { CheckedFile } from './check-files.ts';
import type { CheckFinding } from './check-findings.ts';
import type { ReportWriter } from './report-writer.ts';

/** More triangles are not listed; `--json --elements all` has all. */
const maxTrianglesListed = 1000;

const levels = { error: 'error', warning: 'warning', info: 'note' } as const satisfies Record<Severity, string>;

/**
 * Writes one run over all files as SARIF 2.1.0 (OASIS 2020): a result for each finding, a notification for each unreadable file.
 * Results come first, since rules of the import are known when all files are.
 */
export function sarifWriter(version: string): ReportWriter {
  const rules: ReturnType<typeof ruleOf>[] = healthChecks.map(({ code, severity, title, meaning, fix }) =>
    ruleOf(code, severity, title, meaning, fix),
  );
  const ruleIndex = new Map(rules.map(({ id }, i) => [id, i]));
  const artifacts: object[] = [];
  const notifications: object[] = [];
  let separator = '';
  return {
    begin: () => '{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"results":[',
    entry: ({ checked }) => {
      const { file, report, error } = checked;
      const uri = uriOf(file);
      artifacts.push({ location: { uri } });
      if (error !== null) notifications.push(notificationOf(uri, error));
      for (const { code, severity, message, fix } of report?.findings ?? []) {
        if (ruleIndex.has(code)) continue;
        ruleIndex.set(code, rules.length);
        rules.push(ruleOf(code, severity, code, message, fix));
      }
      const text = resultsOf(checked, artifacts.length - 1, ruleIndex).map((result) => JSON.stringify(result));
      const piece = text.length === 0 ? '' : `${separator}\n${text.join(',\n')}`;
      if (text.length > 0) separator = ',';
      return piece;
    },
    end: () => {
      const run = {
        columnKind: 'utf16CodeUnits',
        invocations: [{ executionSuccessful: notifications.length === 0, toolExecutionNotifications: notifications }],
        artifacts,
        tool: { driver: { name: 'Boxwood', version, semanticVersion: version, rules } },
      };
      return `],${JSON.stringify(run).slice(1)}]}\n`;
    },
  };
}

function notificationOf(uri: string, error: InspectorErrorData) {
  const location = { physicalLocation: { artifactLocation: { uri } } };
  return { level: 'error', message: { text: `${error.message}. ${error.fix}.` }, descriptor: { id: error.code }, locations: [location] };
}

function ruleOf(id: string, severity: Severity, title: string, meaning: string, fix: string) {
  return {
    id,
    name: id.replace(/(^|-)(\w)/g, (_, __, letter: string) => letter.toUpperCase()),
    shortDescription: { text: `${title}.` },
    fullDescription: { text: `${meaning}.` },
    help: { text: `${fix}.` },
    defaultConfiguration: { level: levels[severity] },
  };
}

function resultsOf({ file, report }: CheckedFile, index: number, ruleIndex: ReadonlyMap<string, number>) {
  if (report === null) return [];
  const over = report.overBudget === null ? null : new Set<string>(report.overBudget.map(({ code }) => code));
  return report.findings.map((finding) => ({
    ruleId: finding.code,
    ruleIndex: ruleIndex.get(finding.code)!,
    level: levels[finding.severity],
    message: { text: messageOf(finding) },
    locations: locationsOf(finding, uriOf(file), index),
    occurrenceCount: Math.max(1, finding.count),
    // One result per code and file: these stay the same while the elements change.
    partialFingerprints: { 'boxwoodFileAndCode/v1': `${uriOf(file)}#${finding.code}` },
    ...suppressionsOf(finding, over),
    properties: {
      count: finding.count,
      atLeast: finding.atLeast,
      ignored: finding.ignored.count,
      triangles: finding.triangles.slice(0, maxTrianglesListed),
      trianglesInAll: finding.triangles.length,
      ...(finding.materials.length > 0 && { materials: finding.materials }),
      ...(finding.colliders.length > 0 && { colliders: finding.colliders }),
    },
  }));
}

/** A result is suppressed if all of it is ignored or within the budget. */
function suppressionsOf({ code, count, ignored, atLeast }: CheckFinding, over: ReadonlySet<string> | null) {
  const isIgnored = ignored.reason !== null || (ignored.count === count && ignored.count > 0 && !atLeast);
  const reasons = isIgnored ? (ignored.reason !== null ? [ignored.reason] : [...new Set(ignored.items.map(({ reason }) => reason))]) : [];
  const within = over === null || over.has(code) ? [] : ['Within the budget'];
  const justifications = isIgnored ? reasons : within;
  return justifications.length === 0 ? {} : { suppressions: justifications.map((justification) => ({ kind: 'external', justification })) };
}

/** Result pages show only the text, so it includes some triangles. */
const maxTrianglesInText = 8;

function messageOf({ count, counted, atLeast, message, detail, fix, triangles }: CheckFinding): string {
  const more = triangles.length - maxTrianglesInText;
  const listed =
    triangles.length === 0 ? [] : [`Triangles ${triangles.slice(0, maxTrianglesInText).join(', ')}${more > 0 ? `, and ${more} more` : ''}`];
  return [`${atLeast ? 'At least ' : ''}${count} ${counted}`, message, ...(detail === null ? [] : [detail]), ...listed, fix]
    .map((sentence) => `${sentence}.`)
    .join(' ');
}

/** Returns the lines in the file if they are known, else the whole file. */
function locationsOf({ locations }: CheckFinding, uri: string, index: number) {
  const artifactLocation = { uri, index };
  const lines = locations.flatMap(({ line, column }) =>
    line === undefined ? [] : [{ startLine: line, ...(column === undefined ? {} : { startColumn: column }) }],
  );
  return lines.length === 0
    ? [{ physicalLocation: { artifactLocation } }]
    : lines.map((region) => ({ physicalLocation: { artifactLocation, region } }));
}

/** Relative paths stay relative, so that a log is valid in any checkout. */
function uriOf(file: string): string {
  if (isAbsolute(file)) return pathToFileURL(file).href;
  return file.split(sep).map(encodeURIComponent).join('/');
}
