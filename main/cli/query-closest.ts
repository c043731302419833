import { Command } from 'commander';
import { triangleCount } from '#core/mesh';
import { filterOptions, importOptions, nearestOptions, quickTree } from '#core/options';
import { loadTree, openTree } from '#core/tree';
import { meshFileWords } from './file-words.ts';
import { addBatchFlags, printBatch, readBatchFlags } from './batch/batch-flags.ts';
import { pointFormat } from './batch/read-query-line.ts';
import type { CliContext } from './context.ts';
import { jsonText } from './json-text.ts';
import { addKindFlag, kindOf } from './kind-flag.ts';
import { addMaxDistanceFlag, readMaxDistance } from './max-distance-flag.ts';
import { withMeshWork } from './mesh-work.ts';
import { addOptionFlags, readOptionFlags } from './option-flags.ts';
import { addPointFlag, readPointFlag } from './point-flag.ts';
import { readTriangle } from './read-numbers.ts';
import { closestReport, closestText } from './closest-report.ts';
import { nearestText, withNearest } from './nearest-report.ts';
import { surfaceOf } from './surface-report.ts';
import { addTraceFlag, readTraceFlag, saveQueryTrace } from './trace-flag.ts';

interface Flags extends Readonly<Record<string, unknown>> {
  readonly point?: string;
  readonly startAt?: string;
  readonly count?: string;
  readonly json?: true;
}

export function queryClosestCommand(context: CliContext): Command {
  const command = new Command('closest')
    .description('Find the closest point of a mesh, and whether the query point is inside')
    .argument('<file>', meshFileWords);
  addMaxDistanceFlag(addBatchFlags(addPointFlag(command), 'points', 'x,y,z'), 'within');
  command.option('--start-at <triangle>', 'Triangle to test first (hit cache), such as the last result of a moving point');
  return addTraceFlag(addKindFlag(addOptionFlags(addOptionFlags(addOptionFlags(command, nearestOptions), filterOptions), importOptions)))
    .option('--json', 'Print one JSON document (schema: query-closest.schema.json)')
    .option('--debug', 'Show stack traces of errors')
    .addHelpText('after', '\nExample:\n  boxwood query closest crate.obj --point 0,1.2,0')
    .action(async (file: string, flags: Flags) => {
      const batch = readBatchFlags(flags, 'points', ['point', 'startAt', 'trace']);
      const point = batch === null ? readPointFlag(flags) : null;
      const within = readMaxDistance(flags, 'within');
      const filter = readOptionFlags(filterOptions, flags);
      const reading = readOptionFlags(importOptions, flags);
      const kind = kindOf(flags);
      const { count } = readOptionFlags(nearestOptions, flags);
      const out = await readTraceFlag(flags, file);
      const report = await withMeshWork(context, async ({ read, anyTree, clearProgress }) => {
        const mesh = await read(file, reading);
        const startAt = flags.startAt === undefined ? null : readTriangle('--start-at', flags.startAt, triangleCount(mesh.mesh));
        const built = await anyTree(mesh, kind, batch === null ? {} : quickTree);
        if (batch !== null) clearProgress();
        if (point === null) {
          const query = { kind: 'closest', maxDistance: within, count: flags.count === undefined ? null : count, filter } as const;
          return printBatch(context, batch!, pointFormat, query, mesh, built);
        }
        const { tree } = built;
        if (out !== null)
          await saveQueryTrace(
            context,
            out,
            { file, mesh: mesh.mesh, tree },
            flags.count === undefined
              ? { kind: 'closest', point, maxDistance: within }
              : { kind: 'nearest', point, count, maxDistance: within },
            filter,
          );
        const loaded = loadTree(openTree(tree), mesh.mesh);
        const closest = closestReport(file, mesh.mesh, loaded, point, within, filter, startAt, surfaceOf(mesh.imported));
        return flags.count === undefined ? { ...closest, closest: null } : withNearest(closest, mesh.mesh, loaded, count);
      });
      if (report !== undefined) context.out(flags.json ? jsonText(report) : closestText(report) + nearestText(report.closest));
    });
}
