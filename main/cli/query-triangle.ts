import type { Command } from 'commander';
import type { CliContext } from './context.ts';
import { neededVector } from './needed-flag.ts';
import { shapeCommand } from './shape-command.ts';

export function queryTriangleCommand(context: CliContext): Command {
  return shapeCommand(context, {
    name: 'triangle',
    description: 'List the triangles that a triangle overlaps',
    flags: [
      ['--a <x,y,z>', 'First corner, in mesh units (required)'],
      ['--b <x,y,z>', 'Second corner, in mesh units (required)'],
      ['--c <x,y,z>', 'Third corner, in mesh units (required)'],
    ],
    example: 'boxwood query triangle crate.obj --a 0,0,0 --b 2,0,0 --c 0,2,0',
    readShape: (flags) => ({
      kind: 'triangle',
      a: neededVector(flags, 'a', 'Give the first corner, such as --a 0,0,0'),
      b: neededVector(flags, 'b', 'Give the second corner, such as --b 2,0,0'),
      c: neededVector(flags, 'c', 'Give the third corner, such as --c 0,2,0'),
    }),
  });
}
