import type { Command } from 'commander';
import type { Vec3 } from '#core/math';
import type { CliContext } from './context.ts';
import { neededText } from './needed-flag.ts';
import { parsePoints } from './read-points.ts';
import { shapeCommand } from './shape-command.ts';

export function queryHullCommand(context: CliContext): Command {
  return shapeCommand(context, {
    name: 'hull',
    description: 'List the triangles that the convex hull of points overlaps',
    flags: [['--points <file>', 'Text file with one point x,y,z on each line, in mesh units (required)']],
    example: 'boxwood query hull crate.obj --points wedge.csv',
    readShape: async (flags, work) => {
      const file = neededText(flags, 'points', 'Give a text file with one point on each line, such as --points wedge.csv');
      const numbers = parsePoints(new TextDecoder().decode(await work.readBytes(file)));
      const points = Array.from(
        { length: numbers.length / 3 },
        (_, i): Vec3 => [numbers[3 * i]!, numbers[3 * i + 1]!, numbers[3 * i + 2]!],
      );
      return { kind: 'hull', points };
    },
  });
}
