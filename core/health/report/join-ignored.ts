import { InspectorError } from '../../error.ts';
import { maxIgnored, maxIgnoredWords, type IgnoredFinding } from '../../ignored-finding.ts';

/**
 * What is ignored already, and more. Of records that let the same be the last counts, and stands at the end unless its reason is the
 * same; the list itself comes back where nothing is new.
 * @throws InspectorError `too-large` where the whole could not be read again: see `readIgnored`.
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
  if (joined.length > maxIgnored) throw tooMany(`More than ${maxIgnored} findings would be ignored`);
  const words = joined.reduce((sum, { elements }) => sum + (elements?.length ?? 0), 0);
  if (words > maxIgnoredWords) throw tooMany(`The ignored findings would have more than ${maxIgnoredWords} elements`);
  return joined;
}

function meaningOf({ code, detail, elements }: IgnoredFinding): string {
  return JSON.stringify([code, detail, elements]);
}

function tooMany(message: string): InspectorError {
  return new InspectorError({
    code: 'too-large',
    message,
    fix: 'Ignore whole kinds, or change the thresholds of the checks',
    location: {},
  });
}
