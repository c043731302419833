import { type MeshPart, partLabel, roleText, wholeName } from '#core/mesh';

/** Parts whose names differ only by numbers, with the same role. */
export interface PartGroup {
  /** Its name and role: different for each group of a document. */
  readonly key: string;
  /** The common name: `columns`. */
  readonly name: string;
  /** Ascending. */
  readonly parts: readonly number[];
}

/** A group, or the index of a part that is in none. */
export type PartEntry = PartGroup | number;

/** Fewer parts than this stay single rows. */
export const minGroup = 4;

/** Returns the parts in file order, with like parts as groups in place of their first one. */
export function groupedParts(parts: readonly MeshPart[]): readonly PartEntry[] {
  const members = new Map<string, number[]>();
  const keys = parts.map((part, index) => `${baseName(partLabel(part.name, index))}\n${roleText(part.role)}`);
  keys.forEach((key, index) => {
    const known = members.get(key);
    if (known === undefined) members.set(key, [index]);
    else known.push(index);
  });
  return keys.flatMap((key, index): PartEntry[] => {
    const like = members.get(key)!;
    if (like.length < minGroup) return [index];
    return like[0] === index ? [{ key, name: key.slice(0, key.indexOf('\n')), parts: like }] : [];
  });
}

/**
 * Returns a name without the numbers of copies: `column_04` and `column.012` give `column`, `brush_0005_solid` gives
 * `brush_solid`. A name that has only numbers stays.
 */
export function baseName(name: string): string {
  const base = wholeName(name)
    .replace(/\[\d+\]$/, '')
    // Numbers between separators, with the separator before them.
    .replace(/[\s._:#-]+\d+(?=$|[\s._:#/-])/g, '')
    .replace(/(\D)\d+$/, '$1')
    .replace(/[\s._:#-]+$/, '');
  return base === '' ? name : base;
}
