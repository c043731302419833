import { many, printable } from '../terminal/columns.ts';
import type { ReadMesh } from './mesh-work.ts';

/** A part without finite triangles. */
export interface SkippedPart {
  readonly part: number;
  readonly name: string;
}

/** Returns the parts of a mesh that no result is about, which have no finite triangle; none unless the results are by part. */
export function skippedParts(
  { mesh }: ReadMesh,
  per: string,
  results: readonly { readonly part: number | null }[],
): readonly SkippedPart[] {
  if (per !== 'part') return [];
  const known = new Set(results.map(({ part }) => part));
  return mesh.parts.flatMap(({ name }, part) => (known.has(part) ? [] : [{ part, name }]));
}

const maxNames = 5;

/** Returns the line of a report, or nothing. */
export function skippedPartsText(skipped: readonly SkippedPart[]): string {
  if (skipped.length === 0) return '';
  const names = skipped.slice(0, maxNames).map(({ part, name }) => printable(name === '' ? `part ${part}` : name));
  const more = skipped.length > maxNames ? ', …' : '';
  return `  skipped: ${many(skipped.length, 'part')} without usable triangles (${names.join(', ')}${more})\n`;
}
