import { type Elements, itemWords } from '#core/health';
import type { TriangleMesh } from '#core/mesh';
import { triangleCount } from '#core/mesh';
import { nodeRange, type Tree, trianglesOfRun } from '#core/tree';
import type { ShownFinding } from '../health/findings.ts';
import type { Selection } from '../store/records.ts';
import { fullSet, type IndexSet, membersOf, setOf, setOfRuns } from './index-set.ts';

/** What of a document a selection may stand for. */
export interface SelectableDocument {
  readonly mesh: TriangleMesh;
  readonly tree: Tree | null;
  /** The selected finding; `null` without one. */
  readonly finding: ShownFinding | null;
}

/** Returns the triangles that a selection in a document stands for: those of its parts, below its node, or of its finding. */
export function trianglesOfSelection(selection: Selection, { mesh, tree, finding }: SelectableDocument): IndexSet {
  const size = triangleCount(mesh);
  switch (selection.kind) {
    case 'document':
      return fullSet(size);
    case 'part':
      return trianglesOfParts(mesh, [selection.part]);
    case 'parts':
      return trianglesOfParts(mesh, membersOf(selection.parts));
    case 'triangle':
      return setOf(size, [selection.triangle]);
    case 'triangles':
      return selection.triangles;
    case 'node': {
      if (tree === null || selection.node >= tree.nodeCount) return setOf(size);
      const { first, count } = nodeRange(tree, selection.node);
      return setOf(size, trianglesOfRun(tree, first, count));
    }
    case 'finding':
      if (finding === null) return setOf(size);
      return setOf(size, selection.item === null ? finding.triangles : itemTriangles(finding.elements, selection.item));
    case 'touch':
      return setOf(size, [selection.triangle]);
    case 'hit':
    case 'contact':
    case 'loop':
      return setOf(size);
  }
}

export function trianglesOfParts(mesh: TriangleMesh, parts: Iterable<number>): IndexSet {
  const runs = [...parts].flatMap((index) => {
    const part = mesh.parts[index];
    return part === undefined ? [] : [{ first: part.firstTriangle, count: part.triangleCount }];
  });
  return setOfRuns(triangleCount(mesh), runs);
}

/** Returns the triangles of an item of a finding: themselves, or one at each of its edges or vertices. */
function itemTriangles(elements: Elements | null, item: number): Iterable<number> {
  if (elements === null) return [];
  if (elements.kind === 'triangle' || elements.kind === 'pair') return itemWords(elements, item);
  const { groups, triangles } = elements;
  return groups === null ? triangles.subarray(item, item + 1) : triangles.subarray(groups[item], groups[item + 1]);
}
