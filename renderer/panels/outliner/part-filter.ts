import { type MeshPart, roleText, type TriangleMesh } from '#core/mesh';

/** Restrictions of the list of parts. `visual` and `collider` together show both. */
export const outlineFilters = ['visual', 'collider', 'findings', 'hidden'] as const;
export type OutlineFilter = (typeof outlineFilters)[number];

export interface PartQuery {
  /** Words; each must occur in the name, the role or a material of a part. */
  readonly words: readonly string[];
  readonly filters: ReadonlySet<OutlineFilter>;
}

export interface PartFacts {
  readonly hasFinding: (part: number) => boolean;
  readonly isHidden: (part: number) => boolean;
}

export function isRestricted({ words, filters }: PartQuery): boolean {
  return words.length > 0 || filters.size > 0;
}

export function wordsOf(search: string): readonly string[] {
  return search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
}

/** Returns the parts that match, ascending. `document` is the name of the document: its words count for every part. */
export function matchingParts(mesh: TriangleMesh, document: string, { words, filters }: PartQuery, facts: PartFacts): readonly number[] {
  const texts = words.length === 0 ? null : partTexts(mesh, document);
  return mesh.parts.flatMap((part, index) => {
    const matches =
      hasWantedRole(part, filters) &&
      (!filters.has('findings') || facts.hasFinding(index)) &&
      (!filters.has('hidden') || facts.isHidden(index)) &&
      (texts === null || words.every((word) => texts[index]!.includes(word)));
    return matches ? [index] : [];
  });
}

function hasWantedRole({ role }: MeshPart, filters: ReadonlySet<OutlineFilter>): boolean {
  if (!filters.has('visual') && !filters.has('collider')) return true;
  return (filters.has('visual') && (role === undefined || role.isRendered)) || (filters.has('collider') && role !== undefined);
}

/** Returns what is searched of each part, in lower case. */
function partTexts(mesh: TriangleMesh, document: string): readonly string[] {
  const materials = materialsOfParts(mesh);
  return mesh.parts.map(({ name, role }, index) =>
    `${name === '' ? `part ${index}` : name}\n${roleText(role)}\n${materials[index]!.join('\n')}\n${document}`.toLowerCase(),
  );
}

/** Returns the names of the materials of each part. One pass over parts and runs, which both ascend by triangle. */
export function materialsOfParts({ parts, materials, indices }: TriangleMesh): readonly (readonly string[])[] {
  if (materials === undefined) return parts.map(() => []);
  const { names, runs } = materials;
  const end = (run: number): number => runs[2 * run + 2] ?? indices.length / 3;
  let first = 0;
  return parts.map(({ firstTriangle, triangleCount }) => {
    while (first < runs.length / 2 - 1 && end(first) <= firstTriangle) first++;
    const found = new Set<string>();
    for (let run = first; run < runs.length / 2 && runs[2 * run]! < firstTriangle + triangleCount; run++) {
      const name = names[runs[2 * run + 1]!];
      if (name !== undefined && triangleCount > 0) found.add(name);
    }
    return [...found];
  });
}
