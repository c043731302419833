import type { Command } from 'commander';
import { invalidArgument } from '#core/error';
import { checkWritable } from '../documents/write-atomically.ts';
import { isSameFile } from '../remote/write-out.ts';
import type * as writers from './write-trace.ts';

/** Adds `--trace` to a query. */
export function addTraceFlag(command: Command): Command {
  return command.option('--trace <file>', 'Write each step of the search to a JSON file (schema: trace.schema.json)');
}

/**
 * Returns the file of `--trace`; `null` without the flag.
 * @throws InspectorError `invalid-argument` for an input file; `unreadable` if it cannot be written.
 */
export async function readTraceFlag(flags: Readonly<Record<string, unknown>>, ...inputs: readonly string[]): Promise<string | null> {
  const { trace } = flags;
  if (typeof trace !== 'string') return null;
  if (trace === '') throw invalidArgument('--trace has no file name', 'Give an output file, such as --trace trace.json');
  for (const input of inputs)
    if (await isSameFile(input, trace))
      throw invalidArgument('--trace is the input file', 'Give another name: a trace never replaces a mesh');
  await checkWritable(trace);
  return trace;
}

type TraceWriters = typeof writers;

/** Loads the functions that run a search again and write its steps, which hardly any call needs. */
const traceWriters = (): Promise<TraceWriters> => import('./write-trace.ts');

export const saveQueryTrace: TraceWriters['writeQueryTrace'] = async (...given) => (await traceWriters()).writeQueryTrace(...given);
export const saveSweepTrace: TraceWriters['writeSweepTrace'] = async (...given) => (await traceWriters()).writeSweepTrace(...given);
export const savePairTrace: TraceWriters['writePairTrace'] = async (...given) => (await traceWriters()).writePairTrace(...given);
export const saveMotionTrace: TraceWriters['writeMotionTrace'] = async (...given) => (await traceWriters()).writeMotionTrace(...given);
