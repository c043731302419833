/** Three digits of ten bits make a code of thirty. */
const digitBits: usize = 10;
const digits: usize = 1 << digitBits;
const digitMask: u64 = (1 << 10) - 1;
const codeShift: u64 = 32;
/** Position of the highest digit in a key. */
const highShift: u64 = codeShift + 2 * digitBits;

/** Bytes of the counts of a sort. */
export const sortTableBytes: usize = 3 * 4 * digits;

/**
 * Sorts keys by their upper half with a stable radix sort from the lowest digit on, using `spare` of the same size and a table of `sortTableBytes`. The sorted
 * keys are in `spare`.
 */
export function sortKeys(keys: usize, spare: usize, count: u32, table: usize): void {
  memory.fill(table, 0, sortTableBytes);
  const end = keys + (<usize>count << 3);
  for (let at = keys; at < end; at += 8) {
    const code = load<u64>(at) >> codeShift;
    tally(table + (<usize>(code & digitMask) << 2));
    tally(table + 4 * digits + (<usize>((code >> digitBits) & digitMask) << 2));
    tally(table + 8 * digits + (<usize>((code >> (2 * digitBits)) & digitMask) << 2));
  }
  scatter(keys, spare, count, table, codeShift);
  scatter(spare, keys, count, table + 4 * digits, codeShift + digitBits);
  scatter(keys, spare, count, table + 8 * digits, highShift);
}

/** Bytes of the counts of the highest digit. */
export const highTableBytes: usize = 4 * digits;

/** Writes to a table how many of the keys [from, end), addresses, have each highest digit. */
export function tallyHigh(from: usize, end: usize, table: usize): void {
  memory.fill(table, 0, highTableBytes);
  for (let at = from; at < end; at += 8) tally(table + (<usize>((load<u64>(at) >> highShift) & digitMask) << 2));
}

/**
 * Turns the tables of `runs` runs of keys, `step` bytes apart, into the places of their keys when all are sorted by their highest digit. Keys of a digit stay
 * in the order of the runs. Writes the first place of each digit to `starts`, and the number of all keys after them.
 */
export function placeRuns(tables: usize, step: usize, runs: u32, starts: usize): void {
  let sum: u32 = 0;
  for (let digit: usize = 0; digit < highTableBytes; digit += 4) {
    store<u32>(starts + digit, sum);
    const end = tables + digit + step * <usize>runs;
    for (let at = tables + digit; at < end; at += step) {
      const own = load<u32>(at);
      store<u32>(at, sum);
      sum += own;
    }
  }
  store<u32>(starts + highTableBytes, sum);
}

/** Writes the keys [from, end), addresses, to the places in `to` that a table has for their highest digits. */
export function scatterHigh(from: usize, end: usize, to: usize, table: usize): void {
  scatterTo(from, end, to, table, highShift);
}

/** Returns the first of `starts` that is not below a place. */
export function firstStartFrom(starts: usize, place: u32): u32 {
  let low: usize = 0, high = digits;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (load<u32>(starts + (middle << 2)) < place) low = middle + 1;
    else high = middle;
  }
  return load<u32>(starts + (low << 2));
}

// @ts-ignore: decorator
@inline
function tally(at: usize): void {
  store<u32>(at, load<u32>(at) + 1);
}

function scatter(from: usize, to: usize, count: u32, counts: usize, shift: u64): void {
  let sum: u32 = 0;
  for (let at = counts; at < counts + 4 * digits; at += 4) {
    const own = load<u32>(at);
    store<u32>(at, sum);
    sum += own;
  }
  scatterTo(from, from + (<usize>count << 3), to, counts, shift);
}

// @ts-ignore: decorator
@inline
function scatterTo(from: usize, end: usize, to: usize, counts: usize, shift: u64): void {
  for (let at = from; at < end; at += 8) {
    const key = load<u64>(at);
    const slot = counts + (<usize>((key >> shift) & digitMask) << 2);
    const place = load<u32>(slot);
    store<u32>(slot, place + 1);
    store<u64>(to + (<usize>place << 3), key);
  }
}
