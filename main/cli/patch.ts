import { Command } from 'commander';
import { basename } from 'node:path';
import { InspectorError } from '#core/error';
import { readPatches } from '#core/import';
import { type BezierPatch, tessellatePatches } from '#core/patch';
import { patchOptions } from '#core/options';
import { columns, counted, measured, printable, vector } from '../terminal/columns.ts';
import type { CliContext } from './context.ts';
import { jsonText } from './json-text.ts';
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
      const bytes = await withMeshWork(context, ({ readBytes }) => readBytes(file));
      const report = located(file, () => patchReport(file, readPatches(bytes, basename(file)), tolerance));
      context.out(flags.json ? jsonText(report) : patchText(report));
    });
}

/** Runs a step whose errors are about a file. */
function located<Result>(file: string, step: () => Result): Result {
  try {
    return step();
  } catch (thrown) {
    if (!(thrown instanceof InspectorError)) throw thrown;
    throw new InspectorError({ ...thrown.toJSON(), location: { ...thrown.location, file } }, { cause: thrown });
  }
}

function patchReport(file: string, patches: readonly BezierPatch[], tolerance: number) {
  if (patches.length === 0)
    throw new InspectorError({
      code: 'no-triangles',
      message: 'The file has no Bézier patches',
      fix: 'Run boxwood inspect to see its contents',
      location: {},
    });
  const { positions, indices, error } = tessellatePatches(patches, tolerance);
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  positions.forEach((value, i) => {
    min[i % 3] = Math.min(min[i % 3]!, value);
    max[i % 3] = Math.max(max[i % 3]!, value);
  });
  const degrees = [...new Set(patches.map(({ degreeU, degreeV }) => `${degreeU}x${degreeV}`))].sort();
  return { file, tolerance, patches: patches.length, degrees, triangles: indices.length / 3, error, bounds: { min, max } };
}

function patchText({ file, patches, degrees, triangles, error, bounds }: ReturnType<typeof patchReport>): string {
  const rows = [
    ['patches', counted(patches)],
    ['degrees', degrees.join(', ')],
    ['triangles', counted(triangles)],
    ['error', `at most ${measured(error)}`],
    ['min', vector(bounds.min as [number, number, number])],
    ['max', vector(bounds.max as [number, number, number])],
  ];
  return `${printable(file)}\n${columns(rows)}`;
}
