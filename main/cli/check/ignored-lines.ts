import { counted } from '../../terminal/columns.ts';
import type { CheckFinding } from './check-findings.ts';

/** More reasons would hide the rest; `--json` has all. */
const maxReasons = 8;

/** What of a finding is ignored, a line for each reason; none where nothing is. */
export function ignoredLines({ count, reason, items }: CheckFinding['ignored']): readonly string[] {
  if (reason !== null) return [`All ignored: ${reason}`];
  if (count === 0) return [];
  const reasons = new Map<string, number>();
  for (const item of items) reasons.set(item.reason, (reasons.get(item.reason) ?? 0) + 1);
  const told = [...reasons].slice(0, maxReasons).map(([text, number]) => `${counted(number)} ignored: ${text}`);
  return reasons.size > maxReasons ? [...told, `and ${counted(reasons.size - maxReasons)} more reasons`] : told;
}
