import { Command, Option } from 'commander';
import { isWorse } from '#core/diff';
import type { DiffJobResult } from '#core/job';
import { defaultValues, healthOptions, importOptions } from '#core/options';
import { meshFileWords } from './file-words.ts';
import type { VerdictContext } from './context.ts';
import { diffReport } from './diff-report.ts';
import { diffText } from './diff-text.ts';
import { jsonText } from './json-text.ts';
import { withMeshWork } from './mesh-work.ts';
import { addOptionFlags, readOptionFlags } from './option-flags.ts';

const failures = ['never', 'worse', 'change'] as const;

interface Flags extends Readonly<Record<string, unknown>> {
  /** `false` with `--no-distance`. */
  readonly distance: boolean;
  readonly failOn: (typeof failures)[number];
  readonly json?: true;
}

export function diffCommand(context: VerdictContext): Command {
  const command = new Command('diff')
    .description('Compare two versions of a mesh, and list what changed')
    .argument('<a>', `The version before. ${meshFileWords}`)
    .argument('<b>', 'The version after, in any format')
    .option('--no-distance', 'Do not measure the distance between the surfaces')
    .addOption(
      new Option(
        '--fail-on <what>',
        'Exit with code 1 if there are more errors or warnings of a kind (worse), or any change (default never)',
      )
        .choices(failures)
        .default('never'),
    );
  return addOptionFlags(command, importOptions)
    .option('--json', 'Print one JSON document (schema: diff.schema.json)')
    .option('--debug', 'Show stack traces of errors')
    .addHelpText('after', '\nTriangles are matched by the positions of their corners, in any order; parts by name.')
    .addHelpText('after', '\nExample:\n  boxwood diff crate-v1.glb crate-v2.glb --fail-on worse')
    .action(async (before: string, after: string, flags: Flags) => {
      const options = readOptionFlags(importOptions, flags);
      const result = await withMeshWork(context, async ({ read, run }) => {
        const old = await read(before, options);
        const now = await read(after, options);
        return run(`${before} and ${after}`, 'comparing', {
          kind: 'diff',
          before: { mesh: old.imported.mesh, findings: old.imported.findings },
          after: { mesh: now.imported.mesh, findings: now.imported.findings },
          health: defaultValues(healthOptions),
          withDistance: flags.distance,
        });
      });
      if (fails(result, flags.failOn)) context.fail();
      const report = diffReport(before, after, result);
      context.out(flags.json ? jsonText(report) : diffText(report));
    });
}

function fails({ isSame, findings }: DiffJobResult, failOn: Flags['failOn']): boolean {
  switch (failOn) {
    case 'never':
      return false;
    case 'worse':
      return findings.some(isWorse);
    case 'change':
      return !isSame || findings.some(({ before, after }) => before !== after);
  }
}
