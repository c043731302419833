import { byteProgress } from '../byte-progress.ts';
import { bytesAt, headOf, type ByteSource } from '../source/byte-source.ts';
import { addFinding, takeFindings, trailingContent, type FindingList } from '../finding-list.ts';
import { exactMemory } from '../exact-memory.ts';
import type { ImportContext, ReadFile } from '../importer.ts';
import { exportAgain, refuse } from '../refuse.ts';
import { asciiText, decodeName } from '../text/text-cursor.ts';
import { readWithHelp } from './facet-blocks.ts';
import { facetBytes, facetReading, facetsAt, readFacets } from './facets.ts';

/** The u32 count of facets follows. */
const headerBytes = 80;

/**
 * Returns whether STL bytes are binary. The length decides first, because exporters write headers that start with
 * "solid". Otherwise a file that starts with "solid" is text unless its first bytes contain a NUL.
 */
export function isBinaryStl(source: ByteSource): boolean {
  if (hasBinaryStlLength(source)) return true;
  const head = headOf(source, 512);
  return !beginsWithSolid(head) || head.includes(0);
}

/** Returns whether the count in the header matches the file length exactly. */
export function hasBinaryStlLength(source: ByteSource): boolean {
  return source.byteLength >= facetsAt && source.byteLength === facetsAt + facetBytes * facetCount(source);
}

export function beginsWithSolid(bytes: Uint8Array): boolean {
  return /^(\u00ef\u00bb\u00bf)?\s*solid\b/i.test(asciiText(bytes, 0, Math.min(bytes.length, 64)));
}

/**
 * Reads binary STL.
 * @throws InspectorError `truncated`, `malformed`, `too-large`.
 */
export async function importBinaryStl(source: ByteSource, context: ImportContext): Promise<ReadFile> {
  const { byteLength } = source;
  if (byteLength < facetsAt) {
    throw refuse('truncated', `A binary STL has at least ${facetsAt} bytes, this file has ${byteLength}`, exportAgain, {
      byte: byteLength,
    });
  }
  const count = facetCount(source);
  const held = Math.floor((byteLength - facetsAt) / facetBytes);
  if (count > held) {
    const message = `The file declares ${count.toLocaleString('en')} triangles and ends after ${held.toLocaleString('en')}`;
    throw refuse('truncated', message, exportAgain, { byte: byteLength });
  }
  if (count === 0 && held > 0) {
    const message = `Binary STL declares the number of its triangles at byte ${headerBytes}: this file declares none and has ${(byteLength - facetsAt).toLocaleString('en')} more bytes`;
    throw refuse('malformed', message, 'Check that the file is complete and has the format of its name', { byte: headerBytes });
  }
  const findings: FindingList = new Map();
  const end = facetsAt + count * facetBytes;
  if (byteLength > end) addFinding(findings, trailingContent, { byte: end });

  const { readHelp, progress } = context;
  const help = readHelp !== undefined && source.held === null && count >= readHelp.minFacets ? readHelp : null;
  const mesh = exactMemory(
    3 * count,
    count,
    help === null ? context : { ...context, allocateMesh: (bytes) => new SharedArrayBuffer(bytes) },
  );
  const report = byteProgress(progress, byteLength);
  const isFinite =
    help === null ? readFacets(facetReading(source, mesh), 0, count, report) : await readWithHelp(source, mesh, help, report);
  const name = headerName(headOf(source, headerBytes));
  return {
    format: 'stl',
    dialect: 'binary STL',
    mesh: { ...mesh, parts: count === 0 ? [] : [{ name, firstTriangle: 0, triangleCount: count, worldFromPart: null }] },
    findings: takeFindings(findings),
    isFinite,
    vertexByte,
  };
}

/** Returns the byte of a vertex, after the normal of its facet. */
function vertexByte(vertex: number): number {
  return facetsAt + facetBytes * Math.floor(vertex / 3) + 12 * (1 + (vertex % 3));
}

function facetCount(source: ByteSource): number {
  const bytes = bytesAt(source, headerBytes, 4);
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0, true);
}

/** Returns the text of the header up to its first NUL. Headers that are not text give an empty name. */
function headerName(header: Uint8Array): string {
  const end = header.indexOf(0);
  const text = header.subarray(0, end < 0 ? headerBytes : end);
  const name = decodeName(text).replace(/^solid\s+/i, '');
  return /[\0-\x1f\x7f]/.test(asciiText(text, 0, text.length).trim()) || name.includes('\uFFFD') ? '' : name;
}
