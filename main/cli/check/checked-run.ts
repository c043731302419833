import { createHash } from 'node:crypto';
import { fileIdentity } from '../../remote/address.ts';
import type { CheckedFile } from './check-files.ts';
import type { CheckSettings } from './check-file.ts';
import type { Shard } from './shard.ts';

/** What a report of several files belongs to. `boxwood merge` proves with it that no file is missing, doubled or foreign. */
export interface CheckedRun {
  /** SHA-256 of the version, the whole list of files, and all that findings and verdicts depend on except the files themselves. */
  readonly id: string;
  /** Files of all shards. */
  readonly files: number;
  /** The part in this report, with its number of files; `null` for the whole list. */
  readonly shard: (Shard & { readonly files: number }) | null;
}

/** A checked file of a run, with its index in the whole list. */
export interface RunEntry {
  readonly index: number;
  readonly checked: CheckedFile;
}

export function checkedRun(
  version: string,
  files: readonly string[],
  { options, reading, budget, ignoring }: Omit<CheckSettings, 'cache'>,
  elements: number,
  shard: CheckedRun['shard'],
): CheckedRun {
  const text = JSON.stringify({ version, files: files.map(fileIdentity), options, reading, budget, ignoring, elements: String(elements) });
  return { id: createHash('sha256').update(text).digest('hex'), files: files.length, shard };
}

/** Returns an entry as JSON prints it. */
export function entryValue({ index, checked: { file, report, error } }: RunEntry): object {
  return { index, ...(report ?? { file, error }) };
}
