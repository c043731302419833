import { type MeshPart, partLabel, roleText, wholeName } from '#core/mesh';

/** Parts with the same role whose names differ only by numbers, or that are instances of one mesh. */
export interface PartGroup {
  /** Its name and role, or its first part: different for each group of a document. */
  readonly key: string;
  /** The common name, or that of the first part: `columns`. */
  readonly name: string;
  /** Ascending. */
  readonly parts: readonly number[];
  /** All of them show the same mesh. */
  readonly isInstanced?: true;
}

/** A group, or the index of a part that is in none. */
export type PartEntry = PartGroup | number;

/** Fewer parts than this stay single rows. */
export const minGroup = 4;

/**
 * Returns the parts in file order, with like parts as groups in place of their first one: by name, and what is left by instance.
 * `instances`: see `partInstances`.
 */
export function groupedParts(parts: readonly MeshPart[], instances: Uint32Array | null = null): readonly PartEntry[] {
  const names = parts.map((part, index) => baseName(partLabel(part.name, index)));
  const byName = groupsOf(parts.map((part, index) => `${names[index]}\n${roleText(part.role)}`));
  const isLeft = (index: number): boolean => !byName.has(index);
  const byInstance = groupsOf(
    parts.map((part, index) => (instances !== null && isLeft(index) ? `instance ${instances[index]}\n${roleText(part.role)}` : null)),
  );
  return parts.flatMap((_, index): PartEntry[] => {
    const group = byName.get(index) ?? byInstance.get(index);
    if (group === undefined) return [index];
    if (group.parts[0] !== index) return [];
    const isInstanced = instances !== null && group.parts.every((part) => instances[part] === instances[index]);
    const name = byName.has(index) ? names[index]! : partLabel(parts[index]!.name, index);
    return [{ ...group, name, ...(isInstanced ? { isInstanced } : {}) }];
  });
}

/** Returns the groups of parts with the same key, for each member; parts without a key, and of small groups, have none. */
function groupsOf(keys: readonly (string | null)[]): ReadonlyMap<number, Omit<PartGroup, 'name'>> {
  const members = new Map<string, number[]>();
  keys.forEach((key, index) => {
    if (key === null) return;
    const known = members.get(key);
    if (known === undefined) members.set(key, [index]);
    else known.push(index);
  });
  const groups = new Map<number, Omit<PartGroup, 'name'>>();
  for (const [key, parts] of members) if (parts.length >= minGroup) for (const part of parts) groups.set(part, { key, parts });
  return groups;
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
