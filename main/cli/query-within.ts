import { Command } from 'commander';
import { medianMicroseconds } from '#core/median-microseconds';
import type { Vec3 } from '#core/math';
import type { TriangleMesh } from '#core/mesh';
import { type FilterOptions, filterOptions, importOptions, quickTree } from '#core/options';
import { createSphereWorkspace, noTriangleIndex, sphereOverlapInto, triangleFilter } from '#core/query';
import { loadTree, openTree, type Tree } from '#core/tree';
import { meshFileWords } from './file-words.ts';
import { many, measured, moreRows, maxRowsShown, printable } from '../terminal/columns.ts';
import { addBatchFlags, printBatch, readBatchFlags } from './batch/batch-flags.ts';
import { lengthFormat } from './batch/read-query-line.ts';
import type { CliContext } from './context.ts';
import { jsonText } from './json-text.ts';
import { addKindFlag, kindOf } from './kind-flag.ts';
import { withMeshWork } from './mesh-work.ts';
import { missingFlag } from './missing-flag.ts';
import { addOptionFlags, readOptionFlags } from './option-flags.ts';
import { addPointFlag, readPointFlag } from './point-flag.ts';
import { queryCostText } from './query-cost.ts';
import { readFiniteLength } from './read-numbers.ts';
import { addTraceFlag, readTraceFlag, saveQueryTrace } from './trace-flag.ts';

interface Flags extends Readonly<Record<string, unknown>> {
  readonly point?: string;
  readonly distance?: string;
  readonly json?: true;
}

export function queryWithinCommand(context: CliContext): Command {
  const command = new Command('within').description('List the triangles within a distance of a point').argument('<file>', meshFileWords);
  addPointFlag(command).option('--distance <length>', 'Maximum distance, in mesh units (required unless on each line)');
  addBatchFlags(command, 'points', 'x,y,z[,distance]');
  return addTraceFlag(addKindFlag(addOptionFlags(addOptionFlags(command, filterOptions), importOptions)))
    .option('--json', 'Print one JSON document (schema: query-within.schema.json)')
    .option('--debug', 'Show stack traces of errors')
    .addHelpText('after', '\nExample:\n  boxwood query within crate.obj --point 0,1.2,0 --distance 0.4')
    .action(async (file: string, flags: Flags) => {
      const batch = readBatchFlags(flags, 'points', ['point', 'trace']);
      const point = batch === null ? readPointFlag(flags) : null;
      const distance = flags.distance === undefined ? null : readFiniteLength('--distance', flags.distance);
      if (distance === null && batch === null) throw missingFlag('--distance', 'Give a length in mesh units, such as --distance 0.4');
      const filter = readOptionFlags(filterOptions, flags);
      const reading = readOptionFlags(importOptions, flags);
      const kind = kindOf(flags);
      const out = await readTraceFlag(flags, file);
      const report = await withMeshWork(context, async ({ read, anyTree, clearProgress }) => {
        const mesh = await read(file, reading);
        const built = await anyTree(mesh, kind, batch === null ? {} : quickTree);
        if (batch !== null) clearProgress();
        if (point === null) return printBatch(context, batch!, lengthFormat('distance', distance), { kind: 'within', filter }, mesh, built);
        const query = { kind: 'within', point, distance: distance! } as const;
        if (out !== null) await saveQueryTrace(context, out, { file, mesh: mesh.mesh, tree: built.tree }, query, filter);
        return withinReport(file, mesh.mesh, loadTree(openTree(built.tree), mesh.mesh), point, distance!, filter);
      });
      if (report !== undefined) context.out(flags.json ? jsonText(report) : withinText(report));
    });
}

/** The closed set of triangles: those that the sphere of this radius about the point touches. */
function withinReport(file: string, mesh: TriangleMesh, tree: Tree, point: Vec3, distance: number, filter: FilterOptions) {
  const workspace = createSphereWorkspace(tree);
  const sphere = { center: point, radius: distance };
  const accepts = triangleFilter(mesh, filter, { point });
  const microseconds = medianMicroseconds(() => sphereOverlapInto(tree, mesh, sphere, 'all', workspace, noTriangleIndex, accepts));
  const { nodesVisited, trianglesTested, count } = workspace;
  const triangles = workspace.triangles.slice(0, count).sort((p, q) => p - q);
  return { file, kind: tree.kind, ...filter, point, distance, triangles, stats: { nodesVisited, trianglesTested, microseconds } };
}

function withinText({ file, distance, triangles, stats }: ReturnType<typeof withinReport>): string {
  return [
    `${printable(file)}: ${many(triangles.length, 'triangle')} within ${measured(distance)}\n`,
    triangles.length === 0 ? '' : `  ${triangles.slice(0, maxRowsShown).join(', ')}\n`,
    moreRows(triangles.length),
    queryCostText(stats),
  ].join('');
}
