import { byteProgress, reportBytes } from '../byte-progress.ts';
import { bytesAt, headOf, type ByteSource } from '../source/byte-source.ts';
import { byteWindow, elementsInReach } from '../source/byte-window.ts';
import { addFinding, takeFindings, trailingContent, type FindingList } from '../finding-list.ts';
import { exactMemory } from '../exact-memory.ts';
import type { ImportContext, ReadFile } from '../importer.ts';
import { exportAgain, refuse } from '../refuse.ts';
import { asciiText, decodeName } from '../text/text-cursor.ts';

/**
 * Binary STL: a header of 80 bytes, u32 count, then 50 bytes per facet: normal, three vertices (f32), u16 attribute.
 * Source: 3D Systems, "StereoLithography Interface Specification" (1989), as slicers read it.
 */
const headerBytes = 80;
const facetsAt = 84;
const facetBytes = 50;

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

  const { positions, indices } = exactMemory(3 * count, count, context);
  const isFinite = readFacets(source, positions, indices, context);
  const name = headerName(headOf(source, headerBytes));
  return {
    format: 'stl',
    dialect: 'binary STL',
    mesh: { positions, indices, parts: count === 0 ? [] : [{ name, firstTriangle: 0, triangleCount: count, worldFromPart: null }] },
    findings: takeFindings(findings),
    isFinite,
    vertexByte,
  };
}

/** Returns the byte of a vertex, after the normal of its facet. */
function vertexByte(vertex: number): number {
  return facetsAt + facetBytes * Math.floor(vertex / 3) + 12 * (1 + (vertex % 3));
}

/** Facets read at a time, an even number. Their bytes fit in the L1 cache. */
const blockFacets = 512;
const facetFloats = facetBytes / 2;

/**
 * Reads all facets and returns whether all coordinates are finite. Hot.
 *
 * Two facets are 100 bytes, which is 25 floats. In a copy that starts at a facet, every other facet is aligned as
 * floats. A second copy that starts at the next facet aligns the others. Reading each number with a `DataView` takes a
 * quarter longer. Of 46 ms for 871,306 facets, 35 ms are for the first write to new memory (decision 022). Reading both facets of a
 * pair in one pass and widening with WASM SIMD gave no gain.
 */
function readFacets(source: ByteSource, positions: Float64Array, indices: Uint32Array, context: ImportContext): boolean {
  const report = byteProgress(context.progress, source.byteLength);
  const block = new Uint8Array(blockFacets * facetBytes);
  const floats = new Float32Array(block.buffer);
  const facets = indices.length / 3;
  const window = byteWindow(source, facetsAt);
  let sum = 0;
  for (let first = 0; first < facets; ) {
    const inWindow = elementsInReach(window, facetBytes, facets - first);
    const { bytes, at: facetAt } = window;
    // If the bytes themselves are aligned, facets 0, 2, 4, … can be read as floats directly.
    const own =
      (bytes.byteOffset + facetAt) % 4 === 0
        ? new Float32Array(bytes.buffer, bytes.byteOffset + facetAt, Math.floor((inWindow * facetBytes) / 4))
        : null;
    for (let done = 0; done < inWindow; ) {
      const count = Math.min(blockFacets, inWindow - done);
      const at = facetAt + done * facetBytes;
      reportBytes(report, window.start + at);
      if (own === null) block.set(bytes.subarray(at, at + count * facetBytes));
      sum += widenAlternateFacets(own ?? floats, own === null ? 0 : (at - facetAt) / 4, Math.ceil(count / 2), positions, 9 * first);
      block.set(bytes.subarray(at + facetBytes, at + count * facetBytes));
      sum += widenAlternateFacets(floats, 0, Math.floor(count / 2), positions, 9 * first + 9);
      for (let i = 3 * first; i < 3 * (first + count); i++) indices[i] = i;
      done += count;
      first += count;
    }
    window.at += inWindow * facetBytes;
  }
  return sum === 0;
}

/**
 * Writes the nine coordinates of facets 0, 2, 4, … of a block to every other facet of the output. Returns 0 if all of
 * them are finite, else NaN. Hot.
 */
function widenAlternateFacets(floats: Float32Array, start: number, count: number, positions: Float64Array, to: number): number {
  // After the normal.
  let from = start + 3;
  let sum = 0;
  for (let i = 0; i < count; i++, from += facetFloats, to += 18) {
    const a = floats[from];
    const b = floats[from + 1];
    const c = floats[from + 2];
    const d = floats[from + 3];
    const e = floats[from + 4];
    const f = floats[from + 5];
    const g = floats[from + 6];
    const h = floats[from + 7];
    const k = floats[from + 8];
    positions[to] = a;
    positions[to + 1] = b;
    positions[to + 2] = c;
    positions[to + 3] = d;
    positions[to + 4] = e;
    positions[to + 5] = f;
    positions[to + 6] = g;
    positions[to + 7] = h;
    positions[to + 8] = k;
    sum += a + b + (c + d) + (e + f) + (g + h) + k;
  }
  // Sums of f32 do not overflow in f64, and a finite number minus itself is 0.
  return sum - sum;
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
