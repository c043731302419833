/** Query results as tables with a head and full precision, for spreadsheets. */
import { partOfTriangle } from '#core/mesh';
import { contactAt, contactCount, type ContactCurves, contactLength, curveCount } from '#core/pair';
import type { RayHit } from '#core/query';
import type { DocumentId } from '#host-api';
import type { PairOutcome } from '../state/pair/pair-query.ts';
import type { RayOutcome } from '../state/store/records.ts';
import { touchIndex, touchOf, type SphereOutcome } from '../state/sphere/sphere-query.ts';
import type { Store } from '../state/store/store.ts';
import { lineEndsText, lineKind } from '../text/loops-text.ts';
import { plainNumber } from '../text/format-number.ts';
import { partName } from './actions.ts';
import { shortText, type LongText } from './long-text.ts';

export function describeHits(store: Store, { input }: RayOutcome, hits: readonly RayHit[]): LongText {
  const head = ['distance', 'x', 'y', 'z', 'normal x', 'normal y', 'normal z', 'triangle', 'part', 'u', 'v', 'w'];
  return table(head, hits.length, (i) => {
    const { distance, position, normal, triangle, part, barycentric } = hits[i]!;
    const name = nameOfPart(store, input.document, part);
    return [
      plainNumber(distance),
      ...position.map(plainNumber),
      ...normal.map(plainNumber),
      String(triangle),
      name,
      ...barycentric.map(plainNumber),
    ];
  });
}

/** Returns the rows of the given triangles that the sphere overlaps. */
export function describeTouches(store: Store, outcome: SphereOutcome, triangles: Iterable<number>): LongText {
  const head = ['triangle', 'feature', 'index', 'depth', 'direction x', 'direction y', 'direction z', 'x', 'y', 'z', 'part'];
  const here = [...triangles].filter((triangle) => touchIndex(outcome, triangle) !== null);
  return table(head, here.length, (i) => {
    const { triangle, feature, featureIndex, depth, direction, point, part } = touchOf(outcome, here[i]!);
    const index = featureIndex === null ? '' : String(featureIndex);
    const name = nameOfPart(store, outcome.input.document, part);
    return [String(triangle), feature, index, plainNumber(depth), ...direction.map(plainNumber), ...point.map(plainNumber), name];
  });
}

/** Returns one row for each contact, or for each listed one. The row of a polygon has all corners, so it is longer than the head. */
export function describeContacts(
  store: Store,
  { input, meshA, meshB, pairContacts }: PairOutcome,
  listed: readonly number[] | null = null,
): LongText {
  const head = ['triangle A', 'triangle B', 'kind', 'part A', 'part B', 'length', 'area', 'x', 'y', 'z', 'x', 'y', 'z'];
  const count = pairContacts === null ? 0 : (listed?.length ?? contactCount(pairContacts.contacts));
  return table(head, count, (i) => {
    const contact = listed === null ? i : listed[i]!;
    const { a, b, kind, points, area } = contactAt(pairContacts!.contacts, contact);
    return [
      String(a),
      String(b),
      kind,
      nameOfPart(store, input.fixed, partOfTriangle(meshA, a)),
      nameOfPart(store, input.document, partOfTriangle(meshB, b)),
      plainNumber(contactLength(pairContacts!.contacts, contact) ?? 0),
      plainNumber(area),
      ...points.flat().map(plainNumber),
    ];
  });
}

/** Returns one row for each contact curve. */
export function describeLoops({ pairContacts }: PairOutcome): LongText {
  const head = ['curve', 'kind', 'segments', 'length', 'ends'];
  if (pairContacts === null) return table(head, 0, () => []);
  const { loops } = pairContacts;
  return table(head, curveCount(loops), (i) => [
    String(i + 1),
    kindOf(loops, i),
    String(loops.firstSegment[i + 1]! - loops.firstSegment[i]!),
    plainNumber(loops.lengths[i]!),
    lineEndsText(loops, i),
  ]);
}

/** Returns one contact curve with its points in order. */
export function describeLoop({ pairContacts }: PairOutcome, loop: number): LongText {
  if (pairContacts === null) return shortText('');
  const { loops } = pairContacts;
  const { lengths, firstPoint, positions } = loops;
  const first = firstPoint[loop]!;
  const points = table(['x', 'y', 'z'], firstPoint[loop + 1]! - first, (i) =>
    [...positions.subarray(3 * (first + i), 3 * (first + i) + 3)].map(plainNumber),
  );
  return { ...points, head: `${kindOf(loops, loop)}\t${plainNumber(lengths[loop]!)}\n${points.head}` };
}

function kindOf(lines: ContactCurves, loop: number): string {
  return `${lineKind(lines, loop)}, ${lines.closed[loop] === 1 ? 'closed' : 'open'}`;
}

/** Returns the name of a part; empty for none. */
export function nameOfPart(store: Store, document: DocumentId, part: number | null): string {
  return part === null ? '' : partName(store, document, part);
}

/** Returns a table whose rows are made when they are written. */
export function table(head: readonly string[], rows: number, cells: (index: number) => readonly string[]): LongText {
  return { head: head.join('\t'), rows, row: (index) => cells(index).join('\t') };
}
