import { setImmediate } from 'node:timers/promises';
import { cancelledError } from '#core/cancelled';
import type { PairJobResult } from '#core/job';
import type { Transform } from '#core/math';
import { collidersOfTriangles, materialOf, materialsOfTriangles, partOfTriangle, type TriangleMesh } from '#core/mesh';
import type { PairOptions } from '#core/options';
import {
  closedLoopCount,
  type Contact,
  contactAt,
  contactCount,
  type ContactCurves,
  curveCount,
  curveEndCounts,
  curveKinds,
  endsOfCurve,
  outlineLoopCount,
} from '#core/pair';
import type { TreeKind } from '#core/tree';
import type { CliContext } from './context.ts';
import { jsonText } from './json-text.ts';
import type { pairSurface } from './surface-report.ts';

/** The input of `query pair`. */
export interface ReportedPair {
  readonly fileA: string;
  readonly fileB: string;
  readonly kindA: TreeKind;
  readonly kindB: TreeKind;
  readonly meshA: TriangleMesh;
  readonly meshB: TriangleMesh;
  readonly aFromB: Transform;
  readonly options: PairOptions;
  readonly surface: ReturnType<typeof pairSurface>;
}

/**
 * Writes the JSON document. A million contacts exceed the size of a string, and Ctrl-C must not wait for them:
 * they are written one per line.
 * @throws InspectorError `cancelled`.
 */
export async function writePairReport(context: CliContext, query: ReportedPair, result: PairJobResult): Promise<void> {
  const text = jsonText(pairReport(query, result));
  const { contactFacts } = result;
  if (contactFacts === null) return context.out(text);
  let written = 0;
  const lists: readonly LongList[] = [
    {
      name: 'contacts',
      count: contactCount(contactFacts.contacts),
      rowAt: (i) => contactReport(query, contactAt(contactFacts.contacts, i)),
    },
    { name: 'curves', count: curveCount(contactFacts.curves), rowAt: (i) => curveReport(contactFacts.curves, i) },
  ];
  for (const list of lists) {
    if (list.count === 0) continue;
    const head = `"${list.name}": [`;
    const at = text.indexOf(`${head}]`) + head.length;
    context.out(text.slice(written, at));
    await writeRows(context, list);
    written = at;
  }
  context.out(text.slice(written));
}

/** A list that is empty in the document, and its rows. */
interface LongList {
  readonly name: string;
  readonly count: number;
  readonly rowAt: (index: number) => unknown;
}

/** Rows that are written between two checks for Ctrl-C. */
const rowsAtOnce = 1000;

async function writeRows({ out, signal }: CliContext, { count, rowAt }: LongList): Promise<void> {
  for (let from = 0; from < count; from += rowsAtOnce) {
    await setImmediate();
    if (signal.aborted) throw cancelledError();
    const curves = Array.from({ length: Math.min(rowsAtOnce, count - from) }, (_, i) => JSON.stringify(rowAt(from + i)));
    out(`${from === 0 ? '' : ','}\n    ${curves.join(',\n    ')}`);
  }
  out('\n  ');
}

function pairReport(
  { fileA, fileB, kindA, kindB, meshA, meshB, aFromB, options, surface }: ReportedPair,
  { result: pairs, nearest, contactFacts, pairsMilliseconds, distanceMilliseconds, contactsMilliseconds }: PairJobResult,
) {
  return {
    fileA,
    fileB,
    kind: kindA,
    kindB,
    ...options,
    matrix: aFromB,
    overlap: pairs.overlap,
    pairCount: pairs.pairCount,
    trianglesA: pairs.trianglesA.length,
    trianglesB: pairs.trianglesB.length,
    materialsA: materialsOfTriangles(meshA.materials, pairs.trianglesA),
    materialsB: materialsOfTriangles(meshB.materials, pairs.trianglesB),
    collidersA: collidersOfTriangles(meshA, pairs.trianglesA),
    collidersB: collidersOfTriangles(meshB, pairs.trianglesB),
    distance: nearest?.distance ?? null,
    witness: nearest?.witness ?? null,
    contacts: contactFacts === null ? null : [],
    curveTotals: contactFacts === null ? null : lineSummary(contactFacts.curves),
    curves: contactFacts === null ? null : [],
    surface,
    stats: { ...pairs.stats, pairsMilliseconds, distanceMilliseconds, contactsMilliseconds },
  };
}

function contactReport({ meshA, meshB }: ReportedPair, { a, b, kind, points, area }: Contact) {
  const segment = points.length === 2 ? points.flat() : null;
  return {
    a,
    b,
    kind,
    segment,
    points,
    area,
    partA: partOfTriangle(meshA, a),
    partB: partOfTriangle(meshB, b),
    materialA: materialOf(meshA.materials, a),
    materialB: materialOf(meshB.materials, b),
  };
}

function curveReport(curves: ContactCurves, line: number) {
  return {
    kind: curveKinds[curves.kinds[line]!],
    closed: curves.closed[line] === 1,
    segments: curves.firstSegment[line + 1]! - curves.firstSegment[line]!,
    length: curves.lengths[line],
    ends: endsOfCurve(curves, line),
  };
}

/** Returns totals of all contact curves. */
export function lineSummary(curves: ContactCurves) {
  const closed = closedLoopCount(curves);
  return {
    closed,
    outlines: outlineLoopCount(curves),
    open: curveCount(curves) - closed,
    ends: curveEndCounts(curves),
    length: curves.lengths.reduce((sum, length) => sum + length, 0),
    coplanarContacts: curves.coplanar.length,
    lonePoints: curves.points.length,
  };
}
