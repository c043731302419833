import { Command } from 'commander';
import type { BspReport } from '#core/bsp';
import type { BspJobResult } from '#core/job';
import type { Vec3 } from '#core/math';
import { bspOptions, type BspOptions, importOptions } from '#core/options';
import {
  columns,
  counted,
  many,
  measured,
  milliseconds as timeText,
  moreRows,
  maxRowsShown,
  printable,
  vector,
} from '../terminal/columns.ts';
import type { VerdictContext } from './context.ts';
import { jsonText } from './json-text.ts';
import { withMeshWork } from './mesh-work.ts';
import { addOptionFlags, readOptionFlags } from './option-flags.ts';
import { readVector } from './read-numbers.ts';

interface Flags extends Readonly<Record<string, unknown>> {
  readonly point: readonly string[];
  readonly cells?: true;
  readonly json?: true;
}

export function bspCommand(context: VerdictContext): Command {
  const command = new Command('bsp')
    .description('Build the solid-leaf BSP tree of a closed mesh, with its empty cells and portals')
    .argument('<file>', 'Mesh file, or a baked .boxwood')
    .option('--point <x,y,z>', 'Point to locate; repeatable', (value: string, before: readonly string[]) => [...before, value], [])
    .option('--cells', 'List the empty cells');
  return addOptionFlags(addOptionFlags(command, bspOptions), importOptions)
    .option('--json', 'Print one JSON document (schema: bsp.schema.json)')
    .option('--debug', 'Show stack traces of errors')
    .addHelpText('after', '\nA mesh that is not closed has no solid: the leak is printed, and the exit code is 1.')
    .addHelpText('after', '\nExample:\n  boxwood bsp level.obj --point 0,1.8,0 --cells')
    .action(async (file: string, flags: Flags) => {
      const points = flags.point.map((text) => readVector('--point', text));
      const options = readOptionFlags(bspOptions, flags);
      const reading = readOptionFlags(importOptions, flags);
      const report = await withMeshWork(context, async ({ read, run }) => {
        const { imported } = await read(file, reading);
        const result = await run(file, 'splitting', { kind: 'bsp', mesh: imported.mesh, points, withCells: flags.cells === true, options });
        return bspJson(file, options, result);
      });
      if (!report.closed) context.fail();
      context.out(flags.json ? jsonText(report) : bspText(report));
    });
}

function bspJson(file: string, options: BspOptions, { report, milliseconds }: BspJobResult) {
  return { file, ...options, ...report, milliseconds };
}

function bspText(report: ReturnType<typeof bspJson>): string {
  return `${printable(report.file)}\n${report.closed ? closedText(report) : openText(report)}`;
}

function openText({ openEdges, leak, points }: BspReport): string {
  const located = points.map(({ point }) => `  ${vector(point)}: no side, since the mesh is not closed\n`);
  const way = leak === null || leak.length === 0 ? '  no straight leak was found\n' : `  leak, from inside to outside:\n${pathText(leak)}`;
  return `  not closed: ${many(openEdges, 'open edge')}\n${way}${located.join('')}  Close the mesh first: see boxwood check and boxwood repair\n`;
}

function pathText(path: readonly Vec3[]): string {
  const shown = path.slice(0, maxRowsShown).map((point) => `    ${vector(point)}\n`);
  return `${shown.join('')}${moreRows(path.length, '    ')}`;
}

function closedText(report: ReturnType<typeof bspJson>): string {
  const { nodes, leaves, depth, splits, bytes, solidVolume, emptyVolume, volumeError, cells, portals, points, cellList } = report;
  const count = (value: number | null): string => counted(value ?? 0);
  const rows = [
    ['nodes', count(nodes)],
    ['leaves', count(leaves)],
    ['depth', count(depth)],
    ['splits', count(splits)],
    ['bytes', count(bytes)],
    ['empty cells', count(cells)],
    ['portals', count(portals)],
    ['solid volume', `${measured(solidVolume ?? 0)} ± ${(volumeError ?? 0).toExponential(1)}`],
    ['empty volume', `${measured(emptyVolume ?? 0)} in the box around it`],
    ['time', timeText(report.milliseconds)],
  ];
  const located = points.map(({ point, side, cell, leak }) => {
    const where =
      cell === null || leak === null
        ? side
        : `${side}, cell ${counted(cell)}, ${leak.length === 0 ? 'enclosed by solid' : `open to the outside over ${many(leak.length, 'point')}`}`;
    return `  ${vector(point)}: ${where}\n`;
  });
  return `${columns(rows, [1])}${located.join('')}${cellList === null ? '' : cellsText(cellList)}`;
}

function cellsText(cells: NonNullable<BspReport['cellList']>): string {
  const rows = cells
    .slice(0, maxRowsShown)
    .map(({ cell, volume, faces, neighbours, isOutside, center }) => [
      counted(cell),
      measured(volume),
      counted(faces),
      counted(neighbours.length),
      isOutside ? 'outside' : '',
      vector(center),
    ]);
  const head = ['cell', 'volume', 'faces', 'neighbours', '', 'center'];
  return `${columns([head, ...rows], [0, 1, 2, 3])}${moreRows(cells.length)}`;
}
