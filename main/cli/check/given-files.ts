import { InspectorError, invalidArgument } from '#core/error';
import { expandFiles } from './expand-files.ts';
import { readFileList, sizesOf } from './files-from.ts';
import { readShard } from './read-shard.ts';
import { everyNth, type Shard, sharedByBytes } from './shard.ts';

/** The flags of a verb for many files. */
export interface ManyFlags {
  readonly filesFrom?: string;
  readonly shard?: string;
}

/** @throws InspectorError `invalid-argument` without files, or with files in both ways. */
export async function givenFiles(
  verb: string,
  given: readonly string[],
  { filesFrom }: ManyFlags,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (filesFrom !== undefined && given.length > 0) throw exclusiveFlags('--files-from and files', 'Write these files into the list');
  if (filesFrom !== undefined) return readFileList(filesFrom, signal);
  if (given.length > 0) return expandFiles(given, signal);
  throw invalidArgument("Missing required argument 'files'", `See boxwood ${verb} --help`);
}

/** Files of this run, as indices in the list. */
export interface Part {
  readonly indices: readonly number[];
  readonly shard: Shard | null;
}

/** A list from a file is shared by bytes, files of the command line one by one. */
export async function shardPart(files: readonly string[], { shard: text, filesFrom }: ManyFlags, signal: AbortSignal): Promise<Part> {
  if (text === undefined) return { indices: everyNth(files.length, { number: 1, count: 1 }), shard: null };
  const shard = readShard(text, process.env);
  return { shard, indices: filesFrom === undefined ? everyNth(files.length, shard) : sharedByBytes(await sizesOf(files, signal), shard) };
}

/** Returns the error of flags that exclude each other. */
export function exclusiveFlags(flags: string, fix: string): InspectorError {
  return new InspectorError({ code: 'invalid-argument', message: `${flags} exclude each other`, fix, location: {} });
}
