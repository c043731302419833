import type { Command } from 'commander';
import type { Vec3 } from '#core/math';
import { missingFlag } from './missing-flag.ts';
import { readVector } from './read-numbers.ts';

/** Adds `--point`. */
export function addPointFlag(command: Command): Command {
  return command.option('--point <x,y,z>', 'Query point, in mesh units (required without --points)');
}

/** Returns the query point. @throws InspectorError `invalid-argument`. */
export function readPointFlag({ point }: { readonly point?: string }): Vec3 {
  if (point === undefined) throw missingFlag('--point', 'Give the query point, such as --point 0,1.2,0');
  return readVector('--point', point);
}
