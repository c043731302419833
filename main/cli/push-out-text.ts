import type { Vec3 } from '#core/math';
import { many, measured, vector } from '../terminal/columns.ts';

interface PushedOut {
  readonly total: Vec3;
  readonly steps: readonly unknown[];
  readonly left: readonly unknown[];
  readonly leftDepth: number;
}

/** Returns a push-out as one line; nothing where there was nothing to leave. */
export function pushOutText({ steps, total, left, leftDepth }: PushedOut): string {
  if (steps.length === 0 && left.length === 0) return '';
  const moves = many(steps.length, 'step');
  const rest =
    left.length === 0 ? 'no overlap left' : `${many(left.length, 'triangle')} still overlapping, at most ${measured(leftDepth)} deep`;
  return `  push-out ${vector(total)} (length ${measured(Math.hypot(...total))}, ${moves}), ${rest}\n`;
}
