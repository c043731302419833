import { itemElements, itemWords } from '#core/health';
import type { RepairOptions } from '#core/options';
import type { DocumentId } from '#host-api';
import { findingNamed, noFindings } from '../health/health-query.ts';
import { itemBounds } from '../health/item-bounds.ts';
import type { Store } from '../store/store.ts';

/** A hole of a checked mesh. */
export interface Hole {
  /** From 1, as the findings list it. */
  readonly number: number;
  readonly edges: number;
  /** Sum of the lengths of its edges. */
  readonly length: number;
  /** Diagonal of its bounds; 0 if nothing of it is finite. */
  readonly diagonal: number;
}

/** Returns the holes that the check of a document found; `null` if it was not checked for them. */
export function holesOf(
  { findings, health, documents }: Pick<Store, 'findings' | 'health' | 'documents'>,
  document: DocumentId,
): readonly Hole[] | null {
  if (health.value.get(document)?.outcome == null) return null;
  const finding = findingNamed(findings.value.get(document) ?? noFindings, 'boundary-loops');
  const mesh = documents.value.find(({ summary }) => summary.id === document)?.mesh?.mesh;
  const elements = finding?.elements ?? null;
  if (elements === null || mesh === undefined || elements.groups === null) return [];
  return Array.from({ length: elements.groups.length - 1 }, (_, item) => {
    const { first, end } = itemElements(elements, item);
    const bounds = itemBounds(mesh, elements, item);
    return {
      number: item + 1,
      edges: end - first,
      length: elements.measures?.values[item] ?? lengthOf(mesh.positions, itemWords(elements, item)),
      diagonal: bounds === null ? 0 : Math.hypot(...bounds.max.map((max, k) => max - bounds.min[k]!)),
    };
  });
}

/** Returns the numbers of the holes that are filled if none is chosen: those within the limits, where a size of 0 sets none. */
export function holesWithin(
  holes: readonly Hole[],
  { maxHoleEdges, maxHoleSize }: Pick<RepairOptions, 'maxHoleEdges' | 'maxHoleSize'>,
): readonly number[] {
  return holes
    .filter(({ edges, diagonal }) => edges <= maxHoleEdges && (maxHoleSize === 0 || diagonal <= maxHoleSize))
    .map(({ number }) => number);
}

/** @param edges two vertices for each edge */
function lengthOf(positions: Float64Array, edges: Uint32Array): number {
  let length = 0;
  for (let i = 0; i < edges.length; i += 2)
    length += Math.hypot(...[0, 1, 2].map((k) => positions[3 * edges[i]! + k]! - positions[3 * edges[i + 1]! + k]!));
  return length;
}
