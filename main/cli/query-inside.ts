import { Command } from 'commander';
import { medianMicroseconds } from '#core/median-microseconds';
import type { Vec3 } from '#core/math';
import type { TriangleMesh } from '#core/mesh';
import { importOptions, insideOptions, type InsideOptions, partFilterOptions, quickTree } from '#core/options';
import { createInsideWorkspace, createWindingTree, insideInto, pointWinding, windingSurface } from '#core/query';
import { loadTree, openTree, type Tree } from '#core/tree';
import { meshFileWords } from './file-words.ts';
import { measured, printable } from '../terminal/columns.ts';
import { addBatchFlags, printBatch, readBatchFlags } from './batch/batch-flags.ts';
import { pointFormat } from './batch/read-query-line.ts';
import type { CliContext } from './context.ts';
import { jsonText } from './json-text.ts';
import { addKindFlag, kindOf } from './kind-flag.ts';
import { withMeshWork } from './mesh-work.ts';
import { addOptionFlags, readOptionFlags } from './option-flags.ts';
import { addPointFlag, readPointFlag } from './point-flag.ts';
import { queryCostText } from './query-cost.ts';
import { addTraceFlag, readTraceFlag, saveQueryTrace } from './trace-flag.ts';

interface Flags extends Readonly<Record<string, unknown>> {
  readonly point?: string;
  readonly json?: true;
}

export function queryInsideCommand(context: CliContext): Command {
  const command = new Command('inside')
    .description('Report whether a point is inside, by winding number; open meshes too')
    .argument('<file>', meshFileWords);
  addBatchFlags(addPointFlag(command), 'points', 'x,y,z');
  return addTraceFlag(addKindFlag(addOptionFlags(addOptionFlags(addOptionFlags(command, insideOptions), partFilterOptions), importOptions)))
    .option('--json', 'Print one JSON document (schema: query-inside.schema.json)')
    .option('--debug', 'Show stack traces of errors')
    .addHelpText('after', '\nExample:\n  boxwood query inside crate.obj --point 0,1.2,0')
    .action(async (file: string, flags: Flags) => {
      const batch = readBatchFlags(flags, 'points', ['point', 'trace']);
      const point = batch === null ? readPointFlag(flags) : null;
      const options = readOptionFlags(insideOptions, flags);
      const { parts } = readOptionFlags(partFilterOptions, flags);
      const reading = readOptionFlags(importOptions, flags);
      const kind = kindOf(flags);
      const out = await readTraceFlag(flags, file);
      const report = await withMeshWork(context, async ({ read, anyTree, clearProgress }) => {
        const mesh = await read(file, reading);
        const built = await anyTree(mesh, kind, batch === null ? {} : quickTree);
        if (batch !== null) clearProgress();
        if (point === null) {
          const surface = windingSurface(mesh.mesh, parts);
          return printBatch(context, batch!, pointFormat, { kind: 'inside', options, surface }, mesh, built);
        }
        const query = { kind: 'inside', point, accuracy: options.accuracy, parts } as const;
        if (out !== null) await saveQueryTrace(context, out, { file, mesh: mesh.mesh, tree: built.tree }, query, null);
        return insideReport(file, mesh.mesh, loadTree(openTree(built.tree), mesh.mesh), point, options, parts);
      });
      if (report !== undefined) context.out(flags.json ? jsonText(report) : insideText(report));
    });
}

function insideReport(file: string, mesh: TriangleMesh, tree: Tree, point: Vec3, options: InsideOptions, parts: string) {
  const winding = createWindingTree(tree, mesh, windingSurface(mesh, parts));
  const workspace = createInsideWorkspace(winding);
  const microseconds = medianMicroseconds(() => insideInto(winding, point, options.accuracy, workspace));
  const { stats, ...result } = pointWinding(winding, point, options, workspace);
  return {
    file,
    kind: tree.kind,
    parts,
    ...options,
    point,
    isClosed: winding.surface.isClosed,
    ...result,
    stats: { ...stats, microseconds },
  };
}

function insideText({ file, inside, winding, windingError, isClosed, isOriented, stats }: ReturnType<typeof insideReport>): string {
  const side =
    inside === null
      ? 'unknown: the winding number is too near one half'
      : inside === 'on'
        ? 'on the surface'
        : inside
          ? 'inside'
          : 'outside';
  const error = windingError === null || windingError === 0 ? '' : ` ± ${measured(windingError)}`;
  return [
    `${printable(file)}: ${side}\n`,
    winding === null ? '' : `  winding number ${measured(winding)}${error}, ${isClosed ? 'closed' : 'open'} surface\n`,
    isOriented ? '  the winding of the mesh is inconsistent: triangles were flipped for this query\n' : '',
    queryCostText(stats),
  ].join('');
}
