import { byteProgress, reportBytes } from './byte-progress.ts';
import {
  addFinding,
  ignoredContent,
  ignoredElements,
  takeFindings,
  unusableFaces,
  type FindingKind,
  type FindingList,
} from './finding-list.ts';
import { growableF64, growableU32, pushThreeF64, pushU32, takeU32, type GrowableF64, type GrowableU32 } from './growable.ts';
import { beginMaterial, type MaterialRuns } from '../mesh/surface-materials.ts';
import type { ImportContext, ReadFile } from './importer.ts';
import { beginPart, finishMesh, meshBuilder, meshProgress, noteLine, pushFan, type MeshBuilder } from './mesh-builder.ts';
import { refuse } from './refuse.ts';
import { bytesAt, type ByteSource } from './source/byte-source.ts';
import { moreText, streamedText } from './text/text-feed.ts';
import { readInteger } from './text/read-integer.ts';
import { readPoint } from './text/read-point.ts';
import { atLineEnd, isTokenEnd, nextLine, readRestOfLine, readWord, skipBlanks, skipToken, type TextCursor } from './text/text-cursor.ts';

const joinedComment: FindingKind = {
  code: 'ignored-content',
  severity: 'warning',
  message: 'A comment ends in a backslash, so the next line was read as part of it; other programs may read that line',
  fix: 'Remove the backslash if the next line is meant to count',
};

/**
 * Reads Wavefront OBJ: `v` (x y z; a weight or colour after them is skipped), `f` with `v`, `v/vt`, `v//vn`, `v/vt/vn`
 * and relative indices, `o` and `g` as parts. `usemtl` names the material of the following faces. Texture coordinates
 * and normals do not affect a collision mesh and are skipped without a finding.
 *
 * A backslash joins two lines in comments too: the specification joins all lines, and so do Blender, three.js and
 * trimesh. Other readers treat the second line as a statement, so a comment that ends in a backslash, such as a path,
 * adds a finding.
 *
 * A face can refer to a vertex that comes later in the file. Such faces are checked at the end. Source: Wavefront
 * Advanced Visualizer, appendix B1, "Object Files".
 */
export async function importObj(source: ByteSource, context: ImportContext): Promise<ReadFile> {
  const reading = startReading(source);
  const { cursor } = reading;
  const report = byteProgress(meshProgress(reading.builder, context), source.byteLength);
  while (cursor.at < cursor.end || moreText(cursor)) {
    reportBytes(report, cursor.base + cursor.at);
    skipBlanks(cursor);
    const { line } = cursor;
    if (!atLineEnd(cursor)) readStatement(reading);
    if (nextLine(cursor)) addFinding(reading.findings, joinedComment, { line });
  }
  refuseOther(reading, source);
  dropFacesOfMissingVertices(reading);
  return {
    format: 'obj',
    dialect: 'OBJ',
    mesh: finishMesh(reading.builder, context),
    findings: takeFindings(reading.findings),
    nonFiniteLines: reading.builder.nonFiniteLines,
    polygonLines: takeU32(reading.builder.polygonLines),
  };
}

interface ObjReading {
  readonly cursor: TextCursor;
  readonly builder: MeshBuilder;
  readonly findings: FindingList;
  /** Vertex indices of the current face. */
  readonly corners: GrowableU32;
  /** Faces that refer to later vertices: first triangle, triangle count, line. */
  readonly forward: GrowableF64;
  objectName: string;
  statements: number;
  unknown: number;
}

/** Maximum number of lines for which memory is allocated in advance. */
const maxGuessed = 2 ** 24;

function startReading(source: ByteSource): ObjReading {
  // Estimates from common exporters: half the lines are vertices of about 30 bytes, half are faces.
  const lines = Math.min(maxGuessed, Math.ceil(source.byteLength / 40));
  return {
    cursor: streamedText(source, true),
    builder: meshBuilder(lines >> 1, lines >> 1, ''),
    findings: new Map(),
    corners: growableU32(64),
    forward: growableF64(0),
    objectName: '',
    statements: 0,
    unknown: 0,
  };
}

const letterF = 102;
const letterV = 118;
const slash = 47;

/**
 * Maximum share of unknown statements. In random data about one line in some hundred is a known statement by chance. A
 * file with more unknown statements and without a valid vertex is not an OBJ.
 */
const maxUnknown = 0.9;

/**
 * Refuses files of other formats.
 * @throws InspectorError `malformed` if the file has nothing readable.
 */
function refuseOther({ statements, unknown, builder }: ObjReading, source: ByteSource): void {
  const fix = 'Check that the file is complete and has the format of its name';
  if (statements === 0 && unknown > 0) throw refuse('malformed', 'No line of this file is an OBJ statement', fix, { line: 1 });
  if (unknown > maxUnknown * (unknown + statements) && !hasFinite(builder.positions)) {
    throw refuse(
      'malformed',
      `${unknown.toLocaleString('en')} of ${(unknown + statements).toLocaleString('en')} lines of this file are not OBJ statements, and the others have no valid vertex`,
      fix,
      { line: 1 },
    );
  }
  if (statements > 0) return;
  // A file of only blanks and comments is an OBJ without triangles. Zeros indicate a failed disk or copy.
  const zero = firstZero(source);
  if (zero >= 0) throw refuse('malformed', 'The file has no OBJ statement and contains zero bytes, so it is not text', fix, { byte: zero });
}

/** Returns the position of the first zero byte; -1 without one. */
function firstZero(source: ByteSource): number {
  const piece = 1 << 20;
  for (let from = 0; from < source.byteLength; from += piece) {
    const at = bytesAt(source, from, piece).indexOf(0);
    if (at >= 0) return from + at;
  }
  return -1;
}

function hasFinite({ values, length }: GrowableF64): boolean {
  return values.subarray(0, length).some((value) => Number.isFinite(value));
}

/** Reads one statement. `v` and `f` come first because they make up most of the file. Hot. */
function readStatement(reading: ObjReading): void {
  const { cursor } = reading;
  const { bytes, at } = cursor;
  const first = bytes[at];
  if ((first === letterV || first === letterF) && isTokenEnd(cursor, at + 1)) {
    cursor.at = at + 1;
    reading.statements++;
    if (first === letterV) readVertex(reading);
    else readFace(reading);
    return;
  }
  const line = cursor.line;
  const word = readWord(cursor);
  if (!knownStatements.has(word)) {
    reading.unknown++;
    addFinding(reading.findings, ignoredContent, { line });
    return;
  }
  reading.statements++;
  if (word === 'o' || word === 'g') readName(reading, word);
  else if (word === 'usemtl') beginMaterial(reading.builder.materials, reading.builder.indices.length / 3, readRestOfLine(cursor) || null);
  else if (otherElements.has(word)) addFinding(reading.findings, ignoredElements, { line });
}

/** Hot. */
function readVertex({ cursor, builder }: ObjReading): void {
  const { line } = cursor;
  readPoint(cursor, builder.positions);
  noteLine(builder, line);
}

/** Hot. */
function readFace(reading: ObjReading): void {
  const { cursor, corners, builder } = reading;
  const vertices = builder.positions.length / 3;
  const line = cursor.line;
  corners.length = 0;
  let usable = true;
  let forward = false;
  for (skipBlanks(cursor); !atLineEnd(cursor); skipBlanks(cursor)) {
    const written = readInteger(cursor);
    const index = written > 0 ? written - 1 : vertices + written;
    // Also refuses NaN, 0 (which would give the index after the last vertex) and indices that exceed u32.
    if (!(written !== 0 && index >= 0 && index < 0xffff_ffff) || !atCornerEnd(cursor)) usable = false;
    else {
      if (index >= vertices) forward = true;
      pushU32(corners, index);
    }
    skipToken(cursor);
  }
  if (!usable || corners.length < 3) {
    addFinding(reading.findings, unusableFaces, { line });
    return;
  }
  if (forward) {
    pushThreeF64(reading.forward, builder.indices.length / 3, corners.length - 2, line);
  }
  pushFan(builder, corners.values, corners.length, line);
}

/** Returns whether the vertex index of a corner ends here: with `/` (and indices that are not used) or a blank. */
function atCornerEnd(cursor: TextCursor): boolean {
  return cursor.bytes[cursor.at] === slash || isTokenEnd(cursor, cursor.at);
}

/** Starts a part named by object and group. A statement that repeats the current names continues the part. */
function readName(reading: ObjReading, word: 'o' | 'g'): void {
  const { builder, cursor } = reading;
  const text = readRestOfLine(cursor);
  if (word === 'o') reading.objectName = text;
  const { objectName } = reading;
  const name = word === 'o' || objectName === '' || objectName === text ? text : text === '' ? objectName : `${objectName}/${text}`;
  if (name !== builder.partName) beginPart(builder, name);
}

/** Removes the triangles of faces with a missing vertex, and shifts parts, materials and polygons. */
function dropFacesOfMissingVertices(reading: ObjReading): void {
  const { builder, forward, findings } = reading;
  const { indices, positions, parts } = builder;
  const vertices = positions.length / 3;
  const dropped: { readonly from: number; readonly count: number }[] = [];
  for (let i = 0; i < forward.length; i += 3) {
    const from = forward.values[i];
    const count = forward.values[i + 1];
    if (allBelow(indices.values, 3 * from, 3 * (from + count), vertices)) continue;
    dropped.push({ from, count });
    addFinding(findings, unusableFaces, { line: forward.values[i + 2] });
  }
  if (dropped.length === 0) return;
  // These findings were added after the others.
  findings.get(unusableFaces)?.locations.sort((a, b) => (a.line ?? 0) - (b.line ?? 0));

  beginPart(builder, '');
  let end = dropped[0].from;
  dropped.forEach(({ from, count }, i) => {
    const next = i + 1 < dropped.length ? dropped[i + 1].from : indices.length / 3;
    indices.values.copyWithin(3 * end, 3 * (from + count), 3 * next);
    end += next - (from + count);
  });
  indices.length = 3 * end;
  movePolygons(builder, dropped);
  moveMaterials(builder.materials, dropped);
  moveParts(builder, parts.splice(0), dropped);
}

/** Shifts the starts of the material runs. A run without remaining triangles is removed. */
function moveMaterials(materials: MaterialRuns, dropped: readonly { from: number; count: number }[]): void {
  const { runs, numbers } = materials;
  const names = [...numbers.keys()];
  materials.runs = [];
  let at = 0;
  let removed = 0;
  for (let i = 0; i < runs.length; i += 2) {
    for (; at < dropped.length && dropped[at].from < runs[i]; at++) removed += dropped[at].count;
    beginMaterial(materials, runs[i] - removed, names[runs[i + 1]] ?? null);
  }
}

/** Removes the dropped polygons and shifts the others. */
function movePolygons({ polygons, polygonLines }: MeshBuilder, dropped: readonly { from: number; count: number }[]): void {
  const { values, length } = polygons;
  const lines = polygonLines.values;
  polygons.length = polygonLines.length = 0;
  let at = 0;
  let removed = 0;
  for (let i = 0; i < length; i += 2) {
    const first = values[i];
    const count = values[i + 1];
    for (; at < dropped.length && dropped[at].from < first; at++) removed += dropped[at].count;
    if (dropped[at]?.from === first) continue;
    pushU32(polygons, first - removed);
    pushU32(polygons, count);
    pushU32(polygonLines, lines[i / 2]);
  }
}

function moveParts(builder: MeshBuilder, parts: MeshBuilder['parts'], dropped: readonly { from: number; count: number }[]): void {
  let at = 0;
  let removed = 0;
  for (const part of parts) {
    const firstTriangle = part.firstTriangle - removed;
    const end = part.firstTriangle + part.triangleCount;
    let left = part.triangleCount;
    for (; at < dropped.length && dropped[at].from < end; at++) {
      removed += dropped[at].count;
      left -= dropped[at].count;
    }
    if (left > 0) builder.parts.push({ ...part, firstTriangle, triangleCount: left });
  }
  builder.partStart = builder.indices.length / 3;
}

function allBelow(values: Uint32Array, start: number, end: number, limit: number): boolean {
  for (let i = start; i < end; i++) if (values[i] >= limit) return false;
  return true;
}

const otherElements: ReadonlySet<string> = new Set(['p', 'l', 'curv', 'curv2', 'surf']);

/** Known statements other than `v` and `f`. Free-form statements belong to curves and surfaces. */
const knownStatements: ReadonlySet<string> = new Set([
  ...otherElements,
  ...['o', 'g', 's', 'mg', 'vt', 'vn', 'vp', 'usemtl', 'mtllib', 'usemap', 'maplib', 'bevel', 'c_interp', 'd_interp', 'lod'],
  ...['cstype', 'deg', 'bmat', 'step', 'parm', 'trim', 'hole', 'scrv', 'sp', 'end', 'con', 'call', 'csh'],
  ...['shadow_obj', 'trace_obj', 'ctech', 'stech', 't', 'vw'],
]);
