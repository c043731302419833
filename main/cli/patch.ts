import { Command } from 'commander';
import { basename } from 'node:path';
import type { PatchJobResult } from '#core/job';
import { patchOptions } from '#core/options';
import { columns, counted, measured, printable, vector } from '../terminal/columns.ts';
import type { CliContext } from './context.ts';
import { jsonText } from './json-text.ts';
import { importWarningsText } from './findings-text.ts';
import { withMeshWork } from './mesh-work.ts';
import { addOptionFlags, readOptionFlags } from './option-flags.ts';

interface Flags extends Readonly<Record<string, unknown>> {
  readonly json?: true;
}

export function patchCommand(context: CliContext): Command {
  const command = new Command('patch')
    .description('Measure the Bézier patches of a file, and their triangles within a tolerance')
    .argument('<file>', 'Patch text (.bpt, .bezier), or a Quake 3 .bsp');
  return addOptionFlags(command, patchOptions)
    .option('--json', 'Print one JSON document (schema: patch.schema.json)')
    .option('--debug', 'Show stack traces of errors')
    .addHelpText('after', '\nOther verbs read these files as triangles within the default tolerance.')
    .addHelpText('after', '\nExample:\n  boxwood patch teapot.bpt --tolerance 0.001')
    .action(async (file: string, flags: Flags) => {
      const { tolerance } = readOptionFlags(patchOptions, flags);
      const result = await withMeshWork(context, async ({ readBytes, run }) => {
        const bytes = await readBytes(file);
        return run(file, 'measuring', { kind: 'patch', bytes, fileName: basename(file), tolerance });
      });
      const report = patchReport(file, result);
      context.out(flags.json ? jsonText(report) : patchText(report));
    });
}

function patchReport(file: string, { tolerance, patches, degrees, triangles, error, bounds, findings }: PatchJobResult) {
  return { file, tolerance, patches, degrees, triangles, error, bounds, findings };
}

function patchText({ file, tolerance, patches, degrees, triangles, error, bounds, findings }: ReturnType<typeof patchReport>): string {
  const rows = [
    ['patches', counted(patches)],
    ['degrees', degrees.join(', ')],
    ['triangles', counted(triangles)],
    ['tolerance', measured(tolerance)],
    ['error', `at most ${measured(error)}`],
    ['min', vector(bounds.min)],
    ['max', vector(bounds.max)],
  ];
  return `${printable(file)}\n${columns(rows)}${importWarningsText(findings)}`;
}
