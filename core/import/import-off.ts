import { byteProgress, reportBytes, type ByteProgress } from './byte-progress.ts';
import { addFinding, takeFindings, trailingContent, unusableFaces, type FindingList } from './finding-list.ts';
import { growableU32, pushThreeF64, pushU32, takeU32, type GrowableU32 } from './growable.ts';
import type { ImportContext, ReadFile } from './importer.ts';
import { finishMesh, meshBuilder, meshProgress, noteLine, pushFan, type MeshBuilder } from './mesh-builder.ts';
import { readOffHeader } from './off/off-header.ts';
import { vertexLayout, type VertexLayout } from './off/vertex-layout.ts';
import { exportAgain, refuse } from './refuse.ts';
import type { ByteSource } from './source/byte-source.ts';
import { placeIn, skipToToken, streamedText, textFrom } from './text/text-feed.ts';
import { readNumber } from './text/read-number.ts';
import { atLineEnd, nextLine, skipBlanks, skipToken, type TextCursor } from './text/text-cursor.ts';

/**
 * Reads OFF text: OFF, COFF, NOFF, CNOFF, STOFF and their combinations. Vertices are consecutive numbers, regardless of
 * line breaks. The normals, colours and texture coordinates after them are skipped. Files with one vertex per line may
 * have other numbers there than the keyword declares. A face can span lines; its colour ends with the line. Source:
 * Geomview manual, section 4.2.5 "OFF".
 * @throws InspectorError `unsupported-dialect`, `malformed`, `count-exceeds-file`, `truncated`, with the line.
 */
export async function importOff(source: ByteSource, context: ImportContext): Promise<ReadFile> {
  const cursor = streamedText(source);
  const header = readOffHeader(cursor);
  const { keyword, vertices, faces } = header;
  const body = placeIn(cursor);
  const builder = meshBuilder(vertices, faces, '', context);
  const reading: OffReading = {
    cursor,
    extraNumbers: header.extraNumbers,
    // Reading ahead is not progress, but takes long enough that it must be cancellable.
    decideLayout: () => vertexLayout(textFrom(source, body, 1), header, () => context.progress(placeIn(cursor) / source.byteLength)),
    layout: null,
    builder,
    findings: new Map(),
    corners: growableU32(16),
    report: byteProgress(meshProgress(builder, context), source.byteLength),
  };
  for (let i = 0; i < vertices; i++) readVertex(reading, i, vertices);
  for (let i = 0; i < faces; i++) readFace(reading, i, faces, vertices);
  skipToToken(cursor);
  if (cursor.at < cursor.end) addFinding(reading.findings, trailingContent, { line: cursor.line });
  const { nonFiniteLines } = builder;
  return {
    format: 'off',
    dialect: keyword,
    mesh: finishMesh(builder),
    findings: takeFindings(reading.findings),
    nonFiniteLines,
    polygonLines: takeU32(builder.polygonLines),
  };
}

interface OffReading {
  readonly cursor: TextCursor;
  readonly extraNumbers: number;
  readonly decideLayout: () => VertexLayout;
  /** `null` while every vertex had its own line and the numbers of the keyword: until then both layouts are equal. */
  layout: VertexLayout | null;
  readonly builder: MeshBuilder;
  readonly findings: FindingList;
  readonly corners: GrowableU32;
  readonly report: ByteProgress;
}

/** Hot. */
function readVertex(reading: OffReading, i: number, count: number): void {
  const { cursor } = reading;
  moveToToken(reading, 'vertices', i, count);
  const { line } = cursor;
  const x = readNumber(cursor);
  const y = nextCoordinate(reading, i, count);
  const z = nextCoordinate(reading, i, count);
  pushThreeF64(reading.builder.positions, x, y, z);
  noteLine(reading.builder, line);
  skipExtraNumbers(reading, i, count);
}

/** Returns the next coordinate. In the layout with one vertex per line, a missing one is NaN. Hot. */
function nextCoordinate(reading: OffReading, i: number, count: number): number {
  const { cursor } = reading;
  skipBlanks(cursor);
  if (atLineEnd(cursor)) {
    reading.layout ??= reading.decideLayout();
    if (reading.layout === 'lines') return NaN;
    moveToToken(reading, 'vertices', i, count);
  }
  return readNumber(cursor);
}

/** Skips the numbers after the coordinates. Hot. */
function skipExtraNumbers(reading: OffReading, i: number, count: number): void {
  const { cursor, extraNumbers } = reading;
  for (let k = 0; k < extraNumbers && reading.layout !== 'lines'; k++) {
    skipBlanks(cursor);
    if (atLineEnd(cursor)) {
      reading.layout ??= reading.decideLayout();
      if (reading.layout === 'lines') break;
      moveToToken(reading, 'vertices', i, count);
    }
    skipToken(cursor);
  }
  if (reading.layout === null) {
    skipBlanks(cursor);
    if (!atLineEnd(cursor)) reading.layout = reading.decideLayout();
  }
  if (reading.layout !== 'tokens') nextLine(cursor);
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
  if (usable && corners.length === written) pushFan(builder, corners.values, corners.length, line);
  else addFinding(reading.findings, unusableFaces, { line });
  nextLine(cursor);
}

/**
 * Moves to the next token.
 * @throws InspectorError `truncated` without one. Hot.
 */
function moveToToken(reading: OffReading, what: string, done: number, count: number): void {
  const { cursor } = reading;
  skipToToken(cursor);
  reportBytes(reading.report, placeIn(cursor));
  if (cursor.at < cursor.end) return;
  throw refuse('truncated', `The file ends after ${done} of ${count} ${what}`, exportAgain, { line: cursor.line });
}
