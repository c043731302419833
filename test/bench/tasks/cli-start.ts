import { spawnSync } from 'node:child_process';
import type { BenchTask } from '../bench-task.ts';
import { compare } from '../compare.ts';
import { builtScript } from '../corpus-folder.ts';
import { each } from '../rates.ts';
import { resultHash } from '../result-hash.ts';

/** The command line from its start to its end with `--version`, against Node with an empty program. No mesh is read. */
export const cliStart: BenchTask = {
  name: 'cli-start',
  rival: 'Node',
  unit: 'ms',
  run: async (_, rounds) => {
    const cli = builtScript('main/cli.js');
    const result = await compare({ run: () => outputOf(cli, '--version') }, { run: () => outputOf('--eval', '') }, rounds);
    return {
      ...each(result),
      hash: resultHash(new TextEncoder().encode(result.ours)),
      rivalVersion: process.versions.node,
      disagreement: /^\S* ?\d+\.\d+\.\d+/.test(result.ours) ? null : `the version is ${JSON.stringify(result.ours)}`,
    };
  },
};

function outputOf(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`);
  return stdout;
}
