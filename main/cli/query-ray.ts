import { Command } from 'commander';
import { invalidArgument } from '#core/error';
import { filterOptions, importOptions, quickTree, rayOptions } from '#core/options';
import type { Ray } from '#core/query';
import { loadTree, openTree } from '#core/tree';
import { meshFileWords } from './file-words.ts';
import { addBatchFlags, printBatch, readBatchFlags } from './batch/batch-flags.ts';
import { rayFormat } from './batch/read-query-line.ts';
import type { CliContext } from './context.ts';
import { jsonText } from './json-text.ts';
import { addKindFlag, kindOf } from './kind-flag.ts';
import { addMaxDistanceFlag, readMaxDistance } from './max-distance-flag.ts';
import { withMeshWork } from './mesh-work.ts';
import { missingFlag } from './missing-flag.ts';
import { addOptionFlags, readOptionFlags } from './option-flags.ts';
import { readVector } from './read-numbers.ts';
import { rayReport, rayText } from './ray-report.ts';
import { surfaceOf } from './surface-report.ts';
import { addTraceFlag, readTraceFlag, saveQueryTrace } from './trace-flag.ts';

interface Flags extends Readonly<Record<string, unknown>> {
  readonly origin?: string;
  readonly direction?: string;
  readonly json?: true;
}

export function queryRayCommand(context: CliContext): Command {
  const command = new Command('ray')
    .description('List the triangles that a ray hits')
    .argument('<file>', meshFileWords)
    .option('--origin <x,y,z>', 'Origin of the ray, in mesh units (required without --rays)')
    .option('--direction <x,y,z>', 'Direction of the ray, of any length (required without --rays)');
  addBatchFlags(command, 'rays', 'ox,oy,oz,dx,dy,dz[,far]');
  addMaxDistanceFlag(command, 'far');
  return addTraceFlag(addKindFlag(addOptionFlags(addOptionFlags(addOptionFlags(command, rayOptions), filterOptions), importOptions)))
    .option('--json', 'Print one JSON document (schema: query-ray.schema.json)')
    .option('--debug', 'Show stack traces of errors')
    .addHelpText(
      'after',
      '\nExample:\n  boxwood query ray crate.obj --origin -1,2,3e-7 --direction 1,0,0 --mode all\n  boxwood query ray crate.obj --rays rays.csv --jobs 4 > hits.ndjson',
    )
    .action(async (file: string, flags: Flags) => {
      const batch = readBatchFlags(flags, 'rays', ['origin', 'direction', 'maxDistance', 'far', 'trace']);
      const ray = batch === null ? readRay(flags) : null;
      const options = readOptionFlags(rayOptions, flags);
      const filter = readOptionFlags(filterOptions, flags);
      const reading = readOptionFlags(importOptions, flags);
      const kind = kindOf(flags);
      const out = await readTraceFlag(flags, file);
      const report = await withMeshWork(context, async ({ read, anyTree, clearProgress }) => {
        const mesh = await read(file, reading);
        const built = await anyTree(mesh, kind, batch === null ? {} : quickTree);
        if (batch !== null) clearProgress();
        if (ray === null) return printBatch(context, batch!, rayFormat, { kind: 'ray', options, filter }, mesh, built);
        const { tree } = built;
        if (out !== null) await saveQueryTrace(context, out, { file, mesh: mesh.mesh, tree }, { kind: 'ray', ray, options }, filter);
        return rayReport(
          file,
          mesh.mesh,
          loadTree(openTree(tree), mesh.mesh),
          ray,
          options,
          filter,
          surfaceOf(mesh.imported),
          context.signal,
        );
      });
      if (report !== undefined) context.out(flags.json ? jsonText(report) : rayText(report));
    });
}

function readRay(flags: Flags): Ray {
  const { origin, direction } = flags;
  if (origin === undefined) throw missingFlag('--origin', 'Give the origin of the ray, such as --origin 0,0,5');
  if (direction === undefined) throw missingFlag('--direction', 'Give the direction of the ray, such as --direction 0,0,-1');
  const along = readVector('--direction', direction);
  if (along.every((component) => component === 0))
    throw invalidArgument('--direction cannot be zero', 'Give the direction of the ray, such as --direction 0,0,-1');
  return {
    origin: readVector('--origin', origin),
    direction: along,
    far: readMaxDistance(flags, 'far'),
  };
}
