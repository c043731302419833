import { byteProgress, reportBytes, type ByteProgress } from './byte-progress.ts';
import { addFinding, takeFindings, trailingContent, unusableFaces, type FindingList } from './finding-list.ts';
import { growableU32, pushThreeF64, pushU32, type GrowableU32 } from './growable.ts';
import type { ImportContext, ImportedMesh } from './importer.ts';
import { finishMesh, meshBuilder, pushFan, type MeshBuilder } from './mesh-builder.ts';
import { readOffHeader } from './off/off-header.ts';
import { exportAgain, refuse } from './refuse.ts';
import { readNumber } from './text/read-number.ts';
import { atLineEnd, nextLine, skipBlanks, skipToToken, textCursor, type TextCursor } from './text/text-cursor.ts';

/**
 * Reads OFF text: OFF, COFF, NOFF, CNOFF, STOFF and their combinations. A vertex is the first three numbers of its line:
 * normals, colours and texture coordinates come behind them. A face may run over lines, its colour ends with the line.
 * Source: Geomview manual, section 4.2.5 "OFF".
 * @throws InspectorError `unsupported-dialect`, `malformed`, `count-exceeds-file`, `truncated`, with the line.
 */
export async function importOff(bytes: Uint8Array, context: ImportContext): Promise<ImportedMesh> {
  const cursor = textCursor(bytes);
  const { keyword, vertices, faces } = readOffHeader(cursor);
  const reading: OffReading = {
    cursor,
    builder: meshBuilder(vertices, faces, ''),
    findings: new Map(),
    corners: growableU32(16),
    report: byteProgress(context.progress, bytes.length),
  };
  for (let i = 0; i < vertices; i++) readVertex(reading, i, vertices);
  for (let i = 0; i < faces; i++) readFace(reading, i, faces, vertices);
  skipToToken(cursor);
  if (cursor.at < cursor.end) addFinding(reading.findings, trailingContent, { line: cursor.line });
  return { format: 'off', dialect: keyword, mesh: finishMesh(reading.builder), findings: takeFindings(reading.findings), units: null };
}

interface OffReading {
  readonly cursor: TextCursor;
  readonly builder: MeshBuilder;
  readonly findings: FindingList;
  readonly corners: GrowableU32;
  readonly report: ByteProgress;
}

/** Hot. */
function readVertex(reading: OffReading, i: number, count: number): void {
  const { cursor } = reading;
  moveToToken(reading, 'vertices', i, count);
  const x = numberOnLine(cursor);
  const y = numberOnLine(cursor);
  const z = numberOnLine(cursor);
  pushThreeF64(reading.builder.positions, x, y, z);
  nextLine(cursor);
}

/** Hot. */
function readFace(reading: OffReading, i: number, count: number, vertices: number): void {
  const { cursor, corners, builder } = reading;
  moveToToken(reading, 'faces', i, count);
  const { line } = cursor;
  const written = readNumber(cursor);
  corners.length = 0;
  let usable = written >= 3;
  for (let k = 0; k < written; k++) {
    moveToToken(reading, 'faces', i, count);
    const index = readNumber(cursor);
    if (index >= 0 && index < vertices && Number.isInteger(index)) pushU32(corners, index);
    else usable = false;
  }
  if (usable && corners.length === written) pushFan(builder, corners.values, corners.length);
  else addFinding(reading.findings, unusableFaces, { line });
  nextLine(cursor);
}

function numberOnLine(cursor: TextCursor): number {
  skipBlanks(cursor);
  if (atLineEnd(cursor)) return NaN;
  return readNumber(cursor);
}

/** @throws InspectorError `truncated` when no token is left. Hot. */
function moveToToken(reading: OffReading, what: string, done: number, count: number): void {
  const { cursor } = reading;
  skipToToken(cursor);
  reportBytes(reading.report, cursor.at);
  if (cursor.at < cursor.end) return;
  throw refuse('truncated', `The file ends after ${done} of ${count} ${what}`, exportAgain, { line: cursor.line });
}
