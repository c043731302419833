import { Command } from 'commander';
import { buildOptions, type BuildOptions } from '#core/options/build-options';
import { importOptions } from '#core/options/import-options';
import { columns, counted, measured, milliseconds, moreRows, mostRowsShown, printable } from './columns.ts';
import type { CliContext } from './context.ts';
import { jsonText } from './json-text.ts';
import { withMeshWork, type ReadyTree } from './mesh-work.ts';
import { addOptionFlags, givenFlags, readOptionFlags } from './option-flags.ts';

type Flags = Readonly<Record<string, unknown>> & { readonly json?: true; readonly compare?: true };

export function treeCommand(context: CliContext): Command {
  const command = new Command('tree')
    .description('build the tree of a mesh, or take that of a baked file, and measure it')
    .argument('<file>', 'a mesh; see boxwood inspect');
  return addOptionFlags(addOptionFlags(command, buildOptions), importOptions)
    .option('--compare', 'build with every split, the other options alike, and show them side by side')
    .option('--json', 'print one JSON document (resources/schemas/tree.schema.json)')
    .option('--debug', 'show stacks of errors')
    .addHelpText('after', '\nExample:\n  boxwood tree crate.obj --split median --leaf-triangles 1\n  boxwood tree crate.obj --compare')
    .action(async (file: string, flags: Flags) => {
      const options = readOptionFlags(buildOptions, flags);
      const reading = readOptionFlags(importOptions, flags);
      const variants = flags.compare ? everySplit(options) : [options];
      const reports = await withMeshWork(context, async ({ read, build, anyTree }) => {
        const mesh = await read(file, reading);
        if (!flags.compare && givenFlags(buildOptions, flags).length === 0) return [treeReport(file, await anyTree(mesh))];
        const built: TreeReport[] = [];
        for (const variant of variants) built.push(treeReport(file, await build(mesh, variant)));
        return built;
      });
      if (flags.json) context.out(jsonText(flags.compare ? reports : reports[0]));
      else context.out(treeText(file, reports));
    });
}

function everySplit(options: BuildOptions): readonly BuildOptions[] {
  const splits = Object.keys(buildOptions.split.choices) as BuildOptions['split'][]; // keys of a table that is `as const`
  return splits.map((split) => ({ ...options, split }));
}

type TreeReport = ReturnType<typeof treeReport>;

function treeReport(file: string, { options, statistics, milliseconds: buildMilliseconds }: ReadyTree) {
  const { kind, split, triangles, nodes, leaves, depth, bytes, bytesPerTriangle, sahCost } = statistics;
  const { leafDepths, leafSizes } = statistics;
  return {
    file,
    kind,
    split,
    options,
    triangles,
    nodes,
    leaves,
    depth,
    bytes,
    bytesPerTriangle,
    sahCost,
    buildMilliseconds,
    histograms: { leafDepths, leafSizes },
  };
}

function treeText(file: string, reports: readonly TreeReport[]): string {
  const row = (name: string, cell: (report: TreeReport) => string): readonly string[] => [name, ...reports.map(cell)];
  const rows = [
    row('kind', ({ kind }) => kind),
    row('split', ({ split }) => split),
    row('triangles', ({ triangles }) => counted(triangles)),
    row('nodes', ({ nodes }) => counted(nodes)),
    row('leaves', ({ leaves }) => counted(leaves)),
    row('depth', ({ depth }) => counted(depth)),
    row('bytes', ({ bytes }) => counted(bytes)),
    row('bytes a triangle', ({ bytesPerTriangle }) => measured(bytesPerTriangle)),
    row('SAH cost', ({ sahCost }) => (sahCost === null ? 'none (no area)' : measured(sahCost))),
    row('build', ({ buildMilliseconds }) => (buildMilliseconds === null ? 'as baked' : milliseconds(buildMilliseconds))),
  ];
  const table = columns(rows, reports.map((_, i) => i + 1));
  const [only, another] = reports;
  if (only === undefined || another !== undefined) return `${printable(file)}\n${table}`;
  const { leafDepths, leafSizes } = only.histograms;
  return `${printable(file)}\n${table}${histogramText('leaves by depth', occurring(leafDepths))}${histogramText('leaves by triangles', leafSizes)}`;
}

/** Depths that occur, with their counts. */
function occurring(counts: readonly number[]): readonly (readonly [value: number, count: number])[] {
  return counts.flatMap((count, value) => (count === 0 ? [] : [[value, count] as const]));
}

const barLength = 40;

function histogramText(title: string, pairs: readonly (readonly [value: number, count: number])[]): string {
  const most = pairs.reduce((largest, [, count]) => Math.max(largest, count), 1);
  const bars = pairs.slice(0, mostRowsShown).map(([value, count]) => {
    return [counted(value), counted(count), '▪'.repeat(Math.ceil((barLength * count) / most))];
  });
  return `  ${title}\n${columns(bars, [0, 1], '    ')}${moreRows(pairs.length, '    ')}`;
}
