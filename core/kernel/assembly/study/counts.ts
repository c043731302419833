import { figures } from './tables';

/** Stores a count where the host reads it; `layouts/study.ts` numbers the words. */
// @ts-ignore: decorator
@inline
export function setCount(word: usize, value: u32): void {
  store<u32>(figures + 4 * word, value);
}
