import type { Command } from 'commander';
import { invalidArgument } from '#core/error';
import { batchOptions } from '#core/options';
import { triangleFilters } from '#core/query';
import type { CliContext } from '../context.ts';
import type { ReadMesh, ReadyTree } from '../mesh-work.ts';
import { addOptionFlags, readOptionFlags } from '../option-flags.ts';
import type { LineQuery } from './query-lines.ts';
import type { LineFormat } from './read-query-line.ts';
import { runBatch } from './run-batch.ts';

/** Adds the flags of a batch: the file of queries, `--rays` or `--points`, and the threads. */
export function addBatchFlags(command: Command, name: 'rays' | 'points', columns: string): Command {
  command.option(`--${name} <file>`, `Query each line of a file (CSV ${columns}, or NDJSON; - is standard input)`);
  return addOptionFlags(command, batchOptions);
}

/** A batch of the flags of a command. */
export interface GivenBatch {
  /** File name, or `-`. */
  readonly file: string;
  readonly jobs: number;
}

/**
 * Returns the batch of the flags; `null` for a single query. `excluded` are the flags of a single query.
 * @throws InspectorError `invalid-argument` with one of those.
 */
export function readBatchFlags(
  flags: Readonly<Record<string, unknown>>,
  name: 'rays' | 'points',
  excluded: readonly string[],
): GivenBatch | null {
  const file = flags[name];
  const { jobs } = readOptionFlags(batchOptions, flags);
  if (typeof file !== 'string') return null;
  const other = excluded.find((flag) => flags[flag] !== undefined);
  if (other !== undefined)
    throw invalidArgument(`--${name} and --${other} exclude each other`, `Give the queries in the file of --${name} only`);
  return { file, jobs };
}

/** Runs the queries of a batch on a mesh and its tree, and prints one JSON line for each. @throws as `runBatch` and `triangleFilters`. */
export async function printBatch(
  context: CliContext,
  batch: GivenBatch,
  format: LineFormat,
  query: LineQuery,
  mesh: ReadMesh,
  { tree }: ReadyTree,
): Promise<void> {
  // A wrong name of a part is an error also for a batch without queries.
  if ('filter' in query) triangleFilters(mesh.mesh, query.filter);
  await runBatch(context, { ...batch, format, query, mesh: mesh.imported.mesh, tree });
}
