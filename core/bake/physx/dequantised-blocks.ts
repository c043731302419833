import { bv4BlockWords, dataWord } from './layout.ts';

/** Words of a quantised block: i16 min and max of X of four slots, then Y and Z, then u32 data[4]. */
export const quantisedBlockWords = 16;
const quantisedDataWord = 12;
const slots = 4;

/**
 * Returns blocks with boxes of 32-bit floats as PhysX makes them of quantised ones: each side times the coefficient of its axis.
 * @param words (16·N)
 * @param coefficients f32 x 3 of the minima, then of the maxima
 */
export function dequantisedBlocks(words: Uint32Array<ArrayBuffer>, coefficients: Float32Array): Uint32Array<ArrayBuffer> {
  const sides = new Int16Array(words.buffer, words.byteOffset, 2 * words.length);
  const blocks = new Uint32Array((words.length / quantisedBlockWords) * bv4BlockWords);
  const floats = new Float32Array(blocks.buffer);
  for (let block = 0; block < words.length / quantisedBlockWords; block++) {
    const [from, to] = [block * quantisedBlockWords, block * bv4BlockWords];
    for (let slot = 0; slot < slots; slot++) {
      for (let k = 0; k < 3; k++) {
        const at = 2 * (from + slots * k + slot);
        floats[to + slots * k + slot] = sides[at] * coefficients[k];
        floats[to + slots * (k + 3) + slot] = sides[at + 1] * coefficients[k + 3];
      }
      blocks[to + dataWord + slot] = words[from + quantisedDataWord + slot];
    }
  }
  return blocks;
}
