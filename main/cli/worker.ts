import { availableParallelism } from 'node:os';
import { Command } from 'commander';
import { cancelledError } from '#core/cancelled';
import { invalidArgument } from '#core/error';
import { WorkerPool } from '../documents/worker-pool.ts';
import { exitCodes, type VerdictContext } from './context.ts';
import { withMeshWork } from './mesh-work.ts';
import { serveRequests } from './worker/serve-requests.ts';

export function workerCommand(context: VerdictContext): Command {
  return new Command('worker')
    .description('Run commands from standard input in one warm process (JSON worker protocol of Bazel)')
    .argument('[@file]', 'Run the command of this file once, one argument on each line: what Bazel does without workers')
    .option('--persistent_worker', 'Accepted and ignored: Bazel adds it')
    .option('--debug', 'Show stack traces of errors')
    .addHelpText(
      'after',
      `
Each line of standard input is a request:
  {"requestId": 1, "arguments": ["check", "a.glb", "--json"]}
Each line of standard output is its result, in the order in which they end:
  {"requestId": 1, "exitCode": 0, "output": "..."}
The output is what the command prints; without any, its messages, which also go to standard error.
{"requestId": 1, "cancel": true} cancels a request. The worker ends with its input.

Example:
  boxwood worker < requests.ndjson`,
    )
    .action(async (file: string | undefined) => {
      if (file !== undefined) return runOnce(context, file);
      const pool = context.pool ?? new WorkerPool({ size: availableParallelism() });
      try {
        await serveRequests({ ...context, pool }, process.stdin);
      } finally {
        if (context.pool === undefined) await pool.dispose();
      }
    });
}

/** @throws InspectorError `invalid-argument` for a word without @; `unreadable`. */
async function runOnce(context: VerdictContext, file: string): Promise<void> {
  if (!file.startsWith('@'))
    throw invalidArgument(`worker cannot run ${JSON.stringify(file)}`, 'Give @ and a file with one argument on each line');
  const text = await withMeshWork(context, (work) => work.readBytes(file.slice(1)));
  const args = new TextDecoder()
    .decode(text)
    .split(/\r?\n/)
    .filter((word) => word !== '');
  const exitCode = await context.run(args, context);
  if (exitCode === exitCodes.findings) context.fail();
  else if (exitCode === exitCodes.unreadable) context.miss();
  else if (exitCode === exitCodes.cancelled) throw cancelledError();
  else if (exitCode !== exitCodes.done) throw invalidArgument(`The command of ${file.slice(1)} failed`, 'See its message above');
}
