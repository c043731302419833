/** Three digits of ten bits make a code of thirty. */
const digitBits: usize = 10;
const digits: usize = 1 << digitBits;
const digitMask: u64 = (1 << 10) - 1;
const codeShift: u64 = 32;

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
  scatter(keys, spare, count, table + 8 * digits, codeShift + 2 * digitBits);
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
  const end = from + (<usize>count << 3);
  for (let at = from; at < end; at += 8) {
    const key = load<u64>(at);
    const slot = counts + (<usize>((key >> shift) & digitMask) << 2);
    const place = load<u32>(slot);
    store<u32>(slot, place + 1);
    store<u64>(to + (<usize>place << 3), key);
  }
}
