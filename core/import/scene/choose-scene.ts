import type { SourceLocation } from '../../error.ts';
import type { SceneChoice } from '../importer.ts';
import { refuse } from '../refuse.ts';

/**
 * The scenes of a file by their names, and which of them is read: the wanted one (a number from 0, else a name), or the
 * preset one. `null` when there are no scenes: then everything is read.
 * @throws InspectorError `invalid-argument` when there is no such scene, telling which there are.
 */
export function chooseScene(names: readonly string[], preset: number, wanted: string, location: SourceLocation): SceneChoice | null {
  if (wanted === '') return names.length === 0 ? null : { names, chosen: preset };
  const chosen = /^\d+$/.test(wanted) ? Number(wanted) : names.indexOf(wanted);
  if (chosen >= 0 && chosen < names.length) return { names, chosen };
  const fix = names.length === 0 ? 'Leave it out: the file has no scenes' : `Choose one of ${listed(names)}`;
  throw refuse('invalid-argument', `There is no scene ${JSON.stringify(wanted)}`, fix, location);
}

const maxListed = 8;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, maxListed).map((name, i) => (name === '' ? String(i) : `${i} (${name})`));
  return names.length > maxListed ? `${shown.join(', ')} and ${names.length - maxListed} more` : shown.join(', ');
}
