import { availableParallelism } from 'node:os';
import { Command } from 'commander';
import { WorkerPool } from '../documents/worker-pool.ts';
import type { VerdictContext } from './context.ts';
import { serveRequests } from './worker/serve-requests.ts';

export function workerCommand(context: VerdictContext): Command {
  return new Command('worker')
    .description('Run commands from standard input in one warm process (JSON worker protocol of Bazel)')
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
    .action(async () => {
      const pool = context.pool ?? new WorkerPool({ size: availableParallelism() });
      try {
        await serveRequests({ ...context, pool }, process.stdin);
      } finally {
        if (context.pool === undefined) await pool.dispose();
      }
    });
}
