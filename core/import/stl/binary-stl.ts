import { byteProgress, reportBytes } from '../byte-progress.ts';
import { addFinding, takeFindings, trailingContent, type FindingList } from '../finding-list.ts';
import { allocate } from '../growable.ts';
import type { ImportContext, ReadFile } from '../importer.ts';
import { exportAgain, refuse } from '../refuse.ts';
import { asciiText, decodeName } from '../text/text-cursor.ts';

/**
 * Binary STL: 80 bytes of header, u32 count, then 50 bytes a facet: normal, three vertices (f32), u16 attribute.
 * Source: 3D Systems, "StereoLithography Interface Specification" (1989), as read by every slicer since.
 */
const headerBytes = 80;
const facetsAt = 84;
const facetBytes = 50;

/**
 * Whether STL bytes are binary. The length decides first: exporters write headers that begin with "solid". Otherwise
 * a file that begins with "solid" is text unless its first bytes hold a NUL.
 */
export function isBinaryStl(bytes: Uint8Array): boolean {
  if (hasBinaryStlLength(bytes)) return true;
  return !beginsWithSolid(bytes) || bytes.subarray(0, 512).includes(0);
}

/** Whether the count in the header is exactly what the file holds. */
export function hasBinaryStlLength(bytes: Uint8Array): boolean {
  return bytes.length >= facetsAt && bytes.length === facetsAt + facetBytes * facetCount(bytes);
}

export function beginsWithSolid(bytes: Uint8Array): boolean {
  return /^(\u00ef\u00bb\u00bf)?\s*solid\b/i.test(asciiText(bytes, 0, Math.min(bytes.length, 64)));
}

/** @throws InspectorError `truncated`. */
export async function importBinaryStl(bytes: Uint8Array, context: ImportContext): Promise<ReadFile> {
  if (bytes.length < facetsAt) {
    throw refuse('truncated', `A binary STL has at least ${facetsAt} bytes, this file has ${bytes.length}`, exportAgain, { byte: bytes.length });
  }
  const count = facetCount(bytes);
  const held = Math.floor((bytes.length - facetsAt) / facetBytes);
  if (count > held) {
    const message = `The file declares ${count} triangles and ends after ${held}`;
    throw refuse('truncated', message, exportAgain, { byte: bytes.length });
  }
  const findings: FindingList = new Map();
  const end = facetsAt + count * facetBytes;
  if (bytes.length > end) addFinding(findings, trailingContent, { byte: end });

  const positions = allocate(() => new Float64Array(9 * count));
  const indices = allocate(() => new Uint32Array(3 * count));
  readFacets(bytes, positions, indices, context);
  const name = headerName(bytes);
  return {
    format: 'stl',
    dialect: 'binary STL',
    mesh: { positions, indices, parts: count === 0 ? [] : [{ name, firstTriangle: 0, triangleCount: count, worldFromPart: null }] },
    findings: takeFindings(findings),
  };
}

/** Hot. */
function readFacets(bytes: Uint8Array, positions: Float64Array, indices: Uint32Array, context: ImportContext): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const report = byteProgress(context.progress, bytes.length);
  for (let i = 0, at = facetsAt; i < positions.length; i += 9, at += facetBytes) {
    reportBytes(report, at);
    for (let k = 0; k < 9; k++) positions[i + k] = view.getFloat32(at + 12 + 4 * k, true);
  }
  for (let i = 0; i < indices.length; i++) indices[i] = i;
}

function facetCount(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(headerBytes, true);
}

/** What the header says up to its first NUL; headers that are no text give an empty name. */
function headerName(bytes: Uint8Array): string {
  const end = bytes.subarray(0, headerBytes).indexOf(0);
  const text = bytes.subarray(0, end < 0 ? headerBytes : end);
  const name = decodeName(text).replace(/^solid\s+/i, '');
  return /[\0-\x1f\x7f]/.test(asciiText(text, 0, text.length).trim()) || name.includes('\uFFFD') ? '' : name;
}
