import { partLabel } from '../../mesh/part-label.ts';
import type { MeshPart } from '../../mesh/triangle-mesh.ts';

/** Names that a note lists. */
const maxNames = 4;

/** Returns the names of the first of some parts, for a note. */
export function listedParts(all: readonly MeshPart[], parts: readonly number[]): string {
  const shown = parts.slice(0, maxNames).map((i) => JSON.stringify(partLabel(all[i]!.name, i)));
  return `${shown.join(', ')}${parts.length > maxNames ? ', …' : ''}`;
}
