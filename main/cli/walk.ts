import { Command } from 'commander';
import { checkValues, importOptions, type OptionTable, walkOptions } from '#core/options';
import { parseWalk, type Walk } from '#core/sweep';
import { meshFileWords } from './file-words.ts';
import type { CliContext } from './context.ts';
import { jsonText } from './json-text.ts';
import { addKindFlag, kindOf } from './kind-flag.ts';
import { withMeshWork } from './mesh-work.ts';
import { missingFlag } from './missing-flag.ts';
import { addOptionFlags, givenOptions, readOptionFlags } from './option-flags.ts';
import { readSidecar } from './read-sidecar.ts';
import { walkReport, walkReportText } from './walk-report.ts';

interface Flags extends Readonly<Record<string, unknown>> {
  readonly replay?: string;
  readonly json?: true;
}

/** Settings of the file that flags replace, so that one walk can be compared in both modes. */
const replacedOptions = { mode: walkOptions.mode, sides: walkOptions.sides } as const satisfies OptionTable;

export function walkCommand(context: CliContext): Command {
  const command = new Command('walk')
    .description('Replay the walk of a sphere or a capsule through a mesh')
    .argument('<file>', meshFileWords)
    .option('--replay <file>', 'Walk file: body, start, settings and inputs (required; schema: walk-file.schema.json)')
    .option('--mode <name>', 'swept, or article (camera article of 2003: push-out after the move); default that of the walk')
    .option('--sides <name>', 'Sides of triangles that stop the body: both or front (default that of the walk)');
  return addKindFlag(addOptionFlags(command, importOptions))
    .option('--json', 'Print one JSON document (schema: walk.schema.json)')
    .option('--debug', 'Show stack traces of errors')
    .addHelpText('after', '\nExample:\n  boxwood walk level.glb --replay walk.json --json')
    .action(async (file: string, flags: Flags) => {
      const { replay } = flags;
      if (replay === undefined) throw missingFlag('--replay', 'Give a walk file, such as --replay walk.json');
      checkValues(replacedOptions, givenOptions(replacedOptions, flags), (name) => `--${name}`);
      const reading = readOptionFlags(importOptions, flags);
      const kind = kindOf(flags);
      const report = await withMeshWork(context, async ({ read, readBytes, anyTree, run }) => {
        const recorded = readSidecar(replay, await readBytes(replay), parseWalk);
        const walk: Walk = { ...recorded, settings: { ...recorded.settings, ...givenOptions(replacedOptions, flags) } };
        const mesh = await read(file, reading);
        const { tree, options } = await anyTree(mesh, kind);
        const treed = { mesh: mesh.imported.mesh, tree };
        const { result, milliseconds } = await run(`${file} and ${replay}`, 'walking', { kind: 'walk', treed, walk });
        return walkReport({ file, replay, kind: options.kind, walk }, result, milliseconds);
      });
      context.out(flags.json ? jsonText(report) : walkReportText(report));
    });
}
