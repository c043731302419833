/** The form of the copies of a name: copy 1 is the name itself. */
type Numbered = (copy: number) => string;

/**
 * Returns a function that returns each name once. A name that is taken gets the lowest free number from 2 on: `rock_2`. Names with equal keys
 * take linear time.
 * @param keyOf names with equal keys count as equal, and so do their copies.
 * @param taken names that are not returned.
 */
export function freeNames(
  keyOf: (name: string) => string = (name) => name,
  taken: Iterable<string> = [],
): (name: string, numbered?: Numbered) => string {
  const used = new Set(Array.from(taken, keyOf));
  const nextCopy = new Map<string, number>();
  return (name, numbered = (copy) => (copy === 1 ? name : `${name}_${copy}`)) => {
    // Of names with equal keys, the lower numbers are taken whichever of them took them.
    const first = keyOf(numbered(1));
    let copy = nextCopy.get(first) ?? 1;
    let free = numbered(copy);
    while (used.has(keyOf(free))) free = numbered(++copy);
    nextCopy.set(first, copy + 1);
    used.add(keyOf(free));
    return free;
  };
}
