/** All bits of a u32. */
const allBits = 0xffff_ffff;

/** Returns bits of a u32 as text: `all`, a small number as it is, others in hexadecimal. */
export function bitsText(bits: number): string {
  if (bits === allBits) return 'all';
  return bits < 10 || !Number.isInteger(bits) ? String(bits) : `0x${bits.toString(16).toUpperCase()}`;
}

/** Returns the bits that a text names: `all`, or hexadecimal with 0x; `null` for other text. */
export function readBits(text: string): number | null {
  if (text.toLowerCase() === 'all') return allBits;
  return /^0x[\da-f]{1,8}$/i.test(text) ? Number(text) : null;
}
