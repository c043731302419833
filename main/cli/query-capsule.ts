import type { Command } from 'commander';
import type { CliContext } from './context.ts';
import { readFiniteLength } from './read-numbers.ts';
import { neededText, neededVector } from './needed-flag.ts';
import { shapeCommand } from './shape-command.ts';

export function queryCapsuleCommand(context: CliContext): Command {
  return shapeCommand(context, {
    name: 'capsule',
    description: 'List the triangles that a capsule overlaps, with feature and depth, and its push-out',
    flags: [
      ['--from <x,y,z>', 'One end of the axis, in mesh units (required)'],
      ['--to <x,y,z>', 'The other end of the axis, in mesh units (required)'],
      ['--radius <length>', 'Radius, in mesh units; 0 is a segment (required)'],
    ],
    example: 'boxwood query capsule crate.obj --from 0,0.4,0 --to 0,1.4,0 --radius 0.4',
    pushes: true,
    readShape: (flags) => ({
      kind: 'capsule',
      from: neededVector(flags, 'from', 'Give one end of the axis, such as --from 0,0.4,0'),
      to: neededVector(flags, 'to', 'Give the other end of the axis, such as --to 0,1.4,0'),
      radius: readFiniteLength('--radius', neededText(flags, 'radius', 'Give a length in mesh units, such as --radius 0.4')),
    }),
  });
}
