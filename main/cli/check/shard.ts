import { InspectorError } from '#core/error';

/** The part of a list for one machine of several. */
export interface Shard {
  /** From 1 to `count`. */
  readonly number: number;
  readonly count: number;
}

/** `2/8` as a shard. @throws InspectorError `invalid-argument`. */
export function readShard(text: string): Shard {
  const match = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(text);
  const number = Number(match?.[1]);
  const count = Number(match?.[2]);
  if (number <= count) return { number, count };
  const fix = 'Give the number of this part and of all parts, such as 2/8';
  throw new InspectorError({ code: 'invalid-argument', message: `--shard cannot be ${JSON.stringify(text)}`, fix, location: {} });
}

/** Returns every `count`th item. Neighbours, which often have a similar size, go to different machines. The parts together are the list. */
export function shardOf<Item>(items: readonly Item[], { number, count }: Shard): readonly Item[] {
  return items.filter((_, i) => i % count === number - 1);
}
