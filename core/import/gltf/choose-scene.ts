import type { SceneChoice } from '../importer.ts';
import { refuse } from '../refuse.ts';
import type { GltfDocument } from './document.ts';

/**
 * The scenes of a document, and which of them is read: the wanted one (a number from 0, else a name), or the default one,
 * else the first. `null` when the document has no scenes: then all its nodes are read.
 * @throws InspectorError `invalid-argument` when there is no such scene, telling which there are.
 */
export function chooseScene({ scenes = [], scene = 0 }: GltfDocument, wanted: string): SceneChoice | null {
  const names = scenes.map(({ name }) => name ?? '');
  if (wanted === '') return names.length === 0 ? null : { names, chosen: scene };
  const chosen = /^\d+$/.test(wanted) ? Number(wanted) : names.indexOf(wanted);
  if (chosen >= 0 && chosen < names.length) return { names, chosen };
  const cure = names.length === 0 ? 'Leave it out: the file has no scenes' : `Choose one of ${listed(names)}`;
  throw refuse('invalid-argument', `There is no scene ${JSON.stringify(wanted)}`, cure, { pointer: '/scenes' });
}

const mostListed = 8;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, mostListed).map((name, i) => (name === '' ? String(i) : `${i} (${name})`));
  return names.length > mostListed ? `${shown.join(', ')} and ${names.length - mostListed} more` : shown.join(', ');
}
