/** All bits of a u32. */
const allBits = 0xffff_ffff;
/** With more bits missing, those that are there are easier to read. */
const maxMissing = 4;

/** Returns bits of a u32 as text: `all`, `all but 2` where few are missing, a small number as it is, others in hexadecimal. */
export function bitsText(bits: number): string {
  if (bits === allBits) return 'all';
  if (!Number.isInteger(bits)) return String(bits);
  if (countBits(allBits - bits) <= maxMissing) return `all but ${numberText(allBits - bits)}`;
  return numberText(bits);
}

/** Returns the bits that a text names: `all`, `all but 2`, or hexadecimal with 0x; `null` for other text. */
export function readBits(text: string): number | null {
  const [, but] = /^all(?: but (\S+))?$/i.exec(text) ?? [text];
  if (but === undefined) return /^all$/i.test(text) ? allBits : hexadecimal(text);
  const missing = /^\d+$/.test(but) ? Number(but) : hexadecimal(but);
  return missing === null || missing > allBits ? null : allBits - missing;
}

function numberText(bits: number): string {
  return bits < 10 ? String(bits) : `0x${bits.toString(16).toUpperCase()}`;
}

function hexadecimal(text: string): number | null {
  return /^0x[\da-f]{1,8}$/i.test(text) ? Number(text) : null;
}

function countBits(bits: number): number {
  let count = 0;
  for (let rest = bits; rest > 0; rest = Math.floor(rest / 2)) count += rest % 2;
  return count;
}
