import { Command } from 'commander';
import type { Vec3 } from '#core/math';
import { triangleCount } from '#core/mesh';
import { importOptions } from '#core/options';
import { loadTree, openTree } from '#core/tree';
import type { CliContext } from './context.ts';
import { jsonText } from './json-text.ts';
import { addKindFlag, kindOf } from './kind-flag.ts';
import { addMaxDistanceFlag, readMaxDistance } from './max-distance-flag.ts';
import { withMeshWork } from './mesh-work.ts';
import { missingFlag } from './missing-flag.ts';
import { addOptionFlags, readOptionFlags } from './option-flags.ts';
import { readTriangle, readVector } from './read-numbers.ts';
import { closestReport, closestText } from './closest-report.ts';

interface Flags extends Readonly<Record<string, unknown>> {
  readonly point?: string;
  readonly startAt?: string;
  readonly json?: true;
}

export function queryClosestCommand(context: CliContext): Command {
  const command = new Command('closest')
    .description('Find the closest point of a mesh, and whether the query point is inside')
    .argument('<file>', 'Mesh file, or a baked .boxwood')
    .option('--point <x,y,z>', 'Query point, in mesh units (required)');
  addMaxDistanceFlag(command, 'within');
  command.option('--start-at <triangle>', 'Triangle to test first (hit cache), such as the last result of a moving point');
  return addKindFlag(addOptionFlags(command, importOptions))
    .option('--json', 'Print one JSON document (schema: query-closest.schema.json)')
    .option('--debug', 'Show stack traces of errors')
    .addHelpText('after', '\nExample:\n  boxwood query closest crate.obj --point 0,1.2,0')
    .action(async (file: string, flags: Flags) => {
      const { point, within } = readQuery(flags);
      const reading = readOptionFlags(importOptions, flags);
      const kind = kindOf(flags);
      const report = await withMeshWork(context, async ({ read, anyTree }) => {
        const mesh = await read(file, reading);
        const startAt = flags.startAt === undefined ? null : readTriangle('--start-at', flags.startAt, triangleCount(mesh.mesh));
        const { tree } = await anyTree(mesh, kind);
        return closestReport(file, mesh.mesh, loadTree(openTree(tree), mesh.mesh), point, within, startAt);
      });
      context.out(flags.json ? jsonText(report) : closestText(report));
    });
}

function readQuery(flags: Flags): { readonly point: Vec3; readonly within: number } {
  const { point } = flags;
  if (point === undefined) throw missingFlag('--point', 'Give the query point, such as --point 0,1.2,0');
  return { point: readVector('--point', point), within: readMaxDistance(flags, 'within') };
}
