/** A set of triples of vertices. Unlike a `Set` of texts it holds more than 2²⁴ of them. */
export interface CornerSet {
  /** Adds a triple; returns whether it was not there. */
  readonly add: (a: number, b: number, c: number) => boolean;
}

/** Returns an empty set. @param capacity the triples that it holds, at most. */
export function cornerSet(capacity: number): CornerSet {
  const corners = new Uint32Array(3 * capacity);
  const slots = 2 ** Math.max(1, Math.ceil(Math.log2(2 * capacity + 1)));
  /** 0 for a free slot, otherwise 1 more than the number of a triple. */
  const table = new Uint32Array(slots);
  let count = 0;
  return {
    add: (a, b, c) => {
      let slot = hashOf(a, b, c) & (slots - 1);
      for (; table[slot] !== 0; slot = (slot + 1) & (slots - 1)) {
        const at = 3 * (table[slot] - 1);
        if (corners[at] === a && corners[at + 1] === b && corners[at + 2] === c) return false;
      }
      corners.set([a, b, c], 3 * count);
      table[slot] = ++count;
      return true;
    },
  };
}

function hashOf(a: number, b: number, c: number): number {
  let hash = Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca77) ^ Math.imul(c, 0xc2b2ae3d);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}
