import type { LoopTable } from '#core/pair/loop-table';
import { formatMany } from './format-number.ts';

/** `3 closed loops, 1 open line`; `null` for none. */
export function loopsText({ closed }: LoopTable): string | null {
  const whole = closed.reduce((sum, value) => sum + value, 0);
  const texts = [whole === 0 ? '' : formatMany(whole, 'closed loop'), whole === closed.length ? '' : formatMany(closed.length - whole, 'open line')];
  return texts.filter((text) => text !== '').join(', ') || null;
}
