import { invalidArgument } from '#core/error';
import { autoShard, type Environment } from './auto-shard.ts';
import type { Shard } from './shard.ts';

/** Returns `2/8` as a shard, and `auto` as that of the scheduler. @throws InspectorError `invalid-argument`. */
export function readShard(text: string, environment: Environment): Shard {
  if (text === 'auto') return autoShard(environment);
  const match = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(text);
  const number = Number(match?.[1]);
  const count = Number(match?.[2]);
  if (number <= count) return { number, count };
  throw invalidArgument(`--shard cannot be ${JSON.stringify(text)}`, 'Give the number of this part and of all parts, such as 2/8, or auto');
}
