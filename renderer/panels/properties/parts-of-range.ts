import { partLabel, partOfTriangle, type TriangleMesh } from '#core/mesh';
import { type NodeRange, type Tree, triangleAt } from '#core/tree';

/** Larger ranges are not counted: the panel follows every selection. */
const maxTriangles = 20_000;
/** Named parts, those with the most triangles first. */
const maxParts = 4;

export interface PartShares {
  readonly shares: readonly { readonly name: string; readonly count: number }[];
  /** Whether every triangle was counted and every part is named. */
  readonly complete: boolean;
}

/** Returns the parts that a node's triangles belong to. */
export function partsOfRange(mesh: TriangleMesh, tree: Tree, { first, count }: NodeRange): PartShares {
  const counts = new Map<number, number>();
  const end = first + Math.min(count, maxTriangles);
  for (let position = first; position < end; position++) {
    const part = partOfTriangle(mesh, triangleAt(tree, position));
    if (part !== null) counts.set(part, (counts.get(part) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([partA, a], [partB, b]) => b - a || partA - partB);
  const shares = sorted
    .slice(0, maxParts)
    .map(([part, triangles]) => ({ name: partLabel(mesh.parts[part]?.name, part), count: triangles }));
  return { shares, complete: count <= maxTriangles && sorted.length <= maxParts };
}
