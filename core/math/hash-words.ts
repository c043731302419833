/** Returns a hash of the words of a key (mixing of Murmur3). Hot. */
export function hashWords(words: Uint32Array): number {
  let hash = 0;
  for (let i = 0; i < words.length; i++) {
    const mixed = Math.imul(words[i], 0xcc9e2d51);
    hash ^= Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593);
    hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0;
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Returns the number of slots of an open hash table: a power of two, at least twice `entries`. */
export function tableSize(entries: number): number {
  return 2 ** Math.ceil(Math.log2(Math.max(8, 2 * entries)));
}
