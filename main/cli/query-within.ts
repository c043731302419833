import { Command } from 'commander';
import { medianMicroseconds } from '#core/median-microseconds';
import type { Vec3 } from '#core/math';
import type { TriangleMesh } from '#core/mesh';
import { importOptions } from '#core/options';
import { createSphereWorkspace, sphereOverlapInto } from '#core/query';
import { loadTree, openTree, type Tree } from '#core/tree';
import { many, measured, moreRows, maxRowsShown, printable } from '../terminal/columns.ts';
import type { CliContext } from './context.ts';
import { jsonText } from './json-text.ts';
import { addKindFlag, kindOf } from './kind-flag.ts';
import { withMeshWork } from './mesh-work.ts';
import { missingFlag } from './missing-flag.ts';
import { addOptionFlags, readOptionFlags } from './option-flags.ts';
import { addPointFlag, readPointFlag } from './point-flag.ts';
import { queryCostText } from './query-cost.ts';
import { readFiniteLength } from './read-numbers.ts';

interface Flags extends Readonly<Record<string, unknown>> {
  readonly point?: string;
  readonly distance?: string;
  readonly json?: true;
}

export function queryWithinCommand(context: CliContext): Command {
  const command = new Command('within')
    .description('List the triangles within a distance of a point')
    .argument('<file>', 'Mesh file, or a baked .boxwood');
  addPointFlag(command).option('--distance <length>', 'Maximum distance, in mesh units (required)');
  return addKindFlag(addOptionFlags(command, importOptions))
    .option('--json', 'Print one JSON document (schema: query-within.schema.json)')
    .option('--debug', 'Show stack traces of errors')
    .addHelpText('after', '\nExample:\n  boxwood query within crate.obj --point 0,1.2,0 --distance 0.4')
    .action(async (file: string, flags: Flags) => {
      const point = readPointFlag(flags);
      if (flags.distance === undefined) throw missingFlag('--distance', 'Give a length in mesh units, such as --distance 0.4');
      const distance = readFiniteLength('--distance', flags.distance);
      const reading = readOptionFlags(importOptions, flags);
      const kind = kindOf(flags);
      const report = await withMeshWork(context, async ({ read, anyTree }) => {
        const mesh = await read(file, reading);
        const { tree } = await anyTree(mesh, kind);
        return withinReport(file, mesh.mesh, loadTree(openTree(tree), mesh.mesh), point, distance);
      });
      context.out(flags.json ? jsonText(report) : withinText(report));
    });
}

/** The closed set of triangles: those that the sphere of this radius about the point touches. */
function withinReport(file: string, mesh: TriangleMesh, tree: Tree, point: Vec3, distance: number) {
  const workspace = createSphereWorkspace(tree);
  const sphere = { center: point, radius: distance };
  const microseconds = medianMicroseconds(() => sphereOverlapInto(tree, mesh, sphere, 'all', workspace));
  const { nodesVisited, trianglesTested, count } = workspace;
  const triangles = workspace.triangles.slice(0, count).sort((p, q) => p - q);
  return { file, kind: tree.kind, point, distance, triangles, stats: { nodesVisited, trianglesTested, microseconds } };
}

function withinText({ file, distance, triangles, stats }: ReturnType<typeof withinReport>): string {
  return [
    `${printable(file)}: ${many(triangles.length, 'triangle')} within ${measured(distance)}\n`,
    triangles.length === 0 ? '' : `  ${triangles.slice(0, maxRowsShown).join(', ')}\n`,
    moreRows(triangles.length),
    queryCostText(stats),
  ].join('');
}
