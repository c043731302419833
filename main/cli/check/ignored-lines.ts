import { counted } from '../../terminal/columns.ts';
import type { CheckFinding } from './check-findings.ts';

/** More reasons would hide the other lines; `--json` has all. */
const maxReasons = 8;

/** Returns a line for each reason to ignore part of a finding; none if nothing is ignored. */
export function ignoredLines({ count, reason, items }: CheckFinding['ignored']): readonly string[] {
  if (reason !== null) return [`All ignored: ${reason}`];
  if (count === 0) return [];
  const reasons = new Map<string, number>();
  for (const item of items) reasons.set(item.reason, (reasons.get(item.reason) ?? 0) + 1);
  const lines = [...reasons].slice(0, maxReasons).map(([text, number]) => `${counted(number)} ignored: ${text}`);
  return reasons.size > maxReasons ? [...lines, `and ${counted(reasons.size - maxReasons)} more reasons`] : lines;
}
