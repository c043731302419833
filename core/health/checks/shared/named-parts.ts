import type { MeshPart } from '../../../mesh/triangle-mesh.ts';
import type { CheckResult } from '../../health-check.ts';

/** Names in the detail; the list of locations has all. */
const maxNames = 4;

/** Returns the triangles of the chosen parts, one group each, with a text about their names; `null` without triangles. */
export function namedParts(parts: readonly MeshPart[], chosen: readonly number[], textOf: (part: number) => string): CheckResult | null {
  const shown = chosen.filter((part) => parts[part].triangleCount > 0);
  if (shown.length === 0) return null;
  const groups = new Uint32Array(shown.length + 1);
  shown.forEach((part, i) => (groups[i + 1] = groups[i] + parts[part].triangleCount));
  const numbers = new Uint32Array(groups[shown.length]);
  shown.forEach((part, i) => {
    for (let at = 0; at < parts[part].triangleCount; at++) numbers[groups[i] + at] = parts[part].firstTriangle + at;
  });
  const texts = shown.slice(0, maxNames).map(textOf);
  const more = shown.length > maxNames ? `, and ${shown.length - maxNames} more` : '';
  return { count: shown.length, elements: { kind: 'triangle', numbers, groups }, detail: `${texts.join(', ')}${more}` };
}
