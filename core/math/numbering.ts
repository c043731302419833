import { hashWords, tableSize } from './hash-words.ts';

/**
 * Numbers distinct keys, each a fixed count of 32-bit words, from 0 on in the order of their first use. It is a growing open hash table,
 * since a Map needs a string or one exact number as a key.
 */
export interface Numbering {
  /** (words) the caller writes the key here. */
  readonly key: Uint32Array;
  /** Number of keys so far. */
  count: number;
  /** (words·capacity) keys by number. */
  keys: Uint32Array;
  /** Number + 1 of the key in each slot; 0 is free. */
  slots: Uint32Array;
}

export function createNumbering(words: number): Numbering {
  const capacity = 64;
  return { key: new Uint32Array(words), count: 0, keys: new Uint32Array(words * capacity), slots: new Uint32Array(tableSize(capacity)) };
}

/** Returns the number of `key`; the previous `count` for a new key. Hot. */
export function numberOfKey(known: Numbering): number {
  const { key, keys, slots } = known;
  const slot = slotOf(keys, slots, key);
  if (slots[slot] !== 0) return slots[slot] - 1;
  const number = known.count++;
  keys.set(key, key.length * number);
  slots[slot] = known.count;
  if (key.length * known.count === keys.length) grow(known);
  return number;
}

/** Returns the slot of a key, or the free slot for it. Hot. */
function slotOf(keys: Uint32Array, slots: Uint32Array, key: Uint32Array): number {
  const mask = slots.length - 1;
  let slot = hashWords(key) & mask;
  while (slots[slot] !== 0 && !isKeyAt(keys, key.length * (slots[slot] - 1), key)) slot = (slot + 1) & mask;
  return slot;
}

function isKeyAt(keys: Uint32Array, at: number, key: Uint32Array): boolean {
  for (let i = 0; i < key.length; i++) if (keys[at + i] !== key[i]) return false;
  return true;
}

function grow(known: Numbering): void {
  const words = known.key.length;
  const keys = new Uint32Array(2 * known.keys.length);
  keys.set(known.keys);
  const slots = new Uint32Array(2 * known.slots.length);
  for (let number = 0; number < known.count; number++) {
    slots[slotOf(keys, slots, keys.subarray(words * number, words * (number + 1)))] = number + 1;
  }
  known.keys = keys;
  known.slots = slots;
}
