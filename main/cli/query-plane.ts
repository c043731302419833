import { Command } from 'commander';
import { filterOptions, importOptions, planeOptions } from '#core/options';
import type { Plane } from '#core/query';
import { loadTree, openTree } from '#core/tree';
import { meshFileWords } from './file-words.ts';
import type { CliContext } from './context.ts';
import { jsonText } from './json-text.ts';
import { addKindFlag, kindOf } from './kind-flag.ts';
import { withMeshWork } from './mesh-work.ts';
import { missingFlag } from './missing-flag.ts';
import { addOptionFlags, readOptionFlags } from './option-flags.ts';
import { planeReport, planeText } from './plane-report.ts';
import { readVector } from './read-numbers.ts';
import { addTraceFlag, readTraceFlag, saveQueryTrace } from './trace-flag.ts';

interface Flags extends Readonly<Record<string, unknown>> {
  readonly point?: string;
  readonly normal?: string;
  readonly outlines?: true;
  readonly json?: true;
}

export function queryPlaneCommand(context: CliContext): Command {
  const command = new Command('plane')
    .description('List the triangles that a plane or slab overlaps, and the outlines of the cut')
    .argument('<file>', meshFileWords)
    .option('--point <x,y,z>', 'A point of the plane, in mesh units (required)')
    .option('--normal <x,y,z>', 'Normal of the plane, of any length (required)')
    .option('--outlines', 'Report the closed and open outlines in which the plane cuts the mesh');
  return addTraceFlag(addKindFlag(addOptionFlags(addOptionFlags(addOptionFlags(command, planeOptions), filterOptions), importOptions)))
    .option('--json', 'Print one JSON document (schema: query-plane.schema.json)')
    .option('--debug', 'Show stack traces of errors')
    .addHelpText('after', '\nExample:\n  boxwood query plane crate.obj --point 0,0.5,0 --normal 0,1,0 --outlines')
    .action(async (file: string, flags: Flags) => {
      const plane = readPlane(flags);
      const options = readOptionFlags(planeOptions, flags);
      const filter = readOptionFlags(filterOptions, flags);
      const reading = readOptionFlags(importOptions, flags);
      const kind = kindOf(flags);
      const out = await readTraceFlag(flags, file);
      const report = await withMeshWork(context, async ({ read, anyTree }) => {
        const mesh = await read(file, reading);
        const { tree } = await anyTree(mesh, kind);
        if (out !== null) await saveQueryTrace(context, out, { file, mesh: mesh.mesh, tree }, { kind: 'plane', plane, ...options }, filter);
        return planeReport(file, mesh.mesh, loadTree(openTree(tree), mesh.mesh), plane, options, filter, flags.outlines === true);
      });
      context.out(flags.json ? jsonText(report) : planeText(report));
    });
}

function readPlane({ point, normal }: Flags): Plane {
  if (point === undefined) throw missingFlag('--point', 'Give a point of the plane, such as --point 0,0.5,0');
  if (normal === undefined) throw missingFlag('--normal', 'Give the normal of the plane, such as --normal 0,1,0');
  return { point: readVector('--point', point), normal: readVector('--normal', normal) };
}
