import { Command } from 'commander';
import { medianMicroseconds } from '#core/median-microseconds';
import { minus } from '#core/math';
import { partLabel, partNameOf, type TriangleMesh } from '#core/mesh';
import { type FilterOptions, filterOptions, importOptions, type RayOptions, rayOptions } from '#core/options';
import { type Segment, segmentCast, triangleFilter } from '#core/query';
import { loadTree, openTree, type Tree } from '#core/tree';
import { meshFileWords } from './file-words.ts';
import { columns, counted, many, maxRowsShown, measured, moreRows, printable, vector } from '../terminal/columns.ts';
import type { CliContext } from './context.ts';
import { jsonText } from './json-text.ts';
import { addKindFlag, kindOf } from './kind-flag.ts';
import { withMeshWork } from './mesh-work.ts';
import { neededVector } from './needed-flag.ts';
import { addOptionFlags, readOptionFlags } from './option-flags.ts';
import { queryCostText } from './query-cost.ts';
import { addTraceFlag, readTraceFlag, saveQueryTrace } from './trace-flag.ts';

export function querySegmentCommand(context: CliContext): Command {
  const command = new Command('segment')
    .description('List the triangles that a segment hits')
    .argument('<file>', meshFileWords)
    .option('--from <x,y,z>', 'First end, in mesh units (required)')
    .option('--to <x,y,z>', 'Last end, in mesh units (required)');
  for (const table of [rayOptions, filterOptions, importOptions]) addOptionFlags(command, table);
  return addTraceFlag(addKindFlag(command))
    .option('--json', 'Print one JSON document (schema: query-segment.schema.json)')
    .option('--debug', 'Show stack traces of errors')
    .addHelpText('after', '\nExample:\n  boxwood query segment crate.obj --from 0,0,5 --to 0,0,-5 --mode all')
    .action(async (file: string, flags: Readonly<Record<string, unknown>>) => {
      const segment = readSegment(flags);
      const options = readOptionFlags(rayOptions, flags);
      const filter = readOptionFlags(filterOptions, flags);
      const reading = readOptionFlags(importOptions, flags);
      const kind = kindOf(flags);
      const out = await readTraceFlag(flags, file);
      const report = await withMeshWork(context, async ({ read, anyTree }) => {
        const mesh = await read(file, reading);
        const { tree } = await anyTree(mesh, kind);
        const result = segmentReport(file, mesh.mesh, loadTree(openTree(tree), mesh.mesh), segment, options, filter);
        if (out !== null)
          await saveQueryTrace(context, out, { file, mesh: mesh.mesh, tree }, { kind: 'segment', segment, options }, filter);
        return result;
      });
      context.out(flags['json'] === true ? jsonText(report) : segmentText(report));
    });
}

/** Reads `--from` and `--to`. @throws InspectorError `invalid-argument`. */
export function readSegment(flags: Readonly<Record<string, unknown>>): Segment {
  return {
    from: neededVector(flags, 'from', 'Give the first end, such as --from 0,0,5'),
    to: neededVector(flags, 'to', 'Give the last end, such as --to 0,0,-5'),
  };
}

type SegmentReport = ReturnType<typeof segmentReport>;

function segmentReport(file: string, mesh: TriangleMesh, tree: Tree, segment: Segment, options: RayOptions, filter: FilterOptions) {
  const accepts = triangleFilter(mesh, filter, { direction: minus(segment.to, segment.from) });
  const { hits, stats } = segmentCast(tree, mesh, segment, options, undefined, accepts);
  const microseconds = medianMicroseconds(() => segmentCast(tree, mesh, segment, options, undefined, accepts));
  const shown = hits.map(({ part, ...hit }) => ({ ...hit, part, partName: partNameOf(mesh, part) }));
  return { file, kind: tree.kind, ...options, ...filter, segment, hits: shown, stats: { ...stats, microseconds } };
}

function segmentText({ file, hits, stats }: SegmentReport): string {
  const rows = hits
    .slice(0, maxRowsShown)
    .map(({ fraction, distance, triangle, part, partName, position, normal }) => [
      measured(fraction),
      measured(distance),
      counted(triangle),
      part === null ? '' : partLabel(partName, part),
      vector(position),
      vector(normal),
    ]);
  return [
    `${printable(file)}: ${hits.length === 0 ? 'no hit' : many(hits.length, 'hit')}\n`,
    hits.length === 0 ? '' : columns([['fraction', 'distance', 'triangle', 'part', 'position', 'normal'], ...rows], [0, 1, 2]),
    moreRows(hits.length),
    queryCostText(stats),
  ].join('');
}
