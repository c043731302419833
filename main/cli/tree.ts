import { Command } from 'commander';
import { InspectorError } from '#core/error';
import { compareReport, refitReport, treeReport, worstReport } from '#core/job';
import { buildOptions, importOptions, refitRunOptions, threadOptions, worstOptions } from '#core/options';
import { engineTitles, openTree, worstNodes } from '#core/tree';
import { meshFileWords } from './file-words.ts';
import { columns, counted, measured, milliseconds, moreRows, maxRowsShown, printable } from '../terminal/columns.ts';
import type { CliContext } from './context.ts';
import { jsonText } from './json-text.ts';
import { compareText } from './compare-text.ts';
import { withMeshWork } from './mesh-work.ts';
import { addOptionFlags, givenFlags, readOptionFlags } from './option-flags.ts';
import { refitText } from './refit-text.ts';
import { worstText } from './worst-text.ts';

type Flags = Readonly<Record<string, unknown>> & {
  readonly json?: true;
  readonly compare?: true;
  readonly refitOverAnimation?: true;
  readonly kind?: string;
};

export function treeCommand(context: CliContext): Command {
  const command = new Command('tree')
    .description('Build the tree of a mesh, or load that of a baked file, and measure it')
    .argument('<file>', meshFileWords);
  for (const table of [buildOptions, threadOptions, importOptions, worstOptions]) addOptionFlags(command, table);
  command
    .option('--compare', 'Compare all tree kinds, and all splits for kind aabb')
    .option('--refit-over-animation', 'Compare refit with rebuild for every frame of an animation');
  return addOptionFlags(command, refitRunOptions)
    .option('--json', 'Print one JSON document (schema: tree.schema.json)')
    .option('--debug', 'Show stack traces of errors')
    .addHelpText(
      'after',
      '\nExample:\n  boxwood tree crate.obj --split median --leaf-triangles 1\n  boxwood tree city.glb --kind wide --jobs 4\n  boxwood tree crate.obj --worst 10 --worst-by overlap\n  boxwood tree crate.obj --compare\n  boxwood tree walker.glb --refit-over-animation --frames 30',
    )
    .action(async (file: string, flags: Flags) => {
      const options = readOptionFlags(buildOptions, flags);
      const reading = readOptionFlags(importOptions, flags);
      checkTogether(flags);
      if (flags.refitOverAnimation) {
        const run = readOptionFlags(refitRunOptions, flags);
        const result = await withMeshWork(context, async ({ read, run: work }) =>
          work(file, 'refitting', { kind: 'refit', mesh: (await read(file, reading)).imported.mesh, build: options, options: run }),
        );
        context.out(flags.json ? jsonText(refitReport(file, options, run, result)) : refitText(file, run, result));
        return;
      }
      if (flags.compare) {
        const records = await withMeshWork(context, async ({ read, compare }) => compare(await read(file, reading), options));
        context.out(flags.json ? jsonText(records.map((record) => compareReport(file, record))) : compareText(file, records));
        return;
      }
      const wanted = readOptionFlags(worstOptions, flags);
      const { report, worst } = await withMeshWork(
        context,
        async ({ read, build, anyTree }) => {
          const mesh = await read(file, reading);
          const tree = givenFlags(buildOptions, flags).length === 0 ? await anyTree(mesh) : await build(mesh, options);
          return {
            report: treeReport(file, tree.options, tree.statistics, tree.milliseconds),
            worst: wanted.worst === 0 ? null : worstNodes(openTree(tree.tree), mesh.mesh, wanted),
          };
        },
        readOptionFlags(threadOptions, flags),
      );
      if (flags.json) context.out(jsonText(worst === null ? report : worstReport(report, worst)));
      else context.out(`${treeText(file, report)}${worst === null ? '' : worstText(worst, wanted)}`);
    });
}

/** @throws InspectorError `invalid-argument` for flags that exclude or need each other. */
function checkTogether(flags: Flags): void {
  const [alone] = givenFlags(refitRunOptions, flags);
  const [threads] = givenFlags(threadOptions, flags);
  if (threads !== undefined && (flags.compare || flags.refitOverAnimation))
    throw wrong(`${threads} excludes --compare and --refit-over-animation`, 'Remove it: comparisons run in one thread');
  const listed = givenFlags(worstOptions, flags);
  if (listed.length > 0 && (flags.compare || flags.refitOverAnimation))
    throw wrong(`${listed[0]} excludes --compare and --refit-over-animation`, 'Remove it: the list is of one tree');
  if (listed.length === 1 && listed[0] === '--worst-by') throw wrong('--worst-by needs --worst', 'Use both, or remove it');
  if (flags.compare && flags.kind !== undefined)
    throw wrong('--kind and --compare exclude each other', 'Remove one: --compare builds every kind');
  if (flags.compare && flags.refitOverAnimation)
    throw wrong('--compare and --refit-over-animation exclude each other', 'Use only one of them');
  if (alone !== undefined && !flags.refitOverAnimation) throw wrong(`${alone} needs --refit-over-animation`, 'Use both, or remove it');
}

function wrong(message: string, fix: string): InspectorError {
  return new InspectorError({ code: 'invalid-argument', message, fix, location: {} });
}

type TreeReport = ReturnType<typeof treeReport>;

function treeText(file: string, report: TreeReport): string {
  const row = (name: string, cell: (of: TreeReport) => string): readonly string[] => [name, cell(report)];
  const rows = [
    row('kind', ({ kind }) => kind),
    row('split', ({ split }) => split),
    row('build engine', ({ engine }) => (engine === null ? 'unknown (baked file)' : engineTitles[engine])),
    row('query engine', ({ queryEngine }) => engineTitles[queryEngine]),
    row('triangles', ({ triangles }) => counted(triangles)),
    row('nodes', ({ nodes }) => counted(nodes)),
    row('leaves', ({ leaves }) => counted(leaves)),
    row('depth', ({ depth }) => counted(depth)),
    row('bytes', ({ bytes }) => counted(bytes)),
    row('bytes/triangle', ({ bytesPerTriangle }) => measured(bytesPerTriangle)),
    row('SAH cost', ({ sahCost }) => (sahCost === null ? 'none (no area)' : measured(sahCost))),
    row('build', ({ buildMilliseconds }) =>
      buildMilliseconds === null ? 'none (baked file)' : `${milliseconds(buildMilliseconds)}, first run`,
    ),
  ];
  const table = columns(rows, [1]);
  const { leafDepths, leafSizes } = report.histograms;
  return `${printable(file)}\n${table}${histogramText('leaves by depth', occurring(leafDepths))}${histogramText('leaves by triangles', leafSizes)}`;
}

/** Returns the depths that occur, with their counts. */
function occurring(counts: readonly number[]): readonly (readonly [value: number, count: number])[] {
  return counts.flatMap((count, value) => (count === 0 ? [] : [[value, count] as const]));
}

const barLength = 40;

function histogramText(title: string, pairs: readonly (readonly [value: number, count: number])[]): string {
  const max = pairs.reduce((largest, [, count]) => Math.max(largest, count), 1);
  const bars = pairs.slice(0, maxRowsShown).map(([value, count]) => {
    return [counted(value), counted(count), '▪'.repeat(Math.ceil((barLength * count) / max))];
  });
  return `  ${title}\n${columns(bars, [0, 1], '    ')}${moreRows(pairs.length, '    ')}`;
}
