import { Command } from 'commander';
import { filterOptions, importOptions, quickTree, sphereOptions } from '#core/options';
import type { Sphere } from '#core/query';
import { meshFileWords } from './file-words.ts';
import { addBatchFlags, printBatch, readBatchFlags } from './batch/batch-flags.ts';
import { lengthFormat } from './batch/read-query-line.ts';
import type { CliContext } from './context.ts';
import { jsonText } from './json-text.ts';
import { addKindFlag, kindOf } from './kind-flag.ts';
import { withMeshWork } from './mesh-work.ts';
import { missingFlag } from './missing-flag.ts';
import { addOptionFlags, readOptionFlags } from './option-flags.ts';
import { readFiniteLength, readVector } from './read-numbers.ts';
import { sphereReport, sphereText } from './sphere-report.ts';
import { surfaceOf } from './surface-report.ts';
import { addTraceFlag, readTraceFlag, saveQueryTrace } from './trace-flag.ts';

interface Flags extends Readonly<Record<string, unknown>> {
  readonly center?: string;
  readonly radius?: string;
  readonly json?: true;
}

export function querySphereCommand(context: CliContext): Command {
  const command = new Command('sphere')
    .description('List the triangles that a sphere overlaps, and its push-out')
    .argument('<file>', meshFileWords)
    .option('--center <x,y,z>', 'Centre of the sphere, in mesh units (required without --points)')
    .option('--radius <length>', 'Radius, in mesh units; 0 is a point (required unless on each line)');
  addBatchFlags(command, 'points', 'x,y,z[,radius]');
  return addTraceFlag(addKindFlag(addOptionFlags(addOptionFlags(addOptionFlags(command, sphereOptions), filterOptions), importOptions)))
    .option('--json', 'Print one JSON document (schema: query-sphere.schema.json)')
    .option('--debug', 'Show stack traces of errors')
    .addHelpText('after', '\nExample:\n  boxwood query sphere crate.obj --center 0,1.2,0 --radius 0.4')
    .action(async (file: string, flags: Flags) => {
      const batch = readBatchFlags(flags, 'points', ['center', 'trace']);
      const radius = flags.radius === undefined ? null : readFiniteLength('--radius', flags.radius);
      const sphere = batch === null ? readSphere(flags) : null;
      const options = readOptionFlags(sphereOptions, flags);
      const filter = readOptionFlags(filterOptions, flags);
      const reading = readOptionFlags(importOptions, flags);
      const kind = kindOf(flags);
      const out = await readTraceFlag(flags, file);
      const report = await withMeshWork(context, async ({ read, anyTree, run, clearProgress }) => {
        const mesh = await read(file, reading);
        const ready = await anyTree(mesh, kind, batch === null ? {} : quickTree);
        if (batch !== null) clearProgress();
        if (sphere === null) return printBatch(context, batch!, lengthFormat('radius', radius), { kind: 'sphere', filter }, mesh, ready);
        const { tree, options: built } = ready;
        if (out !== null)
          await saveQueryTrace(context, out, { file, mesh: mesh.mesh, tree }, { kind: 'sphere', sphere, mode: 'all' }, filter);
        const result = await run(file, 'querying', { kind: 'sphere', mesh: mesh.imported.mesh, tree, sphere, options, filter });
        return sphereReport({ file, kind: built.kind, sphere, options, filter }, mesh.mesh, result, surfaceOf(mesh.imported));
      });
      if (report !== undefined) context.out(flags.json ? jsonText(report) : sphereText(report));
    });
}

function readSphere({ center, radius }: Flags): Sphere {
  if (center === undefined) throw missingFlag('--center', 'Give the centre of the sphere, such as --center 0,1.2,0');
  if (radius === undefined) throw missingFlag('--radius', 'Give a length in mesh units, such as --radius 0.4');
  return { center: readVector('--center', center), radius: readFiniteLength('--radius', radius) };
}
