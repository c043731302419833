import { InspectorError } from '../../error.ts';
import { maxIgnored, maxIgnoredWords, type IgnoredFinding } from '../../ignored-finding.ts';

/**
 * Returns the joined records. Of records that ignore the same, the last one wins and moves to the end, unless its reason is the same.
 * Returns `before` itself if nothing is new.
 * @throws InspectorError `too-large` beyond the limits of `readIgnored`.
 */
export function joinIgnored(before: readonly IgnoredFinding[], more: readonly IgnoredFinding[]): readonly IgnoredFinding[] {
  const byMeaning = new Map(before.map((entry) => [meaningOf(entry), entry]));
  let isSame = true;
  for (const entry of more) {
    const meaning = meaningOf(entry);
    if (byMeaning.get(meaning)?.reason === entry.reason) continue;
    byMeaning.delete(meaning);
    byMeaning.set(meaning, entry);
    isSame = false;
  }
  if (isSame) return before;
  const joined = [...byMeaning.values()];
  if (joined.length > maxIgnored) throw tooMany(`There are more than ${maxIgnored} ignored findings`);
  const words = joined.reduce((sum, { elements }) => sum + (elements?.length ?? 0), 0);
  if (words > maxIgnoredWords) throw tooMany(`The ignored findings have more than ${maxIgnoredWords} elements`);
  return joined;
}

function meaningOf({ code, detail, elements }: IgnoredFinding): string {
  return JSON.stringify([code, detail, elements]);
}

function tooMany(message: string): InspectorError {
  return new InspectorError({
    code: 'too-large',
    message,
    fix: 'Ignore whole findings, or change the thresholds of the checks',
    location: {},
  });
}
