/** What queries found as tables with a head and every digit, so that they can be put into a spreadsheet. */
import type { Vec3 } from '#core/math/vec3';
import { partOfTriangle } from '#core/mesh/triangle-mesh';
import { contactAt, contactLength } from '#core/pair/contacts';
import { loopCount, type LoopTable } from '#core/pair/loop-table';
import type { RayHit } from '#core/query/ray';
import type { DocumentId } from '#host-api';
import type { PairOutcome } from '../state/pair-query.ts';
import type { RayOutcome } from '../state/records.ts';
import { touchIndex, touchOf, type SphereOutcome } from '../state/sphere-query.ts';
import type { Store } from '../state/store.ts';
import { plainNumber } from '../ui/format-number.ts';
import { partName } from './actions.ts';

export function describeHits(store: Store, { input }: RayOutcome, hits: readonly RayHit[]): string {
  const head = ['distance', 'x', 'y', 'z', 'normal x', 'normal y', 'normal z', 'triangle', 'part', 'u', 'v', 'w'];
  const rows = hits.map((hit) => [
    plainNumber(hit.distance),
    ...hit.position.map(plainNumber),
    ...hit.normal.map(plainNumber),
    String(hit.triangle),
    nameOfPart(store, input.document, hit.part),
    ...hit.barycentric.map(plainNumber),
  ]);
  return table(head, rows);
}

/** Those of the triangles that the sphere touches (still). */
export function describeTouches(store: Store, outcome: SphereOutcome, triangles: Iterable<number>): string {
  const head = ['triangle', 'feature', 'index', 'depth', 'direction x', 'direction y', 'direction z', 'x', 'y', 'z', 'part'];
  const here = [...triangles].filter((triangle) => touchIndex(outcome, triangle) !== null);
  const rows = here.map((triangle) => {
    const touch = touchOf(outcome, triangle);
    return [
      String(triangle),
      touch.feature,
      touch.featureIndex === null ? '' : String(touch.featureIndex),
      plainNumber(touch.depth),
      ...touch.direction.map(plainNumber),
      ...touch.point.map(plainNumber),
      nameOfPart(store, outcome.input.document, touch.part),
    ];
  });
  return table(head, rows);
}

/** One row for each contact; a polygon's has all of its corners, so that it is longer than the head. */
export function describeContacts(store: Store, { input, meshA, meshB, meeting }: PairOutcome, contacts: Iterable<number>): string {
  const head = ['still triangle', 'mover triangle', 'kind', 'still part', 'mover part', 'length', 'area', 'x', 'y', 'z', 'x', 'y', 'z'];
  if (meeting === null) return table(head, []);
  const rows = [...contacts].map((i) => {
    const { a, b, kind, points, area } = contactAt(meeting.contacts, i);
    return [
      String(a),
      String(b),
      kind,
      nameOfPart(store, input.still, partOfTriangle(meshA, a)),
      nameOfPart(store, input.document, partOfTriangle(meshB, b)),
      plainNumber(contactLength(meeting.contacts, i) ?? 0),
      plainNumber(area),
      ...points.flat().map(plainNumber),
    ];
  });
  return table(head, rows);
}

/** One row for each loop. */
export function describeLoops({ meeting }: PairOutcome): string {
  const head = ['loop', 'kind', 'segments', 'length'];
  if (meeting === null) return table(head, []);
  const { loops } = meeting;
  const rows = Array.from({ length: loopCount(loops) }, (_, i) => [
    String(i + 1),
    kindOf(loops, i),
    String(loops.firstSegment[i + 1]! - loops.firstSegment[i]!),
    plainNumber(loops.lengths[i]!),
  ]);
  return table(head, rows);
}

/** One loop with its points in order along it. */
export function describeLoop({ meeting }: PairOutcome, loop: number): string {
  if (meeting === null) return '';
  const { loops } = meeting;
  const { lengths, firstPoint, positions } = loops;
  const points = Array.from({ length: firstPoint[loop + 1]! - firstPoint[loop]! }, (_, i) => {
    const at = 3 * (firstPoint[loop]! + i);
    const point: Vec3 = [positions[at]!, positions[at + 1]!, positions[at + 2]!];
    return point.map(plainNumber);
  });
  return `${kindOf(loops, loop)} loop\t${plainNumber(lengths[loop]!)}\n${table(['x', 'y', 'z'], points)}`;
}

function kindOf({ closed }: LoopTable, loop: number): string {
  return closed[loop] === 1 ? 'closed' : 'open';
}

function nameOfPart(store: Store, document: DocumentId, part: number | null): string {
  return part === null ? '' : partName(store, document, part);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, ...rows].map((row) => row.join('\t')).join('\n');
}
