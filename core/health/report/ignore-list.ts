import { InspectorError } from '../../error.ts';
import { readIgnored, type IgnoredFinding } from '../../ignored-finding.ts';
import { importOptions, type ImportOptions } from '../../options/import-options.ts';
import { checkValues, sameValues } from '../../options/option.ts';
import { joinIgnored } from './join-ignored.ts';

/** What of one file is ignored. It holds for these very bytes, read in this way: elements are numbered by both. */
export interface IgnoredOfFile {
  /** Its name without a folder, for people. */
  readonly file: string;
  /** SHA-256 of its bytes, 64 hexadecimal digits in lower case. */
  readonly sha256: string;
  readonly importing: ImportOptions;
  readonly findings: readonly IgnoredFinding[];
}

/** What `--ignore FILE` holds, as `resources/schemas/ignored.schema.json` describes it: several files, each by its content. */
export type IgnoreList = readonly IgnoredOfFile[];

/** Of a mesh, what a list goes by. */
export interface IgnoreSource {
  readonly file: string;
  /** `null` where the host had no hash: then nothing is known to be of it. */
  readonly sha256: string | null;
}

const version = 1;

/**
 * What a list says of a mesh that was read with these options, in all entries for its content; nothing for one that it does not name.
 * @throws InspectorError `too-large` as `joinIgnored`.
 */
export function ignoredFor(list: IgnoreList, { sha256 }: IgnoreSource, importing: ImportOptions): readonly IgnoredFinding[] {
  const entries = list.filter((entry) => entry.sha256 === sha256 && areNumberedAlike(entry.importing, importing));
  return joinIgnored(
    [],
    entries.flatMap(({ findings }) => findings),
  );
}

/** How many records a list has for a file of this name that is another now, or was read in another way. */
export function ignoredForOtherContent(list: IgnoreList, source: IgnoreSource, importing: ImportOptions): number {
  const others = list.filter(
    ({ file, sha256, importing: its }) => file === source.file && (sha256 !== source.sha256 || !areNumberedAlike(its, importing)),
  );
  return others.reduce((sum, { findings }) => sum + findings.length, 0);
}

/** Colliders of an extension stand behind what the scene shows, so a list of the app, which leaves them out, holds for a check that looks at them too. */
function areNumberedAlike(a: ImportOptions, b: ImportOptions): boolean {
  const scene = (importing: ImportOptions): ImportOptions =>
    importing.colliders === 'with' ? { ...importing, colliders: 'apart' } : importing;
  return sameValues(importOptions, scene(a), scene(b));
}

/** The text of a list, a line for each record, so that a change of one is one line of a diff. */
export function ignoreListText(list: IgnoreList): string {
  const files = list.map(({ findings, ...file }) => {
    const head = JSON.stringify(file).slice(0, -1);
    return `    ${head}, "findings": [\n${findings.map((finding) => `      ${JSON.stringify(finding)}`).join(',\n')}\n    ]}`;
  });
  return `{\n  "ignored": ${version},\n  "files": [\n${files.join(',\n')}\n  ]\n}\n`;
}

/**
 * Reads the text of a list.
 * @throws InspectorError `malformed` with the JSON pointer of what is wrong.
 */
export function parseIgnoreList(text: string): IgnoreList {
  const root = objectAt(parseJson(text), '', ['$schema', 'ignored', 'files']);
  if (root['ignored'] !== version) throw malformed('/ignored', `The version of the list is not ${version}`);
  const files = root['files'];
  if (!Array.isArray(files)) throw malformed('/files', 'There should be a list here');
  return files.map((value: unknown, i) => fileAt(value, `/files/${i}`));
}

function fileAt(value: unknown, pointer: string): IgnoredOfFile {
  const { file, sha256, importing = {}, findings } = objectAt(value, pointer, ['file', 'sha256', 'importing', 'findings']);
  if (typeof file !== 'string') throw malformed(`${pointer}/file`, 'There should be the name of a file here');
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256))
    throw malformed(`${pointer}/sha256`, 'There should be 64 hexadecimal digits in lower case here');
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
    throw malformed('', 'The list of what is ignored is not JSON');
  }
}

function objectAt(value: unknown, pointer: string, known: readonly string[]): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed(pointer, 'There should be an object here');
  const unknown = Object.keys(value).find((name) => !known.includes(name));
  if (unknown !== undefined) throw malformed(`${pointer}/${unknown}`, `There is no "${unknown}" here`);
  return value as Readonly<Record<string, unknown>>; // Of its values nothing is taken on trust.
}

function malformed(pointer: string, message: string): InspectorError {
  return new InspectorError({ code: 'malformed', message, fix: 'See resources/schemas/ignored.schema.json', location: { pointer } });
}
