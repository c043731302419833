import { createHash } from 'node:crypto';
import { fileIdentity } from '../../remote/address.ts';
import type { CheckedFile } from './check-files.ts';
import type { CheckReport, CheckSettings } from './check-file.ts';
import type { Shard } from './shard.ts';

/** What a report of several files belongs to. `boxwood merge` proves with it that no file is missing, doubled or foreign. */
export interface CheckedRun {
  /** SHA-256 of the version, the whole list of files, and all that findings and verdicts depend on except the files themselves. */
  readonly id: string;
  /** Files of all shards. */
  readonly files: number;
  /** The part in this report, with its number of files; `null` for the whole list. */
  readonly shard: (Shard & { readonly files: number }) | null;
  /** Only of `boxwood bake`. */
  readonly verb?: 'bake';
}

/** A checked file of a run, with its index in the whole list. */
export interface RunEntry<Report = CheckReport> {
  readonly index: number;
  readonly checked: CheckedFile<Report>;
}

export function checkedRun(
  version: string,
  files: readonly string[],
  { options, reading, budget, ignoring }: Omit<CheckSettings, 'cache'>,
  elements: number,
  shard: CheckedRun['shard'],
): CheckedRun {
  return runOf({ version, files, options, reading, budget, ignoring, elements: String(elements) }, shard);
}

interface RunContent extends Readonly<Record<string, unknown>> {
  readonly files: readonly string[];
}

/** Returns a run whose identity is all of `content`. */
export function runOf({ files, ...content }: RunContent, shard: CheckedRun['shard']): CheckedRun {
  const text = JSON.stringify({ ...content, files: files.map(fileIdentity) });
  return { id: createHash('sha256').update(text).digest('hex'), files: files.length, shard };
}

/** Returns an entry as JSON prints it. */
export function entryValue({ index, checked: { file, report, error } }: RunEntry<object>): object {
  return { index, ...(report ?? { file, error }) };
}
