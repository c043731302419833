/** The part of a list for one machine of several. */
export interface Shard {
  /** From 1 to `count`. */
  readonly number: number;
  readonly count: number;
}

/**
 * Returns every `count`th of `length` indices, ascending. Neighbours, which often have a similar size, go to different machines.
 * The parts together are the list.
 */
export function everyNth(length: number, { number, count }: Shard): readonly number[] {
  return Array.from({ length: Math.ceil(Math.max(0, length - number + 1) / count) }, (_, i) => i * count + number - 1);
}

/**
 * Returns the indices of a shard, ascending. All shards have about the same number of bytes: the largest file is given first, to the
 * shard with the fewest bytes so far (Graham's longest processing time rule, 1969). Ties go to the lower index and number.
 */
export function sharedByBytes(sizes: readonly number[], { number, count }: Shard): readonly number[] {
  const largestFirst = Array.from(sizes, (_, i) => i).sort((a, b) => sizes[b]! - sizes[a]! || a - b);
  const heap = createLoads(count);
  return largestFirst.filter((i) => heap.add(sizes[i]!) === number - 1).sort((a, b) => a - b);
}

/** A heap of shards by bytes, then by number. `add` gives a size to the first, and returns it. */
function createLoads(count: number): { readonly add: (size: number) => number } {
  const bytes = new Float64Array(count);
  const heap = Array.from({ length: count }, (_, i) => i);
  const isBefore = (a: number, b: number): boolean => bytes[a]! < bytes[b]! || (bytes[a] === bytes[b] && a < b);
  const add = (size: number): number => {
    const shard = heap[0]!;
    // Files without bytes go round too.
    bytes[shard]! += Math.max(1, size);
    for (let at = 0; ; ) {
      let first = at;
      for (const child of [2 * at + 1, 2 * at + 2]) if (child < count && isBefore(heap[child]!, heap[first]!)) first = child;
      if (first === at) return shard;
      [heap[at], heap[first]] = [heap[first]!, heap[at]!];
      at = first;
    }
  };
  return { add };
}
