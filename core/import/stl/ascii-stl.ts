import { byteProgress, reportBytes } from '../byte-progress.ts';
import { addFinding, ignoredContent, takeFindings, unusableFaces, type FindingKind, type FindingList } from '../finding-list.ts';
import { growableU32, pushU32, takeU32, type GrowableU32 } from '../growable.ts';
import type { ImportContext, ReadFile } from '../importer.ts';
import { beginPart, finishMesh, meshBuilder, meshProgress, noteLine, pushFan, type MeshBuilder } from '../mesh-builder.ts';
import { refuse } from '../refuse.ts';
import type { ByteSource } from '../source/byte-source.ts';
import { placeIn, skipToToken, streamedText } from '../text/text-feed.ts';
import { readPoint } from '../text/read-point.ts';
import { decodeName, nextLine, skipBlanks, skipToken, takeWord, type TextCursor } from '../text/text-cursor.ts';

const noEnd: FindingKind = {
  code: 'format-violation',
  severity: 'warning',
  message: 'The file ends inside a solid, without its "endsolid": it may be truncated',
  fix: 'Compare the number of triangles with the program that made the file',
};

/**
 * Reads ASCII STL word by word, regardless of line breaks; keywords in upper or lower case. Each `solid` is a part. A
 * facet is the text between two of `facet`, `endfacet`, `solid`, `endsolid`; its normal is skipped.
 * @throws InspectorError `malformed` for a file with unknown words, without any facet and without an end.
 */
export async function importAsciiStl(source: ByteSource, context: ImportContext): Promise<ReadFile> {
  const cursor = streamedText(source);
  // Exporters write about 250 bytes per facet.
  const triangles = Math.min(maxGuessed, Math.ceil(source.byteLength / 200));
  const builder = meshBuilder(3 * triangles, triangles, '');
  const reading: StlReading = { cursor, builder, findings: new Map(), corners: growableU32(16), facetLine: 0, inSolid: false };
  const report = byteProgress(meshProgress(builder, context), source.byteLength);
  for (skipToToken(cursor); cursor.at < cursor.end; skipToToken(cursor)) {
    reportBytes(report, placeIn(cursor));
    readKeyword(reading);
  }
  endFacet(reading);
  if (reading.inSolid && builder.positions.length === 0 && reading.findings.has(ignoredContent)) {
    throw refuse(
      'malformed',
      'The file begins with "solid", but the rest is not STL',
      'Check that the file is complete and has the format of its name',
      { line: reading.findings.get(ignoredContent)?.locations[0]?.line ?? 1 },
    );
  }
  if (reading.inSolid) addFinding(reading.findings, noEnd, { line: cursor.line });
  const { nonFiniteLines } = builder;
  return {
    format: 'stl',
    dialect: 'ASCII STL',
    mesh: finishMesh(builder, context),
    findings: takeFindings(reading.findings),
    nonFiniteLines,
    polygonLines: takeU32(builder.polygonLines),
  };
}

/** Maximum number of triangles for which memory is allocated in advance. */
const maxGuessed = 2 ** 22;

interface StlReading {
  readonly cursor: TextCursor;
  readonly builder: MeshBuilder;
  readonly findings: FindingList;
  readonly corners: GrowableU32;
  /** Line of the open facet; 0 outside a facet. */
  facetLine: number;
  inSolid: boolean;
}

/** Reads a keyword. The most frequent keywords are compared first. Hot. */
function readKeyword(reading: StlReading): void {
  const { cursor } = reading;
  const { line } = cursor;
  if (takeWord(cursor, 'vertex')) readVertex(reading, line);
  else if (takeWord(cursor, 'outer') || takeWord(cursor, 'loop') || takeWord(cursor, 'endloop')) return;
  else if (takeWord(cursor, 'endfacet')) endFacet(reading);
  else if (takeWord(cursor, 'facet')) {
    endFacet(reading);
    reading.facetLine = line;
  } else if (takeWord(cursor, 'normal')) skipNormal(cursor);
  else if (takeWord(cursor, 'solid')) {
    endFacet(reading);
    beginPart(reading.builder, readSolidName(cursor));
    reading.inSolid = true;
  } else if (takeWord(cursor, 'endsolid')) {
    endFacet(reading);
    skipEndName(cursor);
    reading.inSolid = false;
  } else {
    addFinding(reading.findings, ignoredContent, { line });
    nextLine(cursor);
  }
}

/** Returns the name after `solid`: the rest of the line, up to a facet. */
function readSolidName(cursor: TextCursor): string {
  const start = cursor.at;
  cursor.at = facetOnLine(cursor);
  return decodeName(cursor.bytes.subarray(start, cursor.at));
}

/** Skips the name after `endsolid`. In a file on one line the next solid can follow. */
function skipEndName(cursor: TextCursor): void {
  const facet = facetOnLine(cursor);
  const isLast = facet >= cursor.end || isLineEnd(cursor.bytes[facet]);
  for (skipBlanks(cursor); cursor.at < facet; skipBlanks(cursor)) {
    const { at } = cursor;
    if (!isLast && takeWord(cursor, 'solid')) {
      cursor.at = at;
      return;
    }
    skipToken(cursor);
  }
}

/**
 * Returns the start of `facet normal` on this line; the end of the line without it. A name can contain the first word
 * alone.
 */
function facetOnLine(cursor: TextCursor): number {
  const lookahead = { ...cursor };
  for (skipBlanks(lookahead); lookahead.at < lookahead.end && !isLineEnd(lookahead.bytes[lookahead.at]); skipBlanks(lookahead)) {
    const { at } = lookahead;
    if (!takeWord(lookahead, 'facet')) {
      skipToken(lookahead);
      continue;
    }
    skipBlanks(lookahead);
    if (takeWord(lookahead, 'normal')) return at;
  }
  return lookahead.at;
}

function isLineEnd(byte: number): boolean {
  return byte === 10 || byte === 13;
}

/** Skips the normal of a facet. The winding defines the normal, and exporters often write zero. */
function skipNormal(cursor: TextCursor): void {
  for (let i = 0; i < 3; i++) {
    skipBlanks(cursor);
    skipToken(cursor);
  }
}

function readVertex(reading: StlReading, line: number): void {
  const { cursor, builder, corners } = reading;
  if (reading.facetLine === 0) reading.facetLine = line;
  pushU32(corners, builder.positions.length / 3);
  readPoint(cursor, builder.positions);
  noteLine(builder, line);
}

/** Ends a facet. A facet with more than three vertices is not valid STL, but its polygon is clear: it becomes a fan. */
function endFacet(reading: StlReading): void {
  const { corners, builder, facetLine } = reading;
  if (facetLine === 0) return;
  if (corners.length < 3) addFinding(reading.findings, unusableFaces, { line: facetLine });
  else pushFan(builder, corners.values, corners.length, facetLine);
  corners.length = 0;
  reading.facetLine = 0;
}
