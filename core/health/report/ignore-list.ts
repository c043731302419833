import { InspectorError } from '../../error.ts';
import { readIgnored, type IgnoredFinding } from '../../ignored-finding.ts';
import { importOptions, type ImportOptions } from '../../options/import-options.ts';
import { checkValues, sameValues } from '../../options/option.ts';
import { joinIgnored } from './join-ignored.ts';

/** The ignored findings of one file. They hold for these bytes and import options only, because both determine the element indices. */
export interface IgnoredOfFile {
  /** File name without a folder, for information. */
  readonly file: string;
  /** SHA-256 of its bytes, 64 hexadecimal digits in lower case. */
  readonly sha256: string;
  readonly importing: ImportOptions;
  readonly findings: readonly IgnoredFinding[];
}

/** The content of `--ignore FILE`: several files, each identified by its content; see `resources/schemas/ignored.schema.json`. */
export type IgnoreList = readonly IgnoredOfFile[];

/** The identity of a mesh file. */
export interface IgnoreSource {
  readonly file: string;
  /** `null` if the host has no hash; then no entry matches. */
  readonly sha256: string | null;
}

const version = 1;

/**
 * Returns the ignored findings of a mesh that was read with these options, from all entries with its content.
 * @throws InspectorError `too-large` as `joinIgnored`.
 */
export function ignoredFor(list: IgnoreList, { sha256 }: IgnoreSource, importing: ImportOptions): readonly IgnoredFinding[] {
  const entries = list.filter((entry) => entry.sha256 === sha256 && areNumberedAlike(entry.importing, importing));
  return joinIgnored(
    [],
    entries.flatMap(({ findings }) => findings),
  );
}

/** Returns the number of records for a file of this name with other content or other import options. */
export function ignoredForOtherContent(list: IgnoreList, source: IgnoreSource, importing: ImportOptions): number {
  const others = list.filter(
    ({ file, sha256, importing: its }) => file === source.file && (sha256 !== source.sha256 || !areNumberedAlike(its, importing)),
  );
  return others.reduce((sum, { findings }) => sum + findings.length, 0);
}

/** Whether two imports number elements alike. Colliders of extensions come after the scene, so they do not change its indices. */
function areNumberedAlike(a: ImportOptions, b: ImportOptions): boolean {
  const scene = (importing: ImportOptions): ImportOptions =>
    importing.colliders === 'with' ? { ...importing, colliders: 'apart' } : importing;
  return sameValues(importOptions, scene(a), scene(b));
}

/** Returns the text of a list with one line for each record, so that a change is one line in a diff. */
export function ignoreListText(list: IgnoreList): string {
  const files = list.map(({ findings, ...file }) => {
    const head = JSON.stringify(file).slice(0, -1);
    return `    ${head}, "findings": [\n${findings.map((finding) => `      ${JSON.stringify(finding)}`).join(',\n')}\n    ]}`;
  });
  return `{\n  "ignored": ${version},\n  "files": [\n${files.join(',\n')}\n  ]\n}\n`;
}

/**
 * Reads the text of a list.
 * @throws InspectorError `malformed` with the JSON pointer of the error.
 */
export function parseIgnoreList(text: string): IgnoreList {
  const root = objectAt(parseJson(text), '', ['$schema', 'ignored', 'files']);
  if (root['ignored'] !== version) throw malformed('/ignored', `The version of the list is not ${version}`);
  const files = root['files'];
  if (!Array.isArray(files)) throw malformed('/files', 'Expected a list');
  return files.map((value: unknown, i) => fileAt(value, `/files/${i}`));
}

function fileAt(value: unknown, pointer: string): IgnoredOfFile {
  const { file, sha256, importing = {}, findings } = objectAt(value, pointer, ['file', 'sha256', 'importing', 'findings']);
  if (typeof file !== 'string') throw malformed(`${pointer}/file`, 'Expected a file name');
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256))
    throw malformed(`${pointer}/sha256`, 'Expected 64 hexadecimal digits in lower case');
  return {
    file,
    sha256,
    importing: importingAt(importing, `${pointer}/importing`),
    findings: readIgnored(findings, `${pointer}/findings`),
  };
}

function importingAt(value: unknown, pointer: string): ImportOptions {
  try {
    return checkValues(importOptions, objectAt(value, pointer, Object.keys(importOptions)));
  } catch (thrown) {
    if (thrown instanceof InspectorError && thrown.code === 'invalid-argument') throw malformed(pointer, thrown.message);
    throw thrown;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed('', 'The list of ignored findings is not JSON');
  }
}

function objectAt(value: unknown, pointer: string, known: readonly string[]): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed(pointer, 'Expected an object');
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown !== undefined) throw malformed(`${pointer}/${unknown}`, `Unknown member "${unknown}"`);
  return value as Readonly<Record<string, unknown>>; // Its values are checked.
}

function malformed(pointer: string, message: string): InspectorError {
  return new InspectorError({ code: 'malformed', message, fix: 'See resources/schemas/ignored.schema.json', location: { pointer } });
}
