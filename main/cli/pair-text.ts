import type { PairJobResult } from '#core/job';
import { collidersOfTriangles, colliderText, type TriangleMesh } from '#core/mesh';
import { contactAt, contactCount, type ContactCurves, type Contacts, curveEndTexts, curveKinds, endsOfCurve } from '#core/pair';
import { engineTitles } from '#core/tree';
import {
  columns,
  coordinate,
  counted,
  many,
  measured,
  milliseconds,
  moreRows,
  maxRowsShown,
  printable,
  vector,
} from '../terminal/columns.ts';
import { lineSummary, type ReportedPair } from './pair-report.ts';
import { surfaceText } from './surface-report.ts';

/** Returns the result of `query pair` as text. */
export function pairText(
  { fileA, fileB, meshA, meshB, surface }: ReportedPair,
  { result: pairs, nearest, contactFacts, pairsMilliseconds, distanceMilliseconds, contactsMilliseconds }: PairJobResult,
): string {
  const { overlap, pairCount, trianglesA, trianglesB, stats } = pairs;
  const rows = [
    ['pairs', counted(pairCount)],
    ['triangles of A', counted(trianglesA.length)],
    ['triangles of B', counted(trianglesB.length)],
    ...(contactFacts === null ? [] : curveRows(contactFacts.curves)),
  ];
  const times =
    `${milliseconds(pairsMilliseconds)}, distance ${milliseconds(distanceMilliseconds)}` +
    (contactsMilliseconds === null ? '' : `, contacts ${milliseconds(contactsMilliseconds)}`);
  return [
    `${printable(fileA)} and ${printable(fileB)}: the surfaces ${overlap ? 'intersect' : 'do not intersect'}\n`,
    columns(rows, [1]),
    collidersLine('A', meshA, trianglesA),
    collidersLine('B', meshB, trianglesB),
    nearest === null || overlap ? '' : nearestLine(nearest),
    surfaceText(surface, ({ overlap: touches }) => (touches === true ? 'they intersect' : 'they do not intersect')),
    contactFacts === null ? '' : openCurveTable(contactFacts.curves) + contactTable(contactFacts.contacts),
    `  ${many(stats.nodePairsTested, 'node pair')} and ${many(stats.trianglePairsTested, 'triangle pair')} tested with ${engineTitles[stats.engine]}, ${times}\n`,
  ].join('');
}

/** More would hide the other curves; `--json` has all. */
const maxCollidersShown = 4;

/** Returns a line with the colliders of the intersecting triangles. */
function collidersLine(side: string, mesh: TriangleMesh, triangles: Uint32Array): string {
  const all = collidersOfTriangles(mesh, triangles);
  if (all.length === 0) return '';
  const more = all.length > maxCollidersShown ? `, and ${counted(all.length - maxCollidersShown)} more` : '';
  return `  colliders of ${side}: ${printable(all.slice(0, maxCollidersShown).map(colliderText).join(', '))}${more}\n`;
}

function nearestLine({ distance, witness: { a, b, pointA, pointB } }: NonNullable<PairJobResult['nearest']>): string {
  return `  distance ${measured(distance)}: triangle ${counted(a)} of A at ${vector(pointA)}, triangle ${counted(b)} of B at ${vector(pointB)}\n`;
}

function curveRows(curves: ContactCurves): string[][] {
  const { closed, outlines, open, length, coplanarContacts, lonePoints } = lineSummary(curves);
  return [
    ['closed contact curves', counted(closed)],
    ...(outlines === 0 ? [] : [['  outlines of coplanar contacts', counted(outlines)]]),
    ['open contact curves', counted(open)],
    ['total length', measured(length)],
    ['coplanar contacts', counted(coplanarContacts)],
    ['isolated points', counted(lonePoints)],
  ];
}

/** Returns a row for each open contact curve, with the reason. Open curves come before closed ones. */
function openCurveTable(curves: ContactCurves): string {
  const open = lineSummary(curves).open;
  if (open === 0) return '';
  const rows = Array.from({ length: Math.min(open, maxRowsShown) }, (_, i) => {
    const [from, to] = (endsOfCurve(curves, i) ?? []).map((end) => curveEndTexts[end]);
    return [curveKinds[curves.kinds[i]!]!, measured(curves.lengths[i]!), from === to ? `${from}, both` : `${from}, and ${to}`];
  });
  return columns([['open curve', 'length', 'ends'], ...rows], [1]) + moreRows(open);
}

function contactTable(all: Contacts): string {
  const count = contactCount(all);
  if (count === 0) return '';
  const rows = Array.from({ length: Math.min(count, maxRowsShown) }, (_, i) => {
    const { a, b, kind, points } = contactAt(all, i);
    return [counted(a), counted(b), kind, points.map((point) => point.map(coordinate).join(',')).join(' ')];
  });
  return columns([['A', 'B', 'kind', 'points'], ...rows], [0, 1]) + moreRows(count);
}
