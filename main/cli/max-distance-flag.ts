import { Option, type Command } from 'commander';
import { readLength } from './read-numbers.ts';

/** Adds `--max-distance`. The former name stays as a hidden flag. */
export function addMaxDistanceFlag(command: Command, formerName: 'far' | 'within'): Command {
  return command
    .option('--max-distance <distance>', 'Max distance, in mesh units (default infinity)')
    .addOption(new Option(`--${formerName} <distance>`).hideHelp());
}

/** Returns the max distance; infinity if it is not given. @throws InspectorError `invalid-argument`. */
export function readMaxDistance(flags: Readonly<Record<string, unknown>>, formerName: 'far' | 'within'): number {
  const name = flags['maxDistance'] === undefined && flags[formerName] !== undefined ? formerName : 'maxDistance';
  const text = flags[name];
  return typeof text === 'string' ? readLength(name === 'maxDistance' ? '--max-distance' : `--${name}`, text) : Infinity;
}
