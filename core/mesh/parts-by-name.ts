import { invalidArgument } from '../error.ts';
import { partLabel } from './part-label.ts';
import type { TriangleMesh } from './triangle-mesh.ts';

/**
 * Returns the indices of the parts that a list selects, ascending: names separated by commas, with `*` for any text, or `#` and an index.
 * @throws InspectorError `invalid-argument` for a name that selects no part.
 */
export function partsByName({ parts }: TriangleMesh, list: string): readonly number[] {
  const chosen = new Set<number>();
  for (const name of list.split(',').map((entry) => entry.trim())) {
    const pattern = patternOf(name);
    const found = parts.flatMap((part, i) => (pattern.test(part.name) || name === `#${i}` ? [i] : []));
    if (found.length === 0) throw noSuchPart(parts, name);
    for (const part of found) chosen.add(part);
  }
  return [...chosen].sort((a, b) => a - b);
}

function patternOf(name: string): RegExp {
  const text = name
    .split('*')
    .map((piece) => piece.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
    .join('.*');
  return new RegExp(`^${text}$`, 'su');
}

/** Names in an error. */
const maxListed = 8;

function noSuchPart(parts: TriangleMesh['parts'], name: string): ReturnType<typeof invalidArgument> {
  const names = parts.slice(0, maxListed).map((part, i) => partLabel(part.name, i));
  const more = parts.length > maxListed ? `, and ${parts.length - maxListed} more` : '';
  return invalidArgument(`No part has the name "${name}"`, `Use one of ${names.join(', ')}${more}, or * for any text`);
}
