import { setImmediate } from 'node:timers/promises';
import { Command } from 'commander';
import { cancelledError } from '#core/cancelled';
import { InspectorError } from '#core/error';
import type { PairJobResult } from '#core/job/pair-job';
import { theKernel } from '#core/kernel/compile-kernel';
import { checkTransform, identityPlacement, transformOf, type Transform } from '#core/math/transform';
import { materialOf, materialsOfTriangles } from '#core/mesh/surface-materials';
import type { TriangleMesh } from '#core/mesh/triangle-mesh';
import { importOptions, pairImportOptions } from '#core/options/import-options';
import { defaultValues } from '#core/options/option';
import { pairOptions, type PairOptions } from '#core/options/pair-options';
import { lineCount, loopCount, type ContactLines } from '#core/pair/contact-lines';
import { contactAt, contactCount, type Contact, type Contacts } from '#core/pair/contacts';
import type { TreeKind } from '#core/tree/layout';
import { engineTitles } from '#core/tree/statistics';
import { columns, coordinate, counted, many, measured, milliseconds, printable, vector } from './columns.ts';
import type { CliContext } from './context.ts';
import { jsonText } from './json-text.ts';
import { addKindFlag, kindOf } from './kind-flag.ts';
import { withMeshWork } from './mesh-work.ts';
import { addOptionFlags, readOptionFlags } from './option-flags.ts';
import { readMatrix, readScale, readVector } from './read-numbers.ts';

interface Flags extends Readonly<Record<string, unknown>> {
  readonly translate?: string;
  readonly rotate?: string;
  readonly scale?: string;
  readonly matrix?: string;
  readonly contacts?: true;
  readonly json?: true;
}

export function queryPairCommand(context: CliContext): Command {
  const command = new Command('pair')
    .description('whether the surfaces of two meshes meet, in which triangles, and where')
    .argument('<a>', 'a mesh; see boxwood inspect')
    .argument('<b>', 'another, which the flags place in the space of the first: scaled, turned, then moved')
    .option('--translate <x,y,z>', 'moves B, in mesh units of A')
    .option('--rotate <x,y,z>', 'turns B about the fixed axes X, then Y, then Z, in degrees')
    .option('--scale <factor>', 'scales B; x,y,z scales each axis by its own, negative ones mirror')
    .option('--matrix <numbers>', 'places B by a 4 x 4 matrix instead: 16 numbers, column by column')
    .option('--contacts', 'tell where each pair meets, and join the segments to lines');
  return addKindFlag(addOptionFlags(addOptionFlags(command, pairOptions), pairImportOptions))
    .option('--json', 'print one JSON document (resources/schemas/query-pair.schema.json)')
    .option('--debug', 'show stacks of errors')
    .addHelpText('after', '\nExample:\n  boxwood query pair room.obj robot.obj --translate 0,1.5,0 --rotate 0,0,90 --contacts')
    .action(async (fileA: string, fileB: string, flags: Flags) => {
      const aFromB = readTransform(flags);
      const options = readOptionFlags(pairOptions, flags);
      const { sceneA, sceneB } = readOptionFlags(pairImportOptions, flags);
      const kind = kindOf(flags);
      const { result, kindA, kindB, meshA, meshB } = await withMeshWork(context, async ({ read, anyTree, run }) => {
        const a = await read(fileA, { ...defaultValues(importOptions), scene: sceneA });
        const treeA = await anyTree(a, kind, quickKind);
        const b = await read(fileB, { ...defaultValues(importOptions), scene: sceneB });
        const treeB = await anyTree(b, kind, quickKind);
        const result = await run(`${fileA} and ${fileB}`, 'pairing', {
          kind: 'pair',
          a: { mesh: a.imported.mesh, tree: treeA.tree },
          b: { mesh: b.imported.mesh, tree: treeB.tree },
          aFromB,
          options,
          withContacts: flags.contacts === true,
        });
        return { result, kindA: treeA.options.kind, kindB: treeB.options.kind, meshA: a.mesh, meshB: b.mesh };
      });
      const query: PairQuery = { fileA, fileB, kindA, kindB, meshA, meshB, aFromB, options };
      if (flags.json) await writeReport(context, query, result);
      else context.out(pairText(query, result));
    });
}

/** What WebAssembly builds and walks, where that can be had. */
const quickKind: TreeKind | undefined = theKernel === null ? undefined : 'wide';

/** Placement and matrix are two ways to say one thing, so that both together contradict each other. */
function readTransform({ translate, rotate, scale, matrix }: Flags): Transform {
  if (matrix === undefined) {
    return transformOf({
      translate: translate === undefined ? identityPlacement.translate : readVector('--translate', translate),
      rotateDegrees: rotate === undefined ? identityPlacement.rotateDegrees : readVector('--rotate', rotate),
      scale: scale === undefined ? identityPlacement.scale : readScale('--scale', scale),
    });
  }
  const other = Object.entries({ translate, rotate, scale }).find(([, value]) => value !== undefined);
  if (other !== undefined) throw invalid(`--matrix and --${other[0]} exclude each other`, 'Give the one or the other');
  return checkTransform(readMatrix('--matrix', matrix));
}

function invalid(message: string, cure: string): InspectorError {
  return new InspectorError({ code: 'invalid-argument', message, cure, place: {} });
}

interface PairQuery {
  readonly fileA: string;
  readonly fileB: string;
  readonly kindA: TreeKind;
  readonly kindB: TreeKind;
  readonly meshA: TriangleMesh;
  readonly meshB: TriangleMesh;
  readonly aFromB: Transform;
  readonly options: PairOptions;
}

function pairReport({ fileA, fileB, kindA, kindB, meshA, meshB, aFromB, options }: PairQuery, { answer, nearest, meeting, pairsMilliseconds, distanceMilliseconds, contactsMilliseconds }: PairJobResult) {
  return {
    fileA,
    fileB,
    kind: kindA,
    kindB,
    ...options,
    matrix: aFromB,
    overlap: answer.overlap,
    pairCount: answer.pairCount,
    trianglesA: answer.trianglesA.length,
    trianglesB: answer.trianglesB.length,
    materialsA: materialsOfTriangles(meshA.materials, answer.trianglesA),
    materialsB: materialsOfTriangles(meshB.materials, answer.trianglesB),
    distance: nearest?.distance ?? null,
    witness: nearest?.witness ?? null,
    contacts: meeting === null ? null : [],
    loops: meeting === null ? null : lineSummary(meeting.lines),
    stats: { ...answer.stats, pairsMilliseconds, distanceMilliseconds, contactsMilliseconds },
  };
}

/** A million contacts are more text than one string can hold, and longer to write than Ctrl-C should wait: they go out a line each. */
async function writeReport({ out, signal }: CliContext, query: PairQuery, result: PairJobResult): Promise<void> {
  const text = jsonText(pairReport(query, result));
  const count = result.meeting === null ? 0 : contactCount(result.meeting.contacts);
  if (result.meeting === null || count === 0) return out(text);
  const list = '"contacts": [';
  const at = text.indexOf(`${list}]`) + list.length;
  out(text.slice(0, at));
  for (let from = 0; from < count; from += contactsAtOnce) {
    await setImmediate();
    if (signal.aborted) throw cancelledError();
    const lines = Array.from({ length: Math.min(contactsAtOnce, count - from) }, (_, i) => JSON.stringify(contactReport(query, contactAt(result.meeting!.contacts, from + i))));
    out(`${from === 0 ? '' : ','}\n    ${lines.join(',\n    ')}`);
  }
  out(`\n  ${text.slice(at)}`);
}

/** Contacts written before Ctrl-C is looked at again. */
const contactsAtOnce = 1000;

function contactReport({ meshA, meshB }: PairQuery, { a, b, kind, points, area }: Contact) {
  const segment = points.length === 2 ? points.flat() : null;
  return { a, b, kind, segment, points, area, materialA: materialOf(meshA.materials, a), materialB: materialOf(meshB.materials, b) };
}

function lineSummary(lines: ContactLines) {
  const closed = loopCount(lines);
  return {
    closed,
    open: lineCount(lines) - closed,
    length: lines.lengths.reduce((sum, length) => sum + length, 0),
    coplanarContacts: lines.coplanar.length,
    lonePoints: lines.points.length,
  };
}

function pairText({ fileA, fileB }: PairQuery, { answer, nearest, meeting, pairsMilliseconds, distanceMilliseconds, contactsMilliseconds }: PairJobResult): string {
  const { overlap, pairCount, trianglesA, trianglesB, stats } = answer;
  const rows = [
    ['pairs', counted(pairCount)],
    ['triangles of A', counted(trianglesA.length)],
    ['triangles of B', counted(trianglesB.length)],
    ...(meeting === null ? [] : lineRows(meeting.lines)),
  ];
  const times = `${milliseconds(pairsMilliseconds)}, distance ${milliseconds(distanceMilliseconds)}` + (contactsMilliseconds === null ? '' : `, contacts ${milliseconds(contactsMilliseconds)}`);
  return [
    `${printable(fileA)} and ${printable(fileB)}: the surfaces ${overlap ? 'meet' : 'do not meet'}\n`,
    columns(rows, [1]),
    nearest === null || overlap ? '' : nearestLine(nearest),
    meeting === null ? '' : contactTable(meeting.contacts),
    `  ${many(stats.nodePairsTested, 'pair')} of boxes and ${counted(stats.trianglePairsTested)} of triangles tested by ${engineTitles[stats.engine]}, ${times}\n`,
  ].join('');
}

function nearestLine({ distance, witness: { a, b, pointA, pointB } }: NonNullable<PairJobResult['nearest']>): string {
  return `  ${measured(distance)} apart: triangle ${counted(a)} of A at ${vector(pointA)}, ${counted(b)} of B at ${vector(pointB)}\n`;
}

function lineRows(lines: ContactLines): string[][] {
  const { closed, open, length, coplanarContacts, lonePoints } = lineSummary(lines);
  return [
    ['closed loops', counted(closed)],
    ['open lines', counted(open)],
    ['length of both', measured(length)],
    ['coplanar contacts', counted(coplanarContacts)],
    ['lone points', counted(lonePoints)],
  ];
}

/** More would push what matters out of the terminal. */
const mostContactsShown = 100;

function contactTable(all: Contacts): string {
  const count = contactCount(all);
  if (count === 0) return '';
  const rows = Array.from({ length: Math.min(count, mostContactsShown) }, (_, i) => {
    const { a, b, kind, points } = contactAt(all, i);
    return [counted(a), counted(b), kind, points.map((point) => point.map(coordinate).join(',')).join(' ')];
  });
  const more = count > mostContactsShown ? `  and ${counted(count - mostContactsShown)} more: see --json\n` : '';
  return columns([['A', 'B', 'kind', 'points'], ...rows], [0, 1]) + more;
}
