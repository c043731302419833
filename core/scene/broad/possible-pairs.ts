import type { PairFilter } from './pair-filter.ts';
import { mayPair } from './pair-filter.ts';

/** With more kinds of instances the count would take too long. */
const maxKinds = 4000;

/**
 * Returns the number of pairs of instances that sets, layers and masks allow: those that brute force tests. `null` if there are too many
 * different layers and masks to count them.
 * @param filter `null` when every two instances may be a pair
 */
export function countPossiblePairs(filter: PairFilter | null, count: number): number | null {
  if (filter === null) return (count * (count - 1)) / 2;
  const { moving, layers, masks } = filter;
  const kinds = new Map<string, { readonly first: number; members: number }>();
  for (let i = 0; i < count; i++) {
    const key = `${moving[i]}/${layers[i]}/${masks[i]}`;
    const kind = kinds.get(key);
    if (kind === undefined) kinds.set(key, { first: i, members: 1 });
    else kind.members++;
    if (kinds.size > maxKinds) return null;
  }
  const all = [...kinds.values()];
  let pairs = 0;
  all.forEach((a, k) => {
    // Two instances of one kind are a pair as an instance with itself would be.
    if (mayPair(filter, a.first, a.first)) pairs += (a.members * (a.members - 1)) / 2;
    for (let other = k + 1; other < all.length; other++)
      if (mayPair(filter, a.first, all[other].first)) pairs += a.members * all[other].members;
  });
  return pairs;
}
