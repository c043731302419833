import { Command } from 'commander';
import { invalidArgument } from '#core/error';
import { boxOptions, filterOptions, importOptions, pushOutOptions } from '#core/options';
import type { BoxSolid } from '#core/shape';
import { loadTree, openTree } from '#core/tree';
import { meshFileWords } from './file-words.ts';
import type { CliContext } from './context.ts';
import { jsonText } from './json-text.ts';
import { addKindFlag, kindOf } from './kind-flag.ts';
import { withMeshWork } from './mesh-work.ts';
import { missingFlag } from './missing-flag.ts';
import { addOptionFlags, readOptionFlags } from './option-flags.ts';
import { readHalfEdges } from './read-half-edges.ts';
import { readVector } from './read-numbers.ts';
import { shapeReport, shapeText } from './shape-report.ts';
import { addTraceFlag, readTraceFlag, saveQueryTrace } from './trace-flag.ts';

interface Flags extends Readonly<Record<string, unknown>> {
  readonly min?: string;
  readonly max?: string;
  readonly center?: string;
  readonly size?: string;
  readonly rotate?: string;
  readonly json?: true;
}

export function queryBoxCommand(context: CliContext): Command {
  const command = new Command('box')
    .description('List the triangles that a box overlaps, axis-aligned or rotated, with feature and depth, and its push-out')
    .argument('<file>', meshFileWords)
    .option('--min <x,y,z>', 'Minimum corner of an axis-aligned box, in mesh units; with --max')
    .option('--max <x,y,z>', 'Maximum corner, in mesh units; with --min')
    .option('--center <x,y,z>', 'Centre of a box, in mesh units; with --size')
    .option('--size <x,y,z>', 'Side lengths, in mesh units; with --center')
    .option('--rotate <x,y,z>', 'Rotation about the fixed axes X, then Y, then Z, in degrees (default 0,0,0); with --center');
  for (const table of [boxOptions, pushOutOptions, filterOptions, importOptions]) addOptionFlags(command, table);
  return addTraceFlag(addKindFlag(command))
    .option('--json', 'Print one JSON document (schema: query-box.schema.json)')
    .option('--debug', 'Show stack traces of errors')
    .addHelpText('after', '\nExample:\n  boxwood query box crate.obj --center 0,1,0 --size 1,2,1 --rotate 0,45,0')
    .action(async (file: string, flags: Flags) => {
      const box = readBox(flags);
      const options = readOptionFlags(boxOptions, flags);
      const pushing = readOptionFlags(pushOutOptions, flags);
      const filter = readOptionFlags(filterOptions, flags);
      const reading = readOptionFlags(importOptions, flags);
      const kind = kindOf(flags);
      const out = await readTraceFlag(flags, file);
      const report = await withMeshWork(context, async ({ read, anyTree }) => {
        const mesh = await read(file, reading);
        const { tree } = await anyTree(mesh, kind);
        if (out !== null)
          await saveQueryTrace(context, out, { file, mesh: mesh.mesh, tree }, { kind: 'box', box, mode: options.mode }, filter);
        const shape = { kind: 'box', solid: box } as const;
        return shapeReport(file, mesh.mesh, loadTree(openTree(tree), mesh.mesh), shape, options, filter, pushing);
      });
      context.out(flags.json ? jsonText(report) : shapeText(report));
    });
}

/** Reads a box from two corners, or from centre and size. @throws InspectorError `invalid-argument` for both together. */
function readBox({ min, max, center, size, rotate }: Flags): BoxSolid {
  const isAligned = min !== undefined || max !== undefined;
  if (isAligned && (center ?? size ?? rotate) !== undefined)
    throw invalidArgument('--min and --max exclude --center, --size and --rotate', 'Use only one of the two forms');
  if (isAligned) {
    if (min === undefined) throw missingFlag('--min', 'Give the minimum corner, such as --min -1,0,-1');
    if (max === undefined) throw missingFlag('--max', 'Give the maximum corner, such as --max 1,2,1');
    return { kind: 'aligned', min: readVector('--min', min), max: readVector('--max', max) };
  }
  if (center === undefined) throw missingFlag('--center', 'Give the centre of the box and --size, or --min and --max');
  if (size === undefined) throw missingFlag('--size', 'Give the side lengths of the box, such as --size 1,2,1');
  return { kind: 'oriented', center: readVector('--center', center), halfEdges: readHalfEdges(size, rotate) };
}
