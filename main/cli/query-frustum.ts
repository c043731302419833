import type { Command } from 'commander';
import type { CliContext } from './context.ts';
import { neededText } from './needed-flag.ts';
import { readMatrix } from './read-numbers.ts';
import { shapeCommand } from './shape-command.ts';

export function queryFrustumCommand(context: CliContext): Command {
  return shapeCommand(context, {
    name: 'frustum',
    description: 'List the triangles that a camera frustum overlaps',
    flags: [
      ['--matrix <16 numbers>', 'Projection times view, column by column: clip space from mesh space, -w to w on each axis (required)'],
    ],
    example: 'boxwood query frustum crate.obj --matrix 1,0,0,0,0,1,0,0,0,0,-1,-1,0,0,3,5',
    readShape: (flags) => ({
      kind: 'frustum',
      clipFromMesh: readMatrix('--matrix', neededText(flags, 'matrix', 'Give projection times view, 16 numbers column by column')),
    }),
  });
}
