import type { Command } from 'commander';
import type { Vec3 } from '#core/math';
import type { CliContext } from './context.ts';
import { neededText } from './needed-flag.ts';
import { listedPoints, parsePoints } from './read-points.ts';
import { shapeCommand } from './shape-command.ts';

export function queryHullCommand(context: CliContext): Command {
  return shapeCommand(context, {
    name: 'hull',
    description: 'List the triangles that the convex hull of points overlaps',
    flags: [['--points <file>', 'File with one point x,y,z on each line, or the points as x,y,z;x,y,z;… (required)']],
    example: 'boxwood query hull crate.obj --points wedge.csv',
    readShape: async (flags, work) => {
      const given = neededText(flags, 'points', 'Give a text file with one point on each line, such as --points wedge.csv');
      const listed = listedPoints(given);
      const numbers = parsePoints(listed ?? new TextDecoder().decode(await work.readBytes(given)));
      const points = Array.from(
        { length: numbers.length / 3 },
        (_, i): Vec3 => [numbers[3 * i]!, numbers[3 * i + 1]!, numbers[3 * i + 2]!],
      );
      return { kind: 'hull', points };
    },
  });
}
