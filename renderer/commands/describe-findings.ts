/** Findings as tables with a head and full precision, for spreadsheets. */
import { formatLocation } from '#core/error';
import { type ElementKind, elementWords, type IgnoredOf, itemElements, reasonFor } from '#core/health';
import { none, partOfTriangle } from '#core/mesh';
import type { DocumentId } from '#host-api';
import { findingNamed, noFindings } from '../state/health/health-query.ts';
import { itemMeasure, itemOfElement, type FindingName, type ShownFinding } from '../state/health/findings.ts';
import type { Store } from '../state/store/store.ts';
import { plainNumber } from '../text/format-number.ts';
import { documentOf, partName } from './actions.ts';
import { shortText, type LongText } from './long-text.ts';

/** Returns one row for each element of a finding or of one of its items; for import findings one row for each location. Empty for a finding that is gone. */
export function describeFinding(store: Store, document: DocumentId, name: FindingName, item: number | null): LongText {
  const all = store.findings.peek().get(document) ?? noFindings;
  const finding = findingNamed(all, name);
  if (finding === null) return shortText('');
  const { elements } = finding;
  if (elements === null || elements.words.length === 0) return shortText(describePlaces(finding));
  const mesh = documentOf(store, document)?.mesh?.mesh;
  const ignored = all.ignored.get(name)!;
  const size = elementWords[elements.kind];
  const measured = elements.measures === null ? [] : [elements.measures.name];
  const { first, end } = itemElements(elements, item);
  return {
    head: [finding.code, ...heads[elements.kind], ...measured, 'part', 'state'].join('\t'),
    rows: end - first,
    row: (at) => {
      const element = first + at;
      const its = itemOfElement(elements, element);
      const measure = itemMeasure(elements, its);
      const triangle = elements.triangles[element]!;
      const part = mesh === undefined || triangle === none ? null : partOfTriangle(mesh, triangle);
      const words = Array.from(elements.words.subarray(size * element, size * (element + 1)), String);
      const tail = measure === null ? [] : [plainNumber(measure)];
      return [String(its + 1), ...words, ...tail, part === null ? '' : partName(store, document, part), stateText(ignored, its)].join('\t');
    },
  };
}

const heads: Readonly<Record<ElementKind, readonly string[]>> = {
  triangle: ['triangle'],
  edge: ['vertex', 'vertex'],
  vertex: ['vertex'],
  pair: ['triangle', 'triangle'],
};

/** `open`, or why it is ignored. */
export function stateText(ignored: IgnoredOf, item: number | null): string {
  const reason = reasonFor(ignored, item);
  return reason === null ? 'open' : `ignored: ${reason}`;
}

function describePlaces({ code, locations, message }: ShownFinding): string {
  return [`${code}\t${message}`, ...locations.map(formatLocation)].join('\n');
}
