import { InspectorError, type InspectorErrorData } from '#core/error';
import type { Finding, FindingCode } from '#core/finding';
import { importMesh } from '#core/import/import-mesh';
import type { ImportedMesh } from '#core/import/importer';

/** What the tests of the importers share: files in memory, and their results in few words. */

export type SideFiles = Readonly<Record<string, Uint8Array>>;

export function importBytes(bytes: Uint8Array, fileName: string, sideFiles: SideFiles = {}): Promise<ImportedMesh> {
  return importMesh(bytes, { fileName, progress: () => {}, readSideFile: async (path) => sideFiles[path] ?? null });
}

export function importText(text: string, fileName: string): Promise<ImportedMesh> {
  return importBytes(new TextEncoder().encode(text), fileName);
}

/** The error of a refused file; fails when it is read, or when something else is thrown. */
export async function refusalOf(reading: Promise<ImportedMesh>): Promise<InspectorErrorData> {
  const result = await reading.catch((error: unknown) => error);
  if (result instanceof InspectorError) return result.toJSON();
  throw new Error('the file was not refused by an InspectorError', { cause: result });
}

export function findingOf(imported: ImportedMesh, code: FindingCode): Finding | undefined {
  return imported.findings.find((finding) => finding.code === code);
}

export function codesOf({ findings }: ImportedMesh): readonly FindingCode[] {
  return findings.map(({ code }) => code);
}

/** Triangles as lists of vertex indices. */
export function trianglesOf({ mesh }: ImportedMesh): readonly (readonly number[])[] {
  return Array.from({ length: mesh.indices.length / 3 }, (_, t) => [...mesh.indices.subarray(3 * t, 3 * t + 3)]);
}

/** Name, first triangle and number of triangles of each part. */
export function partsOf({ mesh }: ImportedMesh): readonly (readonly [string, number, number])[] {
  return mesh.parts.map(({ name, firstTriangle, triangleCount }) => [name, firstTriangle, triangleCount]);
}

/** Bytes in a row: numbers as bytes, texts as ASCII, `f32` and `u32` by the functions below. */
export function bytesOf(...pieces: readonly (string | number | Uint8Array)[]): Uint8Array {
  const parts = pieces.map((piece) =>
    typeof piece === 'string'
      ? Uint8Array.from(piece, (char) => char.charCodeAt(0))
      : typeof piece === 'number'
        ? Uint8Array.of(piece)
        : piece,
  );
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export function f32(values: readonly number[], littleEndian = true): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 * values.length));
  values.forEach((value, i) => view.setFloat32(4 * i, value, littleEndian));
  return new Uint8Array(view.buffer);
}

export function u32(values: readonly number[], littleEndian = true): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 * values.length));
  values.forEach((value, i) => view.setUint32(4 * i, value, littleEndian));
  return new Uint8Array(view.buffer);
}

export function u16(values: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(2 * values.length));
  values.forEach((value, i) => view.setUint16(2 * i, value, true));
  return new Uint8Array(view.buffer);
}
