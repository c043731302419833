import type { SourceLocation } from '../../error.ts';
import type { SceneChoice } from '../importer.ts';
import { refuse } from '../refuse.ts';

/**
 * Returns the names of the scenes of a file, and which one is read: the requested one (a number from 0, else a name),
 * or the default one. Returns `null` without scenes; then everything is read.
 * @throws InspectorError `invalid-argument` for a scene that does not exist, with a list of those that do.
 */
export function chooseScene(names: readonly string[], preset: number, wanted: string, location: SourceLocation): SceneChoice | null {
  if (wanted === '') return names.length === 0 ? null : { names, chosen: preset };
  const chosen = /^\d+$/.test(wanted) ? Number(wanted) : names.indexOf(wanted);
  if (chosen >= 0 && chosen < names.length) return { names, chosen };
  const fix = names.length === 0 ? 'Do not choose a scene: the file has none' : `Choose one of ${listed(names)}`;
  throw refuse('invalid-argument', `There is no scene ${JSON.stringify(wanted)}`, fix, location);
}

const maxListed = 8;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, maxListed).map((name, i) => (name === '' ? String(i) : `${i} (${name})`));
  return names.length > maxListed ? `${shown.join(', ')} and ${names.length - maxListed} more` : shown.join(', ');
}
