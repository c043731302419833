import { Command } from 'commander';
import { filterOptions, importOptions, overlapOptions, pushOutOptions } from '#core/options';
import type { QueryShape } from '#core/query';
import { loadTree, openTree } from '#core/tree';
import { meshFileWords } from './file-words.ts';
import type { CliContext } from './context.ts';
import { jsonText } from './json-text.ts';
import { addKindFlag, kindOf } from './kind-flag.ts';
import { type MeshWork, withMeshWork } from './mesh-work.ts';
import { addOptionFlags, readOptionFlags } from './option-flags.ts';
import { shapeReport, shapeText } from './shape-report.ts';
import { addTraceFlag, readTraceFlag, saveQueryTrace } from './trace-flag.ts';

export type ShapeFlags = Readonly<Record<string, unknown>>;

/** What the verb of one shape adds to the others. */
interface ShapeVerb {
  readonly name: QueryShape['kind'];
  readonly description: string;
  /** Flags of the shape: `--radius <length>` and its help. */
  readonly flags: readonly (readonly [flag: string, help: string])[];
  readonly example: string;
  /** Whether it finds the push-out too. */
  readonly pushes?: boolean;
  /** Reads the shape from its flags. @throws InspectorError `invalid-argument`. */
  readonly readShape: (flags: ShapeFlags, work: MeshWork) => QueryShape | Promise<QueryShape>;
}

/** Returns the verb of an overlap query. */
export function shapeCommand(context: CliContext, { name, description, flags, example, pushes = false, readShape }: ShapeVerb): Command {
  const command = new Command(name).description(description).argument('<file>', meshFileWords);
  for (const [flag, help] of flags) command.option(flag, help);
  for (const table of [overlapOptions, ...(pushes ? [pushOutOptions] : []), filterOptions, importOptions]) addOptionFlags(command, table);
  return addTraceFlag(addKindFlag(command))
    .option('--json', `Print one JSON document (schema: query-${name}.schema.json)`)
    .option('--debug', 'Show stack traces of errors')
    .addHelpText('after', `\nExample:\n  ${example}`)
    .action(async (file: string, given: ShapeFlags) => {
      const options = readOptionFlags(overlapOptions, given);
      const pushing = pushes ? readOptionFlags(pushOutOptions, given) : null;
      const filter = readOptionFlags(filterOptions, given);
      const reading = readOptionFlags(importOptions, given);
      const kind = kindOf(given);
      const out = await readTraceFlag(given, file);
      const report = await withMeshWork(context, async (work) => {
        const shape = await readShape(given, work);
        const mesh = await work.read(file, reading);
        const { tree } = await work.anyTree(mesh, kind);
        const result = shapeReport(file, mesh.mesh, loadTree(openTree(tree), mesh.mesh), shape, options, filter, pushing);
        if (out !== null)
          await saveQueryTrace(context, out, { file, mesh: mesh.mesh, tree }, { kind: 'overlap', shape, mode: options.mode }, filter);
        return result;
      });
      context.out(given['json'] === true ? jsonText(report) : shapeText(report));
    });
}
