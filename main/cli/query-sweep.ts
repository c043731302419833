import { Command } from 'commander';
import { filterOptions, importOptions, sweepOptions } from '#core/options';
import { meshFileWords } from './file-words.ts';
import type { CliContext } from './context.ts';
import { jsonText } from './json-text.ts';
import { addKindFlag, kindOf } from './kind-flag.ts';
import { withMeshWork } from './mesh-work.ts';
import { addOptionFlags, readOptionFlags } from './option-flags.ts';
import { addSweepFlags, checkSweepFlags, readSweep, type SweepFlags } from './sweep-flags.ts';
import { surfaceOf } from './surface-report.ts';
import { sweepReport, sweepText } from './sweep-report.ts';
import { addTraceFlag, readTraceFlag, saveSweepTrace } from './trace-flag.ts';

interface Flags extends SweepFlags, Readonly<Record<string, unknown>> {
  readonly shape?: string;
  readonly json?: true;
}

export function querySweepCommand(context: CliContext): Command {
  const command = new Command('sweep')
    .description('Find the first contact of a shape that moves along a straight line')
    .argument('<file>', meshFileWords)
    .option('--shape <name>', 'sphere, capsule, box or hull (required)');
  addSweepFlags(command, true);
  return addTraceFlag(addKindFlag(addOptionFlags(addOptionFlags(addOptionFlags(command, sweepOptions), filterOptions), importOptions)))
    .option('--json', 'Print one JSON document (schema: query-sweep.schema.json)')
    .option('--debug', 'Show stack traces of errors')
    .addHelpText('after', '\nExample:\n  boxwood query sweep crate.obj --shape sphere --radius 0.4 --from 0,3,0 --to 0,0,0')
    .action(async (file: string, flags: Flags) => {
      checkSweepFlags('shape', flags.shape, flags);
      const options = readOptionFlags(sweepOptions, flags);
      const filter = readOptionFlags(filterOptions, flags);
      const reading = readOptionFlags(importOptions, flags);
      const kind = kindOf(flags);
      const out = await readTraceFlag(flags, file);
      const report = await withMeshWork(context, async (work) => {
        const sweep = await readSweep(work, flags.shape!, flags);
        const mesh = await work.read(file, reading);
        const { tree } = await work.anyTree(mesh, kind);
        if (out !== null) await saveSweepTrace(context, out, { file, mesh: mesh.mesh, tree }, sweep, options, filter);
        return sweepReport(file, mesh.mesh, tree, sweep, options, filter, surfaceOf(mesh.imported));
      });
      context.out(flags.json ? jsonText(report) : sweepText(report));
    });
}
